// Dark and light, narrow and on paper.
import { writeFileSync } from "node:fs";
import { below, check, same } from "./harness.mjs";

const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
// The first flame graph, as a picture.
const picture = (page) => page.locator(".flame-canvas").first().evaluate((canvas) => canvas.toDataURL());
const dark = (color) => color.match(/\d+/g).slice(0, 3).every((part) => Number(part) < 80);

async function themes(browser, data) {
    const light = await browser.open("light", data, { colorScheme: "light" });
    check("light as the system says", !dark(await background(light)));
    const drawn = await picture(light);
    await light.locator("button.theme").click();
    check("dark as chosen", dark(await background(light)));
    check("the flame graph too", (await picture(light)) !== drawn);
    await light.locator("button.theme").click();
    check("and back", (await picture(light)) === drawn);
    await light.context().close();

    const night = await browser.open("dark", data, { colorScheme: "dark" });
    check("dark as the system says", dark(await background(night)));
    check("the flame graph is dark from the start", (await picture(night)) !== drawn);
    await printed(night, drawn);
    await night.context().close();
}

async function printed(page, light) {
    await page.evaluate(() => {
        window.addEventListener("beforeprint", () => {
            window.on_paper = document.querySelector(".flame-canvas").toDataURL();
        });
    });
    const pdf = await page.pdf({ format: "A4" });
    check("printed", pdf.subarray(0, 5).toString() === "%PDF-", pdf.subarray(0, 20).toString());
    check("flame graphs are light on paper", (await page.evaluate(() => window.on_paper)) === light);
    check("dark again after printing", dark(await background(page)));
    if (process.env.KEEP) writeFileSync(`${process.env.KEEP}/page.pdf`, pdf);
}

// The same groups of columns three times: more than any sheet has room for.
function widened(data) {
    const table = data.sections.find((s) => s.kind === "table");
    const again = (list, i) => list.map((one) => ({ ...one, ...(one.group ? { group: `${one.group}${i}` } : { title: `${one.title} ${i}` }), key: `${one.key}${i}` }));
    for (const i of [2, 3]) {
        table.groups.push(...again(table.groups.slice(0, 2), i));
        table.columns.push(...again(table.columns.filter((c) => ["on_work", "on_span"].includes(c.group)), i));
    }
    return data;
}

// A sheet of paper between its margins is as wide as this viewport.
async function paper(browser, name, data) {
    const page = await browser.open(`${name}-paper`, data, { viewport: { width: 688, height: 990 } });
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    for (const part of [".verdict-box", ".flame-canvas", ".grid", ".source-paper .row.hot .code"]) check(`${name}: on paper: ${part}`, await page.locator(part).first().isVisible());
    check(`${name}: on paper: nothing to press`, !(await page.locator(".tools").first().isVisible()));
    below(`${name}: nothing sticks out of the paper`, await page.evaluate(() => Math.max(...[...document.querySelectorAll("main *")].map((each) => each.getBoundingClientRect().right))), 688.5);
    const cut = await page.locator(".grid th, .grid td, .source-paper .code").evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent));
    same(`${name}: nothing is cut on paper`, cut, []);
    check(`${name}: and can be read`, await page.locator(".grid").evaluate((grid) => parseFloat(getComputedStyle(grid).fontSize) >= 7));
    const note = await page.locator(".table-paper").innerText();
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: null });
    return { page, note };
}

async function papers(browser, small, hostile) {
    for (const [name, data, says] of [["small", small, ""], ["hostile", hostile, ""], ["wide", widened(structuredClone(small)), "No room on paper for the columns of: On"]]) {
        const { page, note } = await paper(browser, name, data);
        check(`${name}: says what is left out`, says ? note.startsWith(says) : !note, note);
        same(`${name}: all columns are back afterwards`, await page.locator("th[data-key]").count(), data.sections.find((s) => s.kind === "table").columns.length);
        await page.context().close();
    }
}

async function narrow(browser, name, data) {
    const page = await browser.open(`${name}-narrow`, data, { viewport: { width: 420, height: 800 } });
    below(`${name}: nothing sticks out at 420 pixels`, await page.evaluate(() => document.documentElement.scrollWidth), 420);
    const boxes = await page.locator(".flame").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    same(`${name}: flame graphs below each other`, new Set(boxes).size, 1);
    const second = await page.locator("th[data-key]").nth(1).evaluate((th) => [th.dataset.key, th.getBoundingClientRect().right <= innerWidth]);
    same(`${name}: what it is sorted by is seen`, second, [data.sections.find((s) => s.kind === "table").sort, true]);
    await page.locator("th[data-key]").nth(2).locator("button").focus();
    await page.keyboard.press("Enter");
    check(`${name}: and keeps the focus`, await page.evaluate(() => document.activeElement.matches("th[aria-sort] button")));
    check(`${name}: the table scrolls by itself`, await page.locator(".table-box").evaluate((box) => box.scrollWidth > box.clientWidth));
    check(`${name}: as far as one likes`, await page.locator(".table-box").evaluate((box) => (box.scrollLeft = 400) && box.scrollLeft === 400));
    check(`${name}: its first column stays`, await page.locator(".table-box").evaluate((box) => Math.abs(box.querySelector("tr.entry th").getBoundingClientRect().left - box.getBoundingClientRect().left) < 2));
    await page.context().close();
}

// The same before and after a change: what has become a tenth is a tenth as wide.
async function one_scale(browser, data) {
    const flames = data.sections.find((s) => s.kind === "flames");
    flames.measures = ["before", "after"].map((when) => ({ key: `span ${when}`, title: `The span ${when}` }));
    flames.frames.parallelism = null;
    data.sections = [flames];
    const page = await browser.open("one-scale", data);
    same("totals are said", await page.locator(".flame-total").allInnerTexts(), ["1.000 µs", "100 ns"]);
    const pointed = async (nth, part) => {
        const box = await page.locator(".flame-box").nth(nth).boundingBox();
        await page.mouse.move(box.x + box.width * part, box.y + 10);
        return (await page.locator(".flame-detail .who").count()) > 0;
    };
    same("before and after to one scale", [await pointed(0, 0.9), await pointed(1, 0.05), await pointed(1, 0.15)], [true, true, false]);
    await page.context().close();
}

export async function test(browser, small, hostile) {
    await themes(browser, small);
    await papers(browser, small, hostile);
    await narrow(browser, "small", small);
    await narrow(browser, "hostile", hostile);
    await one_scale(browser, structuredClone(small));
}
