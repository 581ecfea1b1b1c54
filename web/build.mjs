// Makes page.html of src/: one file with style and script inside, and a line <!--DATA--> where the tool puts the
// report's data. What it was made of is in it as a hash, so that a test without npm can tell whether it is current.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "page.html");

const sha256 = (data, encoding) => createHash("sha256").update(data).digest(encoding);

// As `sha256sum build.mjs package-lock.json src/* | sha256sum` says, with the files in the order of the C locale.
function hash_of_sources() {
    const names = readdirSync(join(here, "src")).map((name) => `src/${name}`).sort();
    const lines = ["build.mjs", "package-lock.json", ...names].map(
        (name) => `${sha256(readFileSync(join(here, name)), "hex")}  ${name}\n`,
    );
    return sha256(lines.join(""), "hex");
}

async function bundle(entry, options) {
    const result = await build({
        entryPoints: [join(here, "src", entry)],
        bundle: true,
        minify: true,
        write: false,
        target: "es2020",
        charset: "utf8",
        legalComments: "none",
        logLevel: "warning",
        ...options,
    });
    return result.outputFiles[0].text.trim();
}

const style = await bundle("page.css", {});
const script = await bundle("main.js", { format: "iife" });
const early = await bundle("early.js", { format: "iife" });
const icon = readFileSync(join(here, "src/icon.svg"), "utf8").trim();

// Nothing is fetched and nothing runs but these two scripts, whatever names are in the data.
const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src data:",
    `script-src ${[early, script].map((text) => `'sha256-${sha256(text, "base64")}'`).join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="sources" content="${hash_of_sources()}">
<title>Spanwise</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<style>${style}</style>
<script>${early}</script>
</head>
<body>
<noscript>This report is drawn by a script that is part of it: please allow scripts, or use 'spanwise report' in a terminal.</noscript>
<!--DATA-->
<script>${script}</script>
</body>
</html>
`;
if (page.split("<!--DATA-->").length !== 2) throw new Error("the page must have one place for data");
writeFileSync(out, page);
