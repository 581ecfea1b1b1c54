// The cells of a table's rows.
import { el } from "./dom.js";

// Fills a row's element, of whose columns only those in sight have cells.
export function make_cells(sight, columns, context) {
    const shapes = new WeakMap(); // of a row's element: its cells, and the range of columns that they are of

    // A cell for each column in sight, and one in place of all others to either side.
    function cells_of(element) {
        const { range } = sight;
        if (shapes.get(element)?.range === range) return shapes.get(element).cells;
        const all = columns();
        const made = (column) => {
            const i = all.indexOf(column);
            return [el(i === 0 ? "th" : "td", { class: column.css, scope: i === 0 ? "row" : null, "aria-colindex": i + 1 }), column];
        };
        const none = (count) => (count > 0 ? [el("td", { colspan: count, "aria-hidden": "true" })] : []);
        const cells = [all[0], ...all.slice(range.from, range.to)].map(made);
        const [first, ...others] = cells.map(([cell]) => cell);
        element.replaceChildren(first, ...none(range.from - 1), ...others, ...none(all.length - range.to));
        shapes.set(element, { range, cells });
        return cells;
    }

    return (element, row) => {
        for (const [cell, column] of cells_of(element)) fill_cell(cell, column, row, context);
    };
}

function fill_cell(cell, column, row, context) {
    if (column.heat) cell.style.setProperty("--heat", column.heat(row));
    if (column.tint_of) cell.style.setProperty("--tint", column.tint_of(row));
    if (column.type === "text") cell.replaceChildren(named(column.text(row), context));
    else if (column.type === "place") cell.replaceChildren(placed(column.place(row), context));
    else cell.textContent = column.text(row);
}

// With keys one gets there by Enter: a stop in every row would be one too many.
function placed(at, context) {
    if (!context.known(at)) return "";
    const link = context.place(at);
    link.tabIndex = -1;
    return link;
}

// What the column is too narrow for is read on hover.
function named(text, context) {
    const name = context.name(text);
    if (!name.title && text.length > 12) name.title = text;
    return name;
}
