// The rows of a table of any length: only those that are seen, and some around them, are elements; two empty rows
// stand for the others. Rows are all of one height.
import { el } from "./dom.js";

export const ROW = 27;
const AROUND = 8; // rows made above and below what is seen
const HEIGHT_MOST = 12e6; // pixels; browsers lose precision beyond. Longer tables scroll in larger steps.
const PAPER_MOST = 40; // rows that are printed

// `fill(row element, row of the table, position)` writes a row; `columns()` tells how many cells it has.
export function make_rows(box, body, fill, columns) {
    const above = el("tr", { class: "space", "aria-hidden": "true" });
    const below = el("tr", { class: "space", "aria-hidden": "true" });
    const pool = [];
    let rows = new Uint32Array(0);
    let paper = false;
    let height = 0; // of what is seen of the rows; asked for seldom, as the page must be laid out to tell

    function measure() {
        height = box.clientHeight - (body.previousElementSibling?.offsetHeight ?? 0);
        show();
    }
    const seen_height = () => Math.max(ROW, height || box.clientHeight);
    const whole = () => rows.length * ROW;
    const scale = () => (whole() > HEIGHT_MOST ? (whole() - seen_height()) / (HEIGHT_MOST - seen_height()) : 1);

    function grow(count) {
        while (pool.length < count) pool.push(el("tr", { class: "entry" }));
        for (const row of pool) while (row.cells.length > columns()) row.lastChild.remove();
        for (const row of pool) while (row.cells.length < columns()) row.append(el(row.cells.length ? "td" : "th", row.cells.length ? {} : { scope: "row" }));
    }

    function span() {
        if (paper) return { first: 0, count: Math.min(rows.length, PAPER_MOST), before: 0, after: 0 };
        const top = (box.scrollTop * scale()) / ROW;
        const first = Math.max(0, Math.floor(top) - AROUND);
        const count = Math.min(rows.length - first, Math.ceil(seen_height() / ROW) + 2 * AROUND);
        const before = Math.max(0, scale() === 1 ? first * ROW : box.scrollTop - (top - first) * ROW);
        return { first, count, before, after: Math.max(0, Math.min(whole(), HEIGHT_MOST) - before - count * ROW) };
    }

    function show() {
        const { first, count, before, after } = span();
        grow(count);
        for (let i = 0; i < count; i++) fill(pool[i], rows[first + i], first + i);
        above.style.height = `${before}px`;
        below.style.height = `${after}px`;
        above.hidden = before === 0;
        below.hidden = after === 0;
        if (body.childElementCount !== count + 2 || body.firstChild !== above) body.replaceChildren(above, ...pool.slice(0, count), below);
    }

    return {
        show,
        measure,
        set(next) {
            rows = next;
            show();
        },
        get rows() {
            return rows;
        },
        get seen() {
            return Math.max(1, Math.floor(seen_height() / ROW));
        },
        printed(on) {
            paper = on;
            show();
            return Math.min(rows.length, PAPER_MOST);
        },
        // For all rows that are there.
        mark(change) {
            for (const element of pool) change(element, Number(element.dataset.row));
        },
        // Scrolls so that the row at this position is seen.
        reveal(position) {
            const top = (box.scrollTop * scale()) / ROW;
            const seen = seen_height() / ROW;
            if (position >= top && position + 1 <= top + seen) return;
            const to = position < top ? position : position + 1 - seen;
            // From far away: into the middle, so that its neighbours are seen too.
            const far = Math.abs(to - top) > seen ? position - seen / 2 : to;
            box.scrollTop = (Math.max(0, far) * ROW) / scale();
            show();
        },
    };
}
