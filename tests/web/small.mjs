// What a reader does with a small report: sorts, filters, follows links between flame graphs, table and source.
import { all_columns, check, chosen_row, column, detail, flame_box, has, same, sorter } from "./harness.mjs";

const ROW = 19; // of a flame graph

async function sorts(page) {
    same("sorted as the report says", await page.locator("th[aria-sort=descending]").getAttribute("data-key"), "on_span.local.work");
    const lefts = (selector) => page.locator(selector).evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
    same("values are below their headings", await lefts("tr.entry:nth-child(2) > *"), await lefts("th[data-key]"));
    await sorter(page, "on_work.work").click();
    same("largest first", await column(page, 2), ["1.000 µs", "982 ns", "880 ns", "880 ns", "100 ns"]);
    same("equal ones stay in their order", (await column(page, 0)).slice(2, 4), ["parallel", "leaf"]);
    same("aria-sort", await page.locator("th[aria-sort]").evaluateAll((all) => all.map((th) => [th.dataset.key, th.ariaSort])), [["on_work.work", "descending"]]);
    await sorter(page, "on_work.work").click();
    same("smallest first", (await column(page, 2))[0], "17 ns");
    await sorter(page, "call").click();
    same("by name", await column(page, 0, 6), ["leaf", "main", "parallel", "print", "serial", "solve"]);
    await sorter(page, "on_work.parallelism").click();
    same("what is not known is last", (await column(page, 4, 6)).indexOf("–"), 5);
    await sorter(page, "on_work.parallelism").click();
    same("what is not known is last, the other way too", (await column(page, 4, 6)).indexOf("–"), 5);
}

async function changes(page) {
    await sorter(page, "on_span.change").click();
    same("what changed most is first", await column(page, 14, 6), ["−300 ns", "+200 ns", "−5 ns", "+1 ns", "0 ns", "–"]);
    const tint = (row) => page.locator("tr.entry").nth(row).evaluate((entry) => entry.cells[14].style.getPropertyValue("--tint"));
    same("better and worse", [await tint(0), await tint(1)], ["var(--good-soft)", "var(--bad-soft)"]);
}

async function filters(page) {
    const input = page.locator(".table input[type=search]");
    const status = () => page.locator(".table-status").innerText();
    const left = async (text) => {
        await input.fill(text);
        return (await column(page, 0, 10)).sort();
    };
    same("rows", await status(), "6 rows");
    same("by a word", await left("SERI"), ["serial"]);
    same("and says how many", await status(), "1 of 6 rows");
    same("by a place", await left("solve.c:21"), ["parallel"]);
    same("by how it begins", await left("solve.c:2"), ["parallel", "serial"]);
    same("by a line", await left("30"), ["leaf"]);
    same("by a comparison", await left("work > 50%"), ["leaf", "main", "parallel", "solve"]);
    same("and says which it is", await status(), "4 of 6 rows: work (On work) > 50 % of the largest");
    same("by its own example", await left((await input.getAttribute("placeholder")).replace(/.* or /, "").replace("5%", "0%")), ["leaf", "main", "parallel", "print", "serial", "solve"]);
    same("by words of a column's key", await left("span count >= 0"), await left(""));
    same("a column that is not there", await left("wrok > 5"), []);
    check("is said to be none", /\b0 of 6\b.*'wrok'.*work, span, parallelism, count/.test(await status()), await status());
    same("by both", await left("a work >= 880ns, work < 1us"), ["leaf", "parallel"]);
    same("by a column of a group", await left("on work work = 17"), ["print"]);
    same("a change by its sign", await left("change > 0"), ["main", "serial"]);
    same("what is no comparison is a text", await left("operator<"), []);
    has("nothing is said to be left", await page.locator(".table-box").evaluate((box) => getComputedStyle(box, "::after").content), "No row");
    same("all again", (await left("")).length, 6);
}

// What is to happen later happens at once, when both have been pressed.
async function pressed_twice() {
    const { setTimeout } = window;
    const later = [];
    window.setTimeout = (act) => void later.push(act);
    const button = [...document.querySelectorAll("button")].find((each) => each.textContent === "Copy TSV");
    for (let i = 0; i < 2; i++) {
        button.click();
        await new Promise((done) => setTimeout(done));
    }
    for (const act of later) act();
    window.setTimeout = setTimeout;
    return `${button.textContent}${later.length === 2 ? "" : `, after ${later.length}`}`;
}

