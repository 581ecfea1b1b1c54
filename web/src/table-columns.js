// The columns of a table: how a value is sorted, written, copied and drawn, by the column's type.
import { ranks } from "./order.js";

const LINES_MOST = 1 << 24;
const SAMPLE = 400; // rows that say how wide a column is
const TEXT_MOST = 34; // characters

// `texts`: all strings of the report; `unit`: of costs.
export function make_column(column, texts, context, groups, unit = context.unit) {
    const { type } = column;
    const group = groups.find((g) => g.key === column.group) ?? null;
    const numeric = type !== "text" && type !== "place";
    let numbers = null;
    let sort_keys = null;
    let largest = null;
    let wide = 0;

    function make_keys() {
        if (type === "text") return ranks(texts, column.values);
        if (type === "place") return ranks(texts, column.files).map((rank, row) => rank * LINES_MOST + (column.lines[row] ?? 0));
        // What changed most is first, for better or for worse.
        return type === "change" ? self.numbers().map(Math.abs) : self.numbers();
    }

    const self = {
        ...column,
        group,
        numeric,
        // What it may be called in a filter.
        names: [column.title, group ? `${group.title} ${column.title}` : column.title, column.key].map((s) => s.toLowerCase()),
        numbers: () => (numbers ??= Float64Array.from(column.values, (v) => v ?? NaN)),
        keys: () => (sort_keys ??= make_keys()),
        largest() {
            if (largest === null) {
                largest = 0;
                for (const v of column.values) if (v !== null && Math.abs(v) > largest) largest = Math.abs(v);
            }
            return largest;
        },
        // How long the bar behind the value is: a share by itself, anything else of the column's largest.
        heat: column.heat ? (row) => Math.abs(column.values[row] ?? 0) / (type === "share" ? Math.max(1, self.largest()) : self.largest() || 1) : null,
        // Less is better, of costs.
        tint_of: type === "change" ? (row) => (column.values[row] < 0 ? "var(--good-soft)" : "var(--bad-soft)") : null,
        place: type === "place" ? (row) => ({ file: column.files[row], line: column.lines[row] }) : null,
        // As it is shown.
        text(row) {
            if (type === "text") return context.string(column.values[row]);
            if (type === "place") return context.known(self.place(row)) ? context.place_text(self.place(row)) : "";
            return context.format(column.values[row], type, unit);
        },
        // As it is copied: all of it.
        raw(row) {
            if (type === "text") return context.string(column.values[row]);
            if (type === "place") return context.known(self.place(row)) ? `${context.string(column.files[row])}:${column.lines[row]}` : "";
            return column.values[row] ?? "";
        },
        // In characters: of the longest value, as far as a look at some of them tells, and of the title's longest word.
        width(rows) {
            if (wide) return wide;
            let most = Math.max(...column.title.split(" ").map((w) => w.length + 2), numeric ? 6 : 8);
            const step = Math.max(1, Math.floor(rows / SAMPLE));
            for (let row = 0; row < rows; row += step) most = Math.max(most, Math.min(TEXT_MOST, self.text(row).length));
            if (column.heat) most = Math.max(most, 9);
            return (wide = most);
        },
    };
    return self;
}

const csv_quoted = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

// Rows as text to be pasted elsewhere: by commas, or by tabs as spreadsheets take them.
export function copied(columns, rows, separator) {
    const cell = separator === "\t" ? (v) => String(v).replace(/[\t\n\r]/g, " ") : (v) => csv_quoted(String(v));
    const lines = [columns.map((c) => cell(c.key)).join(separator)];
    for (const row of rows) lines.push(columns.map((c) => cell(c.raw(row))).join(separator));
    return `${lines.join("\n")}\n`;
}
