// Parts of wholes, a bar a row. The longest bar is the whole width, so that rows can be compared.
import { el } from "./dom.js";
import { make_legend, role_class } from "./parts.js";

const FIRST = 24; // rows shown before one asks for more

const sum = (values) => values.reduce((total, value) => total + (value ?? 0), 0);

function make_row(row, section, most, context) {
    const total = sum(row.values);
    const unit = section.unit ?? context.unit;
    const share = (value) => context.format(value, "share");
    const cost = (value) => (unit === "share" ? share(value) : context.format(value, "cost", unit));
    const says = (part, value) => `${part.title} ${cost(value)}${unit === "share" ? "" : ` (${share(total ? value / total : 0)})`}`;
    const pieces = section.parts.map((part, i) => {
        const value = row.values[i] ?? 0;
        return value > 0 && el("span", { class: `piece ${role_class(part, section.parts)}`, title: says(part, value), style: { width: `${(100 * value) / most}%` } });
    });
    return el(
        "li",
        { class: "bar-row" },
        el("div", { class: "bar-label" }, context.name(row.label, 64), context.known(row.place) ? [" ", context.place(row.place)] : null),
        el("div", { class: "bar", role: "img", "aria-label": section.parts.map((part, i) => says(part, row.values[i] ?? 0)).join(", ") }, pieces),
        el("div", { class: "bar-note" }, row.note ? context.name(row.note, 64) : cost(total)),
    );
}

export function render(section, context) {
    const most = Math.max(...section.rows.map((row) => sum(row.values)), 0) || 1;
    const list = el("ul", { class: "bar-list" });
    const add = (rows) => list.append(...rows.map((row) => make_row(row, section, most, context)));
    add(section.rows.slice(0, FIRST));
    const rest = section.rows.slice(FIRST);
    const more = rest.length > 0 && el("button", { type: "button", class: "button more" }, `Show ${context.format(rest.length, "count")} more`);
    if (more) {
        more.addEventListener("click", () => {
            add(rest);
            more.remove();
            on_paper.remove();
        });
    }
    const there = (part) => section.rows.some((row) => row.values[section.parts.indexOf(part)] > 0);
    const on_paper = more && el("p", { class: "paper-only muted" }, `The first ${FIRST} of ${context.format(section.rows.length, "count")} rows.`);
    return el("div", {}, make_legend(section.parts, context, there), list, more, on_paper);
}