async function columns(page) {
    const heads = () => page.locator("th[data-key]").count();
    same("columns", await heads(), 15);
    await page.getByRole("button", { name: "On span", exact: true }).click();
    same("without a group", await heads(), 8);
    same("cells are as many", await page.locator("tr.entry").first().evaluate((row) => row.cells.length), 8);
    await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (window.copied = text)));
    await page.getByRole("button", { name: "Copy CSV" }).click();
    const lines = (await page.evaluate(() => window.copied)).split("\n");
    same("pressed twice, it says again what it does", await page.evaluate(pressed_twice), "Copy TSV");
    same("copied: columns that are shown", lines[0].split(",").slice(0, 3), ["call", "file", "on_work.work"]);
    check("copied: rows", lines.length === 8 && lines.includes(lines.find((line) => line.startsWith("serial,/home/someone/project/solve.c:20,100,"))), lines.join("|"));
    await page.getByRole("button", { name: "On span", exact: true }).click();
    const word = sorter(page, "on_work.local.work");
    await word.focus();
    has("a word is explained", await page.locator("#tip").innerText(), "callee");
    await page.getByRole("button", { name: "On span", exact: true }).focus();
    has("a group of columns too", await page.locator("#tip").innerText(), "longest chain");
}

const source_line = (page) => page.locator(".source .row.chosen .line-number").innerText();

async function links(page) {
    has("what the verdict names is pointed out", await detail(page), "serial");
    await page.locator('tr.entry[data-row="4"] th').click();
    has("row to flame graphs", await detail(page), "leaf");
    same("row to source", await source_line(page), "30");
    await page.locator('tr.entry[data-row="2"] th').click();
    same("a row is chosen", await chosen_row(page), [2]);
    const said = await detail(page);
    has("another one", said, "serial");
    has("share of work", said, "10.0% of the work");
    has("share of the critical path", said, "95.0% ");
    check("a bottleneck is said to be one", /9\.50 .*bottleneck/.test(said), said);
    same("row to source", await source_line(page), "20");

    // The third row of the right one is nearly all serial(); of the left one, beyond its tenth, parallel().
    await flame_box(page, 0).scrollIntoViewIfNeeded();
    const box = await flame_box(page, 0).boundingBox();
    await page.mouse.click(box.x + box.width * 0.5, box.y + ROW * 2.5);
    has("a frame is chosen", await detail(page), "parallel");
    same("frame to row", await chosen_row(page), [3]);
    same("frame to source", await source_line(page), "21");
    same("zoomed, with the way back", await page.locator(".flame-crumbs button").allInnerTexts(), ["main", "solve", "parallel"]);
    await page.locator(".flame-crumbs button").first().click();
    await page.mouse.move(box.x + box.width * 0.02, box.y + ROW * 2.5);
    await page.waitForFunction(() => document.querySelector(".flame-detail").innerText.includes("serial"));
    check("pointing says what is there", true);
    await page.mouse.move(box.x, box.y - 200);

    await page.locator(".source .row", { hasText: "line 30 of" }).click();
    same("source to row", await chosen_row(page), [4]);
    has("source to flame graphs", await detail(page), "leaf");
}

// What is selected stays so whatever the page looks like, and from where a link has led there is a way back.
async function stays(page) {
    const said = await detail(page);
    await page.locator("button.theme").click();
    await page.setViewportSize({ width: 500, height: 700 });
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.locator("button.theme").click();
    same("selected in another theme and size", await detail(page), said);
    for (const [what, link] of [["the table", ".to-table"], ["the source", ".flame-detail button.place"]]) {
        await page.locator("section.flames").evaluate((element) => scrollTo({ top: scrollY + element.getBoundingClientRect().top - 50, behavior: "instant" }));
        const before = await page.evaluate(() => scrollY);
        await page.locator(link).click();
        await page.evaluate(() => new Promise((done) => (addEventListener("popstate", () => setTimeout(done), { once: true }), history.back())));
        same(`and back from ${what}`, await page.evaluate(() => scrollY), before);
    }
}

