// The head of a table: titles of columns, which sort it, below titles of their groups; and how columns look.
import { el } from "./dom.js";

export function style_columns(columns) {
    columns.forEach((column, i) => {
        column.tint = /span/.test(column.group?.key ?? column.key) ? "span-tint" : "work-tint";
        const starts = i > 0 && column.group !== columns[i - 1].group;
        column.css = [i === 0 ? "first" : "", column.numeric ? "number" : "word-cell", column.heat ? `heat ${column.tint}` : "", starts ? "starts" : ""].join(" ").trim();
    });
}

// In CSS, of n rows.
export function column_widths(columns, n) {
    return columns.map((c, i) => (i === 0 ? `min(${c.width(n)}ch + 1.4rem, var(--first-most))` : `(${c.width(n)}ch + 1.2rem)`));
}

const direction = (state) => (state.descending ? "descending" : "ascending");

function head_cell(column, state, context, press) {
    const button = context.word(el("button", { class: "sorter", type: "button", on: { click: () => press(column) } }, column.title), column.word);
    return el("th", { class: column.css, scope: "col", "data-key": column.key, "aria-sort": state.sort === column ? direction(state) : null }, button);
}

// Columns of one group that are next to each other have one title. What is above the first column covers as much as it when one scrolls, not more.
function group_cells(columns, context) {
    const cells = [];
    columns.forEach((column, i) => {
        if (i > 0 && column.group === columns[i - 1].group && (i > 1 || column.group)) cells.at(-1).colSpan++;
        else if (column.group) cells.push(el("th", { class: `group ${column.tint}`, scope: "colgroup", colspan: 1 }, context.word(el("span", {}, column.group.title), column.group.word)));
        else cells.push(el("td", { class: i === 0 ? "first" : "", colspan: 1 }));
    });
    return cells;
}

export function head_rows(state, context, press) {
    return [
        el("tr", { class: "groups", "aria-rowindex": 1 }, group_cells(state.columns, context)),
        el("tr", { "aria-rowindex": 2 }, state.columns.map((column) => head_cell(column, state, context, press))),
    ];
}

export function mark_sorted(head, state) {
    for (const th of head.querySelectorAll("th[data-key]")) {
        if (th.dataset.key === state.sort?.key) th.setAttribute("aria-sort", direction(state));
        else th.removeAttribute("aria-sort");
    }
}
