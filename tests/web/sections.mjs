// What a reader does with the verdict, the chart, bars, the timeline and the source.
import { check, has, same } from "./harness.mjs";

const lines = Array.from({ length: 3000 }, (_, i) => `    step(${i + 1}); // line ${i + 1}`);
const PROCESSORS = [1, 2, 4, 8, 16, 32, 64, 128];
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
    strings: ["", "/src/steps.c", "run", "/src/lost.c"],
    words: { span: "the longest chain" },
    sections: [
        { kind: "verdict", sentences: ["At most 4 times as fast.", "Its critical path is long, the span is too: span. Begin there."], cause: "grain", place: { file: 1, line: 2500, function: 2 }, site: null },
        { kind: "cards", cards: [{ label: "Span", value: "25 ns", word: "span" }, { label: "Other", value: "1", word: "constructor" }] },
        { kind: "findings", title: "Findings", findings: [{ severity: "warning", text: "a line that is not here", place: { file: 3, line: 7, function: 0 }, site: null }, { severity: "info", text: "see steps.c:20, it is short", place: { file: 1, line: 20, function: 0 } }, { severity: "info", text: "not at steps.c:201", place: { file: 1, line: 20, function: 0 } }] },
        {
            kind: "chart", title: "Speedup", x: "processors", y: "speedup", linear: true,
            series: [
                { name: "at most", role: "bound", x: PROCESSORS, y: PROCESSORS.map((p) => Math.min(p, 4)) },
                { name: "at least", role: "estimate", x: PROCESSORS, y: PROCESSORS.map((p) => 1 / (1 / p + 1 / 3)) },
                { name: "measured", role: "measured", x: [2, 4], y: [1.5, 2], low: [1.4, 1.9], high: [1.6, 2.5] },
            ],
        },
        { kind: "bars", title: "Threads", unit: "ns", parts: PARTS, rows: Array.from({ length: 30 }, (_, i) => ({ label: `thread ${i}`, note: "", place: null, values: [50, 25 + i, 25 - i / 2] })) },
        { kind: "timeline", title: "Over time", unit: "ns", step: 1000, most: 4, parts: PARTS, values: [[4, 2, 1, 1], [0, 1, 1, 1], [0, 1, 0, 0]] },
        {
            kind: "source", title: "Source", totals: [1000, 100],
            measures: [{ key: "work", title: "work" }, { key: "span", title: "span" }],
            files: [
                { file: 1, first: 1, lines, values: { 10: [500, 10], 20: [100, 0], 2500: [90, 60] }, totals: [690, 70] },
                { file: 3, lines: null, why: "not found", values: { 7: [1, 30] }, totals: [1, 30] },
            ],
        },
        { kind: "facts", title: "How", facts: [["meter", "time"]], warnings: ["a warning"] },
        { kind: "text", title: "Text", paragraphs: ["a paragraph"] },
    ],
};

const chosen = (page) => page.locator(".source .row.chosen .line-number").innerText();

async function verdict(page) {
    same("words are explained where they come first", await page.locator(".verdict .word").allInnerTexts(), ["critical path"]);
    has("the cause in words", await page.locator(".verdict .cause").innerText(), "Too fine a grain");
    same("a place without its source is no link", await page.locator(".finding").nth(0).locator("button.place").count(), 0);
    same("one that is named in the text is a link there", await page.locator(".finding").nth(1).textContent(), "Note: see steps.c:20, it is short");
    same("and not another line", await page.locator(".finding").nth(2).textContent(), "Note: not at steps.c:201 steps.c:20");
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await page.locator(".verdict button.place").click();
    same("the verdict leads to its line", await chosen(page), "2500");
    check("which is in sight", await page.locator(".source .row.chosen").evaluate(async (row) => {
        for (let last = NaN, at; (at = scrollY) !== last; last = at) await new Promise((then) => setTimeout(then, 120));
        const { top, bottom } = document.querySelector(".source .row.chosen").getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
    }));
    check("and has the focus", await page.locator(".code-box").evaluate((box) => document.activeElement === box));
}

