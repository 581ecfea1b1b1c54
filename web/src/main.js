// The page: reads the data that the tool has put into it, and shows its sections one below the other.
import { make_bus } from "./bus.js";
import { make_context } from "./context.js";
import { el } from "./dom.js";
import { make_footer, make_header, make_outline } from "./shell.js";
import { follow } from "./theme.js";
import { make_tip } from "./words.js";
import * as bars from "./bars.js";
import * as cards from "./cards.js";
import * as chart from "./chart.js";
import * as facts from "./facts.js";
import * as findings from "./findings.js";
import * as flames from "./flames.js";
import * as lanes from "./lanes.js";
import * as ledger from "./ledger.js";
import * as source from "./source.js";
import * as table from "./table.js";
import * as text from "./text.js";
import * as timeline from "./timeline.js";
import * as verdict from "./verdict.js";

const FORMAT = 1;
const KINDS = { bars, cards, chart, facts, findings, flames, lanes, ledger, source, table, text, timeline, verdict };

const failed = (message) => el("p", { class: "failed", role: "alert" }, message);

// One section that cannot be shown must not take the others with it.
function body_of(section, context) {
    const kind = Object.hasOwn(KINDS, section.kind) ? KINDS[section.kind] : null;
    if (!kind) return failed(`This page does not know sections of the kind '${section.kind}'.`);
    try {
        return kind.render(section, context);
    } catch (error) {
        console.error(error);
        return failed(`This section cannot be shown: ${error.message}`);
    }
}

function make_section(section, i, context) {
    const id = `section-${section.key ?? `${section.kind}-${i}`}`;
    const title = section.title && el("h2", { id: `${id}-title` }, context.word(el("span", {}, context.name(section.title)), section.folded ? null : section.word));
    const rest = [section.lead && el("p", { class: "lead" }, context.prose(section.lead)), body_of(section, context)];
    const folded = section.folded && title;
    return el(
        "section",
        { id, class: `section ${section.kind}${folded ? " folded" : ""}`, "aria-labelledby": title ? `${id}-title` : null, "aria-label": title ? null : `${section.kind} ${i + 1}` },
        folded ? el("details", {}, el("summary", {}, title), rest) : [title, rest],
    );
}

function show(data) {
    const bus = make_bus();
    const context = make_context(data, bus);
    const sections = Array.isArray(data.sections) ? data.sections : [];
    for (const section of sections) KINDS[section.kind]?.prepare?.(section, context);
    const main = el("main", { id: "main", tabindex: "-1" }, sections.map((section, i) => make_section(section, i, context)));
    if (!sections.length) main.append(failed("There is nothing in this report."));
    document.title = `${data.title ?? "report"} – Spanwise`;
    document.body.append(
        el("a", { class: "skip", href: "#main" }, "Skip to the report"),
        make_header(data, bus),
        el("div", { class: "columns" }, make_outline(main), main),
        make_footer(data),
        make_tip(),
    );
    follow(bus);
    bus.emit("shown");
}

function start() {
    const script = document.getElementById("data");
    if (!script) return document.body.append(failed("This page has no data: 'spanwise report --format=html' makes one with data."));
    let data;
    try {
        data = JSON.parse(script.textContent);
    } catch (error) {
        return document.body.append(failed(`This report's data cannot be read: ${error.message}`));
    }
    if (data.format !== FORMAT) return document.body.append(failed(`This report's data is of format ${data.format}, this page reads ${FORMAT}.`));
    script.remove();
    show(data);
}

start();
