// All tests of the page in a browser: node browser.mjs SOURCE WORK CHROMIUM PAGE-OF-100000 [other page that the tool has made...]
import { finish, start } from "./harness.mjs";
import { hostile, large, small } from "./data.mjs";
import * as access_test from "./access.mjs";
import * as hostile_test from "./hostile.mjs";
import * as keys_test from "./keys.mjs";
import * as large_test from "./large.mjs";
import * as look_test from "./look.mjs";
import * as sections_test from "./sections.mjs";
import * as small_test from "./small.mjs";
import * as made_test from "./made.mjs";

const [, , source, work, executable, many, ...made] = process.argv;
const browser = await start({ source, work, executable });
// Most of a test is waiting: those that take no times run side by side.
async function made_tests() {
    for (const path of made) await made_test.test(browser, path);
}
async function use_tests() {
    await small_test.test(browser, small());
    await sections_test.test(browser);
    await hostile_test.test(browser, hostile());
}
try {
    await Promise.all([
        use_tests(),
        made_tests(),
        keys_test.test(browser, small()),
        look_test.test(browser, small(), hostile()),
        access_test.test(browser, { small: small(), sections: sections_test.data }),
    ]);
    await large_test.test(browser, large(100000));
    await large_test.made(browser, many);
} finally {
    await browser.stop();
}
finish();
