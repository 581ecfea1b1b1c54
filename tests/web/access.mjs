// Names, roles, contrast and order, as axe-core's rules for accessible pages want them, in both themes.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check, same } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// What is not as it is at first: curves that are hidden.
async function use(page) {
    for (const item of await page.locator(".legend-item").all()) await item.click();
    await page.mouse.move(0, 0);
}

// Where something is to be typed, and what is pressed, by an edge that has a contrast of 3 to the paper.
const pale_edges = (page) =>
    page.evaluate(() => {
        const luminance = (color) => {
            const parts = color.match(/[\d.]+/g).slice(0, 3).map((v) => (v <= 10 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4));
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
        };
        const paper = luminance(getComputedStyle(document.body).backgroundColor);
        return [...document.querySelectorAll("input[type=search], figcaption select, .button[aria-pressed=true]")]
            .map((one) => [one.textContent || one.ariaLabel, luminance(getComputedStyle(one).borderTopColor)])
            .filter(([, edge]) => (Math.max(edge, paper) + 0.05) / (Math.min(edge, paper) + 0.05) < 3)
            .map(([name]) => name);
    });

const RULES = { "target-size": { enabled: true } }; // off unless asked for

// Where the reader's colours are taken: what is chosen is read, and large figures have their bars.
async function forced(browser, data) {
    for (const colorScheme of ["light", "dark"]) {
        const page = await browser.open(`forced-${colorScheme}`, data, { forcedColors: "active", colorScheme });
        const of = (selector, property) => page.locator(selector).first().evaluate((one, name) => getComputedStyle(one)[name], property);
        same(`${colorScheme}: a link in a chosen row has the row's colour`, await of("tr.entry.chosen .place", "color"), await of("tr.entry.chosen td", "color"));
        check(`${colorScheme}: bars of figures`, (await of("tr.entry td.heat", "backgroundImage")).includes("gradient"));
        await page.context().close();
    }
}

export async function test(browser, reports) {
    await forced(browser, reports.small);
    for (const [name, data] of Object.entries(reports))
        for (const colorScheme of ["light", "dark"]) {
            // The rules come as a script, which the page's own policy would not let in.
            const page = await browser.open(`access-${name}-${colorScheme}`, data, { colorScheme, bypassCSP: true });
            await use(page);
            await page.evaluate(axe);
            const { violations } = await page.evaluate((rules) => window.axe.run(document, { resultTypes: ["violations"], rules }), RULES);
            const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0].target.join(" ")}${nodes.length > 1 ? ` and ${nodes.length - 1} more` : ""}`);
            check(`${name}, ${colorScheme}: accessible`, told.length === 0, told.join("; "));
            same(`${name}, ${colorScheme}: edges`, await pale_edges(page), []);
            await page.context().close();
        }
}