async function source(page) {
    const shares = (line) => page.locator(".source .row", { hasText: `// line ${line}` }).first().locator(".heat-cell").allInnerTexts();
    same("shares are of the whole", await shares(2500), ["9.0%", "60.0%"]);
    await page.keyboard.press("n");
    same("the hottest line first", await chosen(page), "2500");
    await page.keyboard.press("n");
    same("then the next, in another file", await chosen(page), "7");
    has("whose source is not there", await page.locator(".why").innerText(), "not found");
    await page.keyboard.press("n");
    same("and back", await chosen(page), "10");
    has("said", await page.locator(".hot-reading").innerText(), "3 of 3");
    await page.keyboard.press("p");
    same("the other way", await chosen(page), "7");
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
    check("and gone", await page.locator("#tip").isHidden());
    await word.focus();
    same("on focus, for screen readers too", [await page.locator("#tip").innerText(), await word.getAttribute("aria-describedby")], ["the longest chain", "tip"]);
    await page.keyboard.press("Escape");
    check("Escape closes it", await page.locator("#tip").isHidden());
}

async function chart(page) {
    const reads = () => page.locator(".reads").allInnerTexts();
    const at = () => page.locator(".chart .reading").innerText();
    same("reads the end of the picture", [await at(), await reads()], ["at 16 processors", ["16.00", "4.00", "2.53", "–"]]);
    const picture = () => page.locator(".plot canvas").evaluate((canvas) => canvas.toDataURL());
    const linear = await picture();
    await page.locator("button.log").click();
    check("log axes are another picture", (await picture()) !== linear);
    same("of all processors", await at(), "at 128 processors");
    const all = await picture();
    await page.locator(".legend-item", { hasText: "measured" }).click();
    await page.waitForFunction((before) => document.querySelector(".plot canvas").toDataURL() !== before, all);
    same("a curve is hidden", await page.locator(".legend-item", { hasText: "measured" }).getAttribute("aria-pressed"), "false");
    await page.locator(".plot").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    same("keys read it", [await at(), (await reads())[3]], ["at 2 processors", "1.50"]);
    has("aloud", await page.locator(".chart-legend [aria-live]").textContent(), "at most 2.00");
    const box = await page.locator(".u-over").boundingBox();
    await page.mouse.move(box.x + box.width - 2, box.y + 40);
    same("and so does the pointer", await at(), "at 128 processors");
    await page.locator(".chart-values summary").click();
    has("values are a table too", await page.locator(".chart-values tr", { hasText: "(1.90 to 2.50)" }).innerText(), "2.00");
    same("of all points", await page.locator(".chart-values tbody tr").count(), PROCESSORS.length);
}

async function parts(page) {
    has("a bar says its parts", await page.locator(".bar").first().getAttribute("aria-label"), "working 50 ns (50.0%), barrier 25 ns (25.0%)");
    const colors = await page.locator(".bars .swatch").evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    same("parts of one role are told apart", new Set(colors).size, 3);
    same("many rows are shown on request", await page.locator(".bar-row").count(), 24);
    await page.locator("button.more").click();
    same("all of them", await page.locator(".bar-row").count(), 30);
    const reading = page.locator(".timeline .reading");
    has("over time, of all there was", await reading.innerText(), "working 50.0%, barrier 18.8%, too few 6.3%");
    await page.locator(".field").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    has("by keys", await reading.innerText(), "At 1.000 µs: working 2.00, barrier 1.00");
    const box = await page.locator(".field").boundingBox();
    await page.mouse.move(box.x + box.width * 0.99, box.y + 20);
    has("by the pointer", await reading.innerText(), "At 3.000 µs");
}

async function theme(page) {
    const now = () => page.evaluate(() => document.documentElement.dataset.theme);
    const before = await now();
    await page.locator("button.theme").click();
    const after = await now();
    check("the theme changes", after !== before);
    await page.reload();
    same("and is remembered", await now(), after);
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
    await verdict(page);
    await source(page);
    await theme(page);
    same("the outline", await page.locator(".outline a").allInnerTexts(), ["Findings", "Speedup", "Threads", "Over time", "Source", "How", "Text"]);
    page.removeAllListeners("console");
    page.removeAllListeners("request");
    await policy(page);
    await page.context().close();
}
