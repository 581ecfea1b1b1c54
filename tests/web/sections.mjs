// What a reader does with the verdict, the chart, bars, the timeline and the source.
import { check, has, same } from "./harness.mjs";

const lines = Array.from({ length: 3000 }, (_, i) => `    step(${i + 1}); // line ${i + 1}`);
const PROCESSORS = [1, 2, 4, 8, 16, 32, 64, 128];
const CORNER = [1, 2, 3.75, 4, 8, 16, 32, 64, 128]; // what is between two processors is drawn, not read
const EACH = Array.from({ length: 100 }, (_, i) => i + 1);
const PARTS = [
    { key: "busy", title: "working", role: "work" },
    { key: "barrier", title: "barrier", role: "idle" },
    { key: "few", title: "too few", role: "idle" },
];

export const data = {
    format: 1,
    title: "steps",
    subtitle: "./steps 3",
    tool: "spanwise 0",
    unit: "ns",
    strings: ["", "/src/steps.c", "run", "/src/lost.c", "queue"],
    words: { span: "the longest chain" },
    sections: [
        { kind: "verdict", sentences: ["At most 4 times as fast.", "Its critical path is long, the span is too: span. Begin there."], cause: "grain", place: { file: 1, line: 2500, function: 2 }, site: null },
        { kind: "ledger", key: "ledger", title: "Where the time of 4 cores goes", rows: [
            { cause: "work", role: "work", share: 0.5, speedup_without: null, places: 0, place: null, site: null },
            { cause: "grain", role: "overhead", share: 0.4, speedup_without: 3.5, places: 3, place: { file: 1, line: 20, function: 2 }, site: null },
            { cause: "not known", role: "unknown", share: 0.1, speedup_without: null, places: 0, place: null, site: null },
        ] },
        { kind: "cards", cards: [{ label: "Span", value: "25 ns", word: "span" }, { label: "Other", value: "1", word: "constructor" }] },
        { kind: "findings", title: "Findings", findings: [{ severity: "warning", text: "a line that is not here", place: { file: 3, line: 7, function: 0 }, site: null }, { severity: "info", text: "see steps.c:20, it is short", place: { file: 1, line: 20, function: 0 } }, { severity: "info", text: "not at steps.c:201", place: { file: 1, line: 20, function: 0 } }] },
        {
            kind: "chart", title: "Speedup", x: "processors", y: "speedup", linear: true,
            series: [
                { name: "at most", role: "bound", x: CORNER, y: CORNER.map((p) => Math.min(p, 4)) },
                { name: "at least", role: "estimate", x: PROCESSORS, y: PROCESSORS.map((p) => 1 / (1 / p + 1 / 3)) },
                { name: "measured", role: "measured", x: [2, 4], y: [1.5, 2], low: [1.4, 1.9], high: [1.6, 2.5] },
            ],
        },
        { kind: "chart", x: "processors", y: "speedup", series: [{ name: "at most", role: "bound", x: EACH, y: EACH }, { name: "measured", role: "measured", x: [1, 6], y: [1, 5] }] },
        { kind: "bars", title: "Threads", unit: "ns", parts: PARTS, rows: Array.from({ length: 30 }, (_, i) => ({ label: `thread ${i}`, note: "", place: null, values: [50, 25 + i, 25 - i / 2] })) },
        { kind: "timeline", title: "Over time", unit: "ns", step: 1000, most: 4, parts: PARTS, values: [[4, 2, 1, 1], [0, 1, 1, 1], [0, 1, 0, 0]] },
        {
            kind: "lanes", key: "lanes", title: "Lanes", unit: "ns",
            parts: [{ key: "work", title: "working", role: "work" }, { key: "lock", title: "waiting for a lock", role: "lock" }],
            runs: [
                { label: "1 core", length: 8000, lanes: [{ label: "main thread", segments: [0, 8000, 0, 1, -1, 2] }] },
                {
                    label: "2 cores", length: 4000,
                    lanes: [
                        { label: "main thread", note: "run", segments: [0, 2000, 0, 1, -1, 2, 2000, 4000, 1, 1, 1, 4] },
                        { label: "thread 2", segments: [1000, 3000, 0, 0.5, -1, 2, 1000, 3000, 1, 0.25, 0, 4] },
                    ],
                },
            ],
        },
        {
            kind: "source", title: "Source", totals: [1000, 100],
            measures: [{ key: "work", title: "work" }, { key: "span", title: "span" }],
            files: [
                { file: 1, first: 1, lines, values: { 10: [500, 10], 20: [100, 0], 2500: [90, 60] }, totals: [690, 70] },
                { file: 3, lines: null, why: "not found", values: { 7: [1, 65] }, totals: [1, 65] },
            ],
        },
        { kind: "facts", title: "How", facts: [["meter", "time"]], warnings: ["a warning"] },
        { kind: "text", key: "text", title: "Text", folded: true, paragraphs: ["a paragraph"] },
    ],
};

