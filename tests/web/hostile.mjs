// Names that are meant to do harm are shown as they are, and nothing of them runs.
import { check, has, same } from "./harness.mjs";
import { HOSTILE } from "./data.mjs";

export async function test(browser, data) {
    const page = await browser.open("hostile", data);
    for (const row of await page.locator("tr.entry").all()) await row.locator("th").click();
    for (const box of await page.locator(".flame-box").all()) {
        await box.focus();
        for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowDown");
    }
    await page.getByRole("button", { name: "As a table" }).click();
    for (const button of await page.locator("th[data-key] button").all()) await button.focus();
    same("nothing runs", await page.evaluate(() => window.harmed ?? null), null);
    same("no elements of theirs", await page.locator("img, main script, svg[onload]").count(), 0);
    has("the title is a text", await page.title(), HOSTILE[0]);
    const names = await page.locator("tr.entry th .name").allInnerTexts();
    for (const name of [HOSTILE[0], HOSTILE[1], HOSTILE[2], HOSTILE[6], HOSTILE[8], HOSTILE[9], HOSTILE[11]])
        check(`shown as it is: ${name}`, names.includes(name), names.map((text) => text.slice(0, 60)).join(" | "));
    const long = names.find((name) => name.startsWith("xxx"));
    check("10,000 characters are shortened", long && long.length < 200 && long.includes("…"), long?.slice(0, 200));
    same("and all there on hover", await page.locator("tr.entry th .name", { hasText: "xxx" }).evaluate((name) => name.title.length), 10000);
    check("no line is broken by a name", !names.some((name) => name.includes("\n")));
    await page.context().close();
}
