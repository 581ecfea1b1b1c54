// A page that the tool made of a profile: everything in it is shown, and what is listed can be selected.
import { basename } from "node:path";
import { check, same } from "./harness.mjs";

export async function test(browser, path) {
    const name = basename(path);
    const page = await browser.open_file(name, path);
    same(`${name}: all sections are shown`, await page.locator(".failed").allInnerTexts(), []);
    check(`${name}: there are sections`, (await page.locator("main > section").count()) > 2);
    await page.evaluate(() => document.querySelectorAll(".folded > details").forEach((details) => (details.open = true)));
    for (const table of await page.locator(".table").all()) {
        const row = table.locator("tr.entry").first();
        await row.locator("th").click();
        same(`${name}: a row is selected`, await table.locator("tr.entry.chosen").count(), 1);
    }
    await page.setViewportSize({ width: 420, height: 800 });
    check(`${name}: nothing sticks out at 420 pixels`, await page.evaluate(() => document.documentElement.scrollWidth <= 420));
    await page.context().close();
}
