// One browser for all tests of the page. Pages are opened from files, as a reader does; whatever the page says on its
// console, and whatever it asks of the network, is a failure.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { filled } from "./data.mjs";

let passes = 0;
let failures = 0;

export function check(what, ok, detail = "") {
    if (ok) {
        passes++;
        return;
    }
    failures++;
    console.error(`FAIL: ${what}${detail ? `: ${detail}` : ""}`);
}

export const same = (what, got, want) =>
    check(what, JSON.stringify(got) === JSON.stringify(want), `got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
export const has = (what, text, part) => check(what, String(text).includes(part), `'${part}' is not in '${String(text).slice(0, 300)}'`);
export const below = (what, value, most) => check(what, value <= most, `${value} is more than ${most}`);

// At first a wide screen has the groups of columns that fit.
export const all_columns = (page) => page.locator(".table .choice").evaluateAll((all) => all.forEach((choice) => choice.querySelectorAll("button[aria-pressed=false]").forEach((button) => button.click())));

export function finish() {
    console.log(`${passes} passed, ${failures} failed`);
    process.exitCode = failures === 0 && passes > 0 ? 0 : 1;
}

export async function start({ source, work, executable }) {
    mkdirSync(work, { recursive: true });
    const browser = await chromium.launch({ executablePath: executable, args: ["--no-sandbox", "--disable-gpu"] });
    const page_html = readFileSync(join(source, "web/page.html"), "utf8");

    // A page from a file, in a context of its own. `options` are playwright's: viewport, colorScheme, ...
    async function open_file(name, path, options = {}) {
        const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: "reduce", ...options });
        const page = await context.newPage();
        const url = pathToFileURL(path).href;
        page.on("console", (message) => ["error", "warning"].includes(message.type()) && check(`${name}: nothing on the console`, false, message.text()));
        page.on("pageerror", (error) => check(`${name}: no errors`, false, error.stack));
        page.on("request", (request) => {
            const asked = request.url();
            if (asked !== url && !asked.startsWith("data:")) check(`${name}: nothing is asked of the network`, false, asked);
        });
        page.setDefaultTimeout(10000);
        const from = performance.now();
        await page.goto(url);
        await page.waitForSelector("footer.foot");
        page.load_ms = performance.now() - from;
        check(`${name}: is shown`, true);
        return page;
    }

    return {
        open_file,
        async open(name, data, options) {
            const path = join(work, `${name}.html`);
            writeFileSync(path, filled(page_html, data));
            return open_file(name, path, options);
        },
        stop: () => browser.close(),
    };
}

// What several tests ask of a page.
export const chosen_row = (page) => page.locator("tr.entry.chosen").evaluateAll((rows) => rows.map((row) => Number(row.dataset.row)));
export const column = (page, nth, most = 5) =>
    page.locator("tr.entry").evaluateAll((rows, [n, m]) => rows.slice(0, m).map((row) => row.cells[n].textContent), [nth, most]);
export const sorter = (page, key) => page.locator(`th[data-key="${key}"] button.sorter`);
export const flame_box = (page, nth) => page.locator(".flame-box").nth(nth);
export const detail = (page) => page.locator(".flame-detail").innerText();
