// The keyboard alone, and the pointer's way to a tooltip: what has the focus is seen, and what is said about it too.
import { check, same } from "./harness.mjs";

const WIDTH = 760; // the table goes on to the side
const MOST = 200; // stops

// What has the focus, whether all of it can be seen, and what the tooltip does. Null: nothing has it any more.
const focused = (page) =>
    page.evaluate(() => {
        const at = document.activeElement;
        if (at === document.body) return null;
        const { left, top, right, bottom } = at.getBoundingClientRect();
        const corners = [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2], [(left + right) / 2, (top + bottom) / 2]];
        const inner = at.matches("button, input, select, .word"); // others may be larger than the window
        const tip = document.getElementById("tip").getBoundingClientRect();
        const tip_off = Math.max(tip.top - bottom, top - tip.bottom, 0) + Math.max(tip.left - right, left - tip.right, 0);
        return {
            text: `${at.className || at.localName}: ${(at.getAttribute("aria-label") ?? at.textContent).slice(0, 30)}`,
            seen: !inner || at.getClientRects().length > 1 || corners.every(([x, y]) => at.contains(document.elementFromPoint(x, y))),
            explained: !at.matches(".word") || (at.getAttribute("aria-describedby") === "tip" && tip.height > 0 && tip_off < 20),
        };
    });

// Through the page by one key, to its end or so many stops. Returns what had the focus.
async function walk(page, key, most) {
    const stops = [];
    for (let i = 0; i < most; i++) {
        await page.keyboard.press(key);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))); // it has scrolled
        const stop = await focused(page);
        if (!stop) break;
        stops.push(stop);
    }
    same(`${key}: what has the focus is seen`, stops.filter((stop) => !stop.seen).map((stop) => stop.text), []);
    same(`${key}: what is explained is, where it is`, stops.filter((stop) => !stop.explained).map((stop) => stop.text), []);
    return stops.map((stop) => stop.text);
}

// A word in the middle of the window: to it, to its tooltip, and away.
async function pointer(page) {
    const word = page.locator(".grid thead .word").first();
    await word.scrollIntoViewIfNeeded();
    await word.hover();
    const tip = page.locator("#tip");
    const box = await tip.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    await page.waitForTimeout(400);
    check("a tooltip can be pointed at", await tip.isVisible());
    await page.mouse.move(2, 2);
    await tip.waitFor({ state: "hidden" });
}

export async function test(browser, data) {
    const page = await browser.open("keys", data, { viewport: { width: WIDTH, height: 700 } });
    const wide = await page.locator(".table-box").evaluate((box) => box.scrollWidth > box.clientWidth + 100);
    check("the table is wider than its box", wide);
    const there = await walk(page, "Tab", MOST);
    check("all is reached", there.length > 25 && there.length < MOST, String(there.length));
    same("and on the way back", (await walk(page, "Shift+Tab", there.length)).reverse(), there);
    await pointer(page);
    await page.context().close();
}
