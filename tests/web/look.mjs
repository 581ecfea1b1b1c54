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
    await page.emulateMedia({ media: "print" });
    for (const part of [".verdict-box", ".flame-canvas", ".grid", ".source .code"]) check(`on paper: ${part}`, await page.locator(part).first().isVisible());
    check("on paper: nothing to press", !(await page.locator(".tools").first().isVisible()));
    if (process.env.KEEP) writeFileSync(`${process.env.KEEP}/page.pdf`, pdf);
}

async function narrow(browser, name, data) {
    const page = await browser.open(`${name}-narrow`, data, { viewport: { width: 420, height: 800 } });
    below(`${name}: nothing sticks out at 420 pixels`, await page.evaluate(() => document.documentElement.scrollWidth), 420);
    const boxes = await page.locator(".flame").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    same(`${name}: flame graphs below each other`, new Set(boxes).size, 1);
    check(`${name}: the table scrolls by itself`, await page.locator(".table-box").evaluate((box) => box.scrollWidth > box.clientWidth));
    check(`${name}: as far as one likes`, await page.locator(".table-box").evaluate((box) => (box.scrollLeft = 400) && box.scrollLeft === 400));
    check(`${name}: its first column stays`, await page.locator(".table-box").evaluate((box) => Math.abs(box.querySelector("tr.entry th").getBoundingClientRect().left - box.getBoundingClientRect().left) < 2));
    await page.context().close();
}

export async function test(browser, small, hostile) {
    await themes(browser, small);
    await narrow(browser, "small", small);
    await narrow(browser, "hostile", hostile);
}