const chosen = (page) => page.locator(".source .row.chosen .line-number").innerText();

async function verdict(page) {
    has("the source opens at the verdict's file, though another is hotter", await page.locator(".file-chooser option:checked").innerText(), "steps.c");
    same("at its line", await chosen(page), "2500");
    same("words are explained where they come first", await page.locator(".verdict .word").allInnerTexts(), ["critical path"]);
    has("the cause in words", await page.locator(".verdict .cause").innerText(), "grain");
    same("a place without its source is no link", await page.locator(".finding").nth(0).locator("button.place").count(), 0);
    same("one that is named in the text is a link there", await page.locator(".finding").nth(1).textContent(), "Note: see steps.c:20, it is short");
    same("and not another line", await page.locator(".finding").nth(2).textContent(), "Note: not at steps.c:201 steps.c:20");
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await page.locator(".verdict button.place").click();
    same("the verdict leads to its line", await chosen(page), "2500");
    check("which is in sight", await page.locator(".source .row.chosen").evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
    }));
    check("and has the focus", await page.locator(".code-box").evaluate((box) => document.activeElement === box));
}

async function ledger(page) {
    same("a row for each cause", await page.locator(".ledger-table tbody tr").allInnerTexts().then((rows) => rows.map((row) => row.split(/\s+/).join(" "))), ["50.0% work – – – –", "40.0% grain 3.50 3 steps.c:20 run", "10.0% not known – – – –"]);
    const [bar, ...pieces] = await page.locator(".ledger .bar, .ledger .piece").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
    check("the bar is all of it, by share", Math.abs(pieces[0] / bar - 0.5) < 0.02 && Math.abs(pieces[1] / bar - 0.4) < 0.02, `${bar}: ${pieces}`);
    has("the verdict shows its line", await page.locator(".verdict .line").innerText(), "2500");
}

async function source(page) {
    const shares = (line) => page.locator(".source .row", { hasText: `// line ${line}` }).first().locator(".heat-cell").allInnerTexts();
    same("shares are of the whole", await shares(2500), ["9.0%", "60.0%"]);
    await page.keyboard.press("n");
    same("the hottest line first", await chosen(page), "2500");
    await page.keyboard.press("n");
    same("then the next", await chosen(page), "10");
    await page.keyboard.press("n");
    same("and last what has no text, however hot", await chosen(page), "7");
    has("whose source is not there", await page.locator(".why").innerText(), "not found");
    check("which is a small box", await page.locator(".code-frame").evaluate((box) => box.offsetWidth < box.parentElement.offsetWidth / 2));
    has("said", await page.locator(".hot-reading").innerText(), "3 of 3");
    await page.keyboard.press("p");
    same("the other way", await chosen(page), "10");
    await page.keyboard.press("n");
    await page.locator(".file-chooser").selectOption("0");
    const count = async () => Number(await page.locator(".code-box").getAttribute("aria-rowcount"));
    const folded = await count();
    check("what is far from hot lines is folded", folded < 60, String(folded));
    check("only what is in sight is made", (await page.locator(".source .row").count()) < 80);
    await page.locator(".code-box").evaluate((box) => (box.scrollTop = 0));
    await page.locator(".folded button").last().click();
    check("unfolded", (await count()) > folded + 20, `${await count()}`);
}

