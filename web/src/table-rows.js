// The rows of a table of any length: only those that are seen, and some around them, are elements; two empty rows
// stand for the others. Rows are all of one height.
import { el } from "./dom.js";

export const ROW = 27;
const AROUND = 8; // rows made above and below what is seen
const HEIGHT_MOST = 12e6; // pixels; browsers lose precision beyond. Longer tables scroll in larger steps.
const PAPER_MOST = 40; // rows that are printed
const PAPER_WHOLE = 60; // a table of as many is printed whole: the rest is not worth a note

// `fill(row element, row of the table, position)` writes a row.
export function make_rows(box, body, fill) {
    const above = el("tr", { class: "space", "aria-hidden": "true" });
    const below = el("tr", { class: "space", "aria-hidden": "true" });
    const pool = [];
    let rows = new Uint32Array(0);
    let paper = false;
    let drawn = 0; // position of the first row that is an element
    let height = 0; // of what is seen of the rows; asked for seldom, as the page must be laid out to tell

    function measure() {
        height = box.clientHeight - (body.previousElementSibling?.offsetHeight ?? 0);
        show();
    }
    const seen_height = () => Math.max(ROW, height || box.clientHeight);
    const whole = () => rows.length * ROW;
    const scale = () => (whole() > HEIGHT_MOST ? (whole() - seen_height()) / (HEIGHT_MOST - seen_height()) : 1);

    const on_paper = () => (rows.length <= PAPER_WHOLE ? rows.length : PAPER_MOST);

    function span() {
        if (paper) return { first: 0, count: on_paper(), before: 0, after: 0 };
        const top = (box.scrollTop * scale()) / ROW;
        const first = Math.min(Math.max(0, Math.floor(top) - AROUND), rows.length);
        const count = Math.min(rows.length, Math.ceil(top + seen_height() / ROW) + AROUND) - first;
        const before = Math.max(0, scale() === 1 ? first * ROW : box.scrollTop - (top - first) * ROW);
        return { first, count, before, after: Math.max(0, Math.min(whole(), HEIGHT_MOST) - before - count * ROW) };
    }

    // What is still in sight stays as it is, unless all is to be filled `again`: scrolling by a row fills one row.
    function show(again = true) {
        const { first, count, before, after } = span();
        const spare = [];
        if (again) spare.push(...pool.splice(0).reverse());
        for (; pool.length && drawn < first; drawn++) spare.push(pool.shift());
        while (pool.length && drawn + pool.length > first + count) spare.push(pool.pop());
        if (!pool.length) drawn = first;
        const filled = (position) => {
            const row = spare.pop() ?? el("tr", { class: "entry" });
            fill(row, rows[position], position);
            return row;
        };
        while (drawn > first) {
            pool.unshift(filled(--drawn));
            above.after(pool[0]);
        }
        while (pool.length < count) {
            const previous = pool.at(-1) ?? above;
            const row = filled(drawn + pool.length);
            pool.push(row);
            if (previous.nextSibling !== row) previous.after(row); // most are where they belong
        }
        for (const row of spare) row.remove();
        above.style.height = `${before}px`;
        below.style.height = `${after}px`;
        above.hidden = before === 0;
        below.hidden = after === 0;
    }
    body.replaceChildren(above, below);

    return {
        show,
        // The same rows, from another place on.
        scrolled: () => show(false),
        measure,
        set(next) {
            rows = next;
            show();
        },
        get rows() {
            return rows;
        },
        // As many rows are all elements of the page.
        most: 2 * AROUND,
        get seen() {
            return Math.max(1, Math.floor(seen_height() / ROW));
        },
        printed(on) {
            paper = on;
            show();
            return on_paper();
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
            show(false);
        },
    };
}
