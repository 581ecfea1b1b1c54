// node web/samples/fill.mjs DATA.json OUT.html: puts data into the page as the tool does, to look at it.
import { readFileSync, writeFileSync } from "node:fs";

const [, , data, out] = process.argv;
const page = readFileSync(new URL("../page.html", import.meta.url), "utf8");
const json = JSON.stringify(JSON.parse(readFileSync(data, "utf8"))).replaceAll("<", "\\u003c");
writeFileSync(out, page.replace("<!--DATA-->", () => `<script type="application/json" id="data">${json}</script>`));