async function words(page) {
    const word = page.locator(".card .word");
    same("only words that are explained look so", await word.count(), 1);
    await word.hover();
    same("on hover", await page.locator("#tip").innerText(), "the longest chain");
    await page.mouse.move(0, 0);
    await page.locator("#tip").waitFor({ state: "hidden" });
    await word.focus();
    same("on focus, for screen readers too", [await page.locator("#tip").innerText(), await word.getAttribute("aria-describedby")], ["the longest chain", "tip"]);
    await page.keyboard.press("Escape");
    check("Escape closes it", await page.locator("#tip").isHidden());
}

async function chart(page) {
    const reads = () => page.locator(".chart").first().locator(".reads").allInnerTexts();
    const at = () => page.locator(".chart .reading").first().innerText();
    same("reads what was measured last", [await at(), await reads()], ["at 4 processors", ["4.00", "4.00", "1.71", "2.00"]]);
    const picture = () => page.locator(".plot svg").first().evaluate((drawing) => drawing.outerHTML);
    const linear = await picture();
    await page.locator("button.log").first().click();
    check("log axes are another picture", (await picture()) !== linear);
    same("of the same point", await at(), "at 4 processors");
    const all = await picture();
    await page.locator(".legend-item", { hasText: "measured" }).first().click();
    await page.waitForFunction((before) => document.querySelector(".plot svg").outerHTML !== before, all);
    same("a curve is hidden", await page.locator(".legend-item", { hasText: "measured" }).first().getAttribute("aria-pressed"), "false");
    await page.locator(".plot").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    same("keys read it", [await at(), (await reads())[3]], ["at 2 processors", "1.50"]);
    has("aloud", await page.locator(".chart-legend [aria-live]").first().textContent(), "at most 2.00");
    await page.keyboard.press("ArrowRight");
    same("from one processor to the next", await at(), "at 4 processors");
    const box = await page.locator(".plot-area").first().boundingBox();
    await page.mouse.move(box.x + box.width - 2, box.y + 40);
    same("and so does the pointer, up to what is of interest", await at(), "at 16 processors");
    same("a curve that ends before says where", (await reads())[3], "2.00 at 4");
    await page.locator(".chart-values summary").first().click();
    has("values are a table too", await page.locator(".chart-values tr", { hasText: "(1.90 to 2.50)" }).innerText(), "2.00");
    same("of all points", await page.locator(".chart-values").first().locator("tbody tr").count(), PROCESSORS.length);
    same("of many, of those that tell most", await page.locator(".chart-values").nth(1).locator("tbody th").allTextContents(), ["1", "2", "4", "6", "8", "16", "32", "64", "100"]);
}

async function parts(page) {
    has("a bar says its parts", await page.locator(".bar-list .bar").first().getAttribute("aria-label"), "working 50 ns (50.0%), barrier 25 ns (25.0%)");
    const colors = await page.locator(".bars .swatch").evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    same("parts of one role are told apart", new Set(colors).size, 3);
    same("many rows are shown on request", await page.locator(".bar-row").count(), 24);
    await page.locator("button.more").click();
    same("all of them", await page.locator(".bar-row").count(), 30);
    const reading = page.locator(".timeline > div > .reading");
    has("over time, of all there was", await reading.innerText(), "working 2.00, barrier 0.75, too few 0.25 of 4");
    same("marks of time", await page.locator(".timeline .time-marks span").allInnerTexts(), ["0", "1 µs", "2 µs", "3 µs", "4 µs"]);
    await page.locator(".timeline .field").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    has("by keys", await reading.innerText(), "At 1.000 µs: working 2.00, barrier 1.00");
    const box = await page.locator(".timeline .field").boundingBox();
    await page.mouse.move(box.x + box.width * 0.99, box.y + 20);
    has("by the pointer", await reading.innerText(), "At 3.000 µs");
}

