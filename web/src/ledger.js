// All of N cores' time, by what it goes to: one bar, and the same as a table with what each cause costs and where.
import { el } from "./dom.js";
import { role_class } from "./parts.js";

const HEADS = [["share", "goes to", "speedup without it", "lines", "first line", "function"], ["number", null, "number", "number places", null, null]];

export function render(section, context) {
    const { rows } = section;
    const share = (row) => context.format(row.share, "share");
    const says = rows.map((row) => `${row.goes_to ?? row.cause} ${share(row)}`).join(", ");
    const cells = (row) => [
        share(row),
        [el("span", { class: `swatch ${role_class(row, rows)}` }), context.word(el("span", {}, row.goes_to ?? row.cause), row.word)],
        context.format(row.speedup_without, "real"),
        row.places ? context.format(row.places, "count") : "–",
        context.known(row.place) && row.place.line ? context.place(row.place, row.site) : "–",
        row.place?.function ? el("code", {}, context.name(context.string(row.place.function), 60)) : "–",
    ];
    const make_row = (tag, contents) => el("tr", {}, contents.map((content, i) => el(tag, { class: HEADS[1][i], scope: tag === "th" ? "col" : null }, content)));
    return el(
        "div",
        {},
        el("div", { class: "bar whole", role: "img", "aria-label": says }, rows.map((row) => row.share > 0 && el("span", { class: `piece ${role_class(row, rows)}`, title: `${row.goes_to ?? row.cause} ${share(row)}`, style: { width: `${100 * row.share}%` } }))),
        el("div", { class: "scroll", tabindex: "0" }, el("table", { class: "plain ledger-table" }, el("thead", {}, make_row("th", HEADS[0])), el("tbody", {}, rows.map((row) => make_row("td", cells(row)))))),
    );
}