async function keys(page) {
    same("no stops of the keyboard in the rows", await page.locator("tr.entry button:not([tabindex='-1'])").count(), 0);
    await page.getByRole("button", { name: "Reset" }).click();
    await flame_box(page, 1).focus();
    const after = async (key) => {
        await page.keyboard.press(key);
        return (await page.locator(".flame-detail .who .name").allInnerTexts())[0] ?? null;
    };
    same("first the root", await after("ArrowDown"), "main");
    same("down", await after("ArrowDown"), "solve");
    same("to the widest callee", await after("ArrowDown"), "serial");
    same("right", await after("ArrowRight"), "parallel");
    same("left", await after("ArrowLeft"), "serial");
    await page.keyboard.press("Enter");
    same("Enter zooms", (await page.locator(".flame-crumbs button").allInnerTexts()).at(-1), "serial");
    same("up", await after("ArrowUp"), "solve");
    await page.keyboard.press("Escape");
    same("Escape goes back", await page.locator(".flame-crumbs button").count(), 0);
    same("and then lets go", await after("Escape"), null);

    await page.locator("table.grid").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    const row = (await chosen_row(page))[0];
    same("the table too", row, Number(await page.locator("tr.entry").nth(1).getAttribute("data-row")));
    same("and says which row", await page.locator("table.grid").getAttribute("aria-activedescendant"), await page.locator("tr.entry.chosen").getAttribute("id"));
}

async function finds(page) {
    await page.locator(".flames input[type=search]").fill("serial");
    check("what is found makes up", /\b1 frame\b.*\b10\.0% .*\b95\.0% /.test(await page.locator(".flame-found").innerText()), await page.locator(".flame-found").innerText());
    await page.locator(".flames input[type=search]").fill("solve.c");
    has("nested frames count once", await page.locator(".flame-found").innerText(), "100% of the work");
    await page.locator(".flames input[type=search]").fill("");
    await page.getByRole("button", { name: "Reset" }).click(); // what is selected would be opened
    await page.getByRole("button", { name: "As a table" }).click();
    const names = () => page.locator(".flame-outline tbody th .name").allInnerTexts();
    same("as a tree of rows", await names(), ["main", "solve", "print"]);
    await page.locator(".flame-outline tr[data-node='1']").focus();
    await page.keyboard.press("ArrowRight");
    same("opened", await names(), ["main", "solve", "serial", "parallel", "print"]);
    await page.keyboard.press("ArrowLeft");
    same("closed", (await names()).length, 3);
    await page.getByRole("button", { name: "As a table" }).click();
}

// Where the verdict blames a lock, that is where to look first, and what is wide on the critical path is not said to be the bottleneck.
async function contention(browser, data) {
    const verdict = { ...data.sections[0], cause: "contention", site: 4, place: { ...data.sections[0].place, line: 30, function: data.sections[2].columns[0].values[4] } };
    const flames = data.sections[1];
    const open = (name, more) => browser.open(name, { ...data, sections: [verdict, { ...flames, ...more }, ...data.sections.slice(2)] });
    const page = await open("contention", {});
    has("what the verdict names is where to look", await detail(page), "▲");
    await page.locator('tr.entry[data-row="2"] th').click();
    const said = await detail(page);
    check("what is wide on the critical path comes after it", /△ .*9\.50 .*verdict/.test(said), said);
    check("and is no bottleneck", !said.includes("bottleneck"), said);
    await page.context().close();
    // Functions that were sampled are of no call site, and no frame has the line: its function is where to look.
    const sampled = await open("contention-sampled", { frames: { ...flames.frames, site: flames.frames.site.map(() => -1), line: flames.frames.line.map((line) => line - 1) } });
    check("both signs are explained", /▲.*△/.test(await detail(sampled)), await detail(sampled));
    await flame_box(sampled, 0).scrollIntoViewIfNeeded();
    await flame_box(sampled, 0).click({ position: { x: 300, y: 3 * ROW + ROW / 2 } });
    has("the function of the line", await detail(sampled), "▲");
    await sampled.context().close();
}

export async function test(browser, data) {
    const page = await browser.open("small", data);
    same("no column is cut off at first", await page.locator(".table-box").evaluate((box) => box.scrollWidth > box.clientWidth), false);
    same("others can be asked for", await page.locator(".table .choice button").evaluateAll((all) => all.map((one) => one.ariaPressed)), ["false", "true"]);
    await all_columns(page);
    await sorts(page);
    await changes(page);
    await filters(page);
    await columns(page);
    await links(page);
    await stays(page);
    await keys(page);
    await finds(page);
    await page.context().close();
    await contention(browser, data);
}