async function lanes(page) {
    const box = page.locator(".lanes-box");
    const reading = page.locator(".lanes .reading");
    same("a lane each", (await box.locator(".lane-labels li").allInnerTexts()).map((text) => text.split(":")[0].trim()), ["main thread run", "thread 2"]);
    has("what it did in all", await box.locator(".lane-labels li").nth(0).textContent(), "working 50.0%, waiting for a lock 50.0%; it waited mostly for thread 2");
    await box.locator(".field").focus();
    await page.keyboard.press("Home");
    has("keys read it", await reading.innerText(), "main thread, 0 ns to 2.000 µs: working in run");
    await page.keyboard.press("ArrowRight");
    has("and whom it waits for", await reading.innerText(), "waiting for a lock 'queue', ended by thread 2");
    check("which is led to", (await box.locator(".lane-link").getAttribute("d")).length > 0);
    same("and marked", await box.locator(".lane-labels .chosen").count(), 2);
    await page.keyboard.press("ArrowDown");
    has("parts of the time", await reading.innerText(), "thread 2, 1.000 µs to 3.000 µs: working in run (50.0%); waiting for a lock 'queue', ended by main thread (25.0%)");
    await page.keyboard.press("ArrowRight");
    has("nothing is something, too", await reading.innerText(), "thread 2, 3.000 µs to 4.000 µs: not running");
    const at = await box.locator(".field").boundingBox();
    await page.mouse.move(at.x + at.width * 0.75, at.y + 5);
    has("by the pointer", await reading.innerText(), "main thread, 2.000 µs to 4.000 µs");
    const runs = page.locator(".lanes .choice .button");
    same("the last run first", await Promise.all([0, 1].map((i) => runs.nth(i).getAttribute("aria-pressed"))), ["false", "true"]);
    await runs.nth(0).click();
    same("another run", await box.locator(".lane-labels li").count(), 1);
    has("which takes longer", await reading.innerText(), "1 thread, 8.000 µs");
    await runs.nth(1).click();
}

async function folded(page) {
    const text = page.locator("#section-text p", { hasText: "a paragraph" });
    check("what is folded is not seen", !(await text.isVisible()));
    await page.locator(".outline a", { hasText: "Text" }).click();
    check("but by who is led there", await text.isVisible());
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}

// When a browser hands what was stored to another page is its own business, and may be later: so what is stored, and what is made
// of it, are looked at one by one.
async function theme(page) {
    const now = (of) => of.evaluate(() => document.documentElement.dataset.theme);
    const before = await now(page);
    await page.locator("button.theme").click();
    const after = await now(page);
    check("the theme changes", after !== before);
    same("and is stored", await page.evaluate(() => localStorage.getItem("spanwise-theme")), after);
    for (const [stored, wanted] of [["dark", "dark"], ["light", "light"], ["purple", "light"]]) {
        const next = await page.context().newPage();
        await next.addInitScript((value) => localStorage.setItem("spanwise-theme", value), stored);
        await next.goto(page.url());
        same(`stored as ${stored}`, await now(next), wanted);
        await next.close();
    }
}

async function policy(page) {
    const ran = await page.evaluate(() => {
        const image = document.createElement("div");
        image.innerHTML = '<img src="x:" onerror="window.ran = 1">';
        const script = document.createElement("script");
        script.textContent = "window.ran = 2";
        document.body.append(image, script);
        return new Promise((then) => setTimeout(() => then(window.ran ?? "nothing"), 100));
    });
    same("even markup in the page would run nothing", ran, "nothing");
}

export async function test(browser) {
    const page = await browser.open("sections", data, { colorScheme: "light" });
    await words(page);
    await chart(page);
    await parts(page);
    await lanes(page);
    await folded(page);
    await verdict(page);
    await ledger(page);
    await source(page);
    await theme(page);
    same("the outline", await page.locator(".outline a").allInnerTexts(), ["Where the time of 4 cores goes", "Findings", "Speedup", "Threads", "Over time", "Lanes", "Source", "How", "Text"]);
    page.removeAllListeners("console");
    page.removeAllListeners("request");
    await policy(page);
    await page.context().close();
}
