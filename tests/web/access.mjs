// Names, roles, contrast and order, as axe-core's rules for accessible pages want them, in both themes.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function test(browser, reports) {
    for (const [name, data] of Object.entries(reports))
        for (const colorScheme of ["light", "dark"]) {
            // The rules come as a script, which the page's own policy would not let in.
            const page = await browser.open(`access-${name}-${colorScheme}`, data, { colorScheme, bypassCSP: true });
            await page.evaluate(axe);
            const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
            const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0].target.join(" ")}${nodes.length > 1 ? ` and ${nodes.length - 1} more` : ""}`);
            check(`${name}, ${colorScheme}: accessible`, told.length === 0, told.join("; "));
            await page.context().close();
        }
}
