// A file's rows in a box that scrolls. Only those in sight are elements, so that a file of any length is as fast as a short one.
import { shorten, visible } from "./context.js";
import { comments_of, language_of, pieces_of } from "./source-color.js";
import { el } from "./dom.js";

const ROW = 20; // as in source.css
const SPARE = 12; // rows made beyond what is in sight
const LONGEST = 500; // characters of a line

const cut = (text) => {
    const clean = text.split("\t").map(visible).join("\t");
    return clean.length > LONGEST ? `${clean.slice(0, LONGEST)} …` : clean;
};

export function make_lines(context, measures, { shares_of, marked, on_line, on_fold }) {
    const sheet = el("div", { class: "sheet" });
    const box = el("div", { class: "code-box", tabindex: "0", role: "table", "aria-label": "Source lines; n and p go to the next and the previous hot line" }, sheet);
    let file = null;
    let rows = [];
    let language = null;
    let comments = new Map();
    let chosen = null;
    let drawn = [0, 0];

    // What is no cost is shown as it is: it has no share of a whole.
    const shown = (share, type) => (type ? context.format(share.value, type) : context.format(share.share, "share"));
    const heat = (share, i) =>
        el(
            "span",
            { class: `heat-cell ${measures[i].key === "span" || measures[i].key === "lost" ? "of-span" : "of-work"}`, role: "cell", title: share.value === null ? null : `${measures[i].title}: ${context.format(share.value, measures[i].type ?? "cost")}`, style: { "--share": `${100 * share.bar}%` } },
            share.value ? shown(share, measures[i].type) : "",
        );
    const code = (row) => {
        const text = cut(row.text);
        const inside = comments.get(row.line) ?? 0;
        return el(
            "code",
            { class: "code", role: "cell", title: row.text.length > LONGEST ? shorten(row.text, 12000) : null },
            pieces_of(text, language, inside).map(([kind, piece]) => (kind ? el("span", { class: `is-${kind}` }, piece) : piece)),
        );
    };
    const line_row = (row) => {
        const mark = marked(row.line);
        return el(
            "div",
            { class: `row${mark ? " hot" : ""}${row.line === chosen ? " chosen" : ""}`, role: "row", on: { click: () => on_line(row.line) } },
            el("span", { class: "gutter" }, el("span", { class: "line-number", role: "cell" }, mark ? el("span", { class: "mark-hot", title: mark }) : null, String(row.line)), shares_of(row.line).map(heat)),
            code(row),
        );
    };
    const count = ([first, last]) => `${context.format(last - first + 1, "count")} lines`;
    const folded = (what) => el("div", { class: "row fold", role: "row" }, el("span", { class: "folded", role: "cell" }, what));
    const make_row = (row) => {
        if (row.fold) return folded(el("button", { type: "button", title: "show them", on: { click: () => on_fold(row.fold[0]) } }, `⋯ ${count(row.fold)}`));
        if (row.gap) return folded(`⋯ ${count(row.gap)} not in the report`);
        return line_row(row);
    };

    const draw = (all = false) => {
        const first = all ? 0 : Math.max(0, Math.floor(box.scrollTop / ROW) - SPARE);
        const last = all ? rows.length : Math.min(rows.length, Math.ceil((box.scrollTop + (box.clientHeight || 600)) / ROW) + SPARE);
        drawn = [first, last];
        const focus = sheet.contains(document.activeElement);
        sheet.replaceChildren(...rows.slice(first, last).map(make_row));
        sheet.style.setProperty("--above", `${first * ROW}px`);
        if (focus) box.focus({ preventScroll: true });
    };
    box.addEventListener("scroll", () => {
        const top = Math.floor(box.scrollTop / ROW);
        const bottom = Math.ceil((box.scrollTop + box.clientHeight) / ROW);
        if ((top < drawn[0] + 2 && drawn[0] > 0) || (bottom > drawn[1] - 2 && drawn[1] < rows.length)) draw();
    });

    const index_of = (line) => rows.findIndex((row) => (row.line ?? row.fold?.[1] ?? row.gap?.[1]) >= line);
    // Brings the line to the middle, if it is not in sight.
    const reveal = (line) => {
        const at = index_of(line) * ROW;
        if (at >= 0 && (at < box.scrollTop + ROW || at > box.scrollTop + box.clientHeight - 3 * ROW)) box.scrollTop = at - box.clientHeight / 2 + ROW;
        draw();
    };
    return {
        element: box,
        show(next, next_rows) {
            if (next !== file) {
                file = next;
                chosen = null;
                box.scrollTop = 0;
                language = language_of(context.string(file.index));
                comments = new Map();
                for (const { first, lines } of file.stretches) comments_of(lines, language).forEach((inside, i) => inside && comments.set(first + i, 1));
            }
            rows = next_rows;
            const longest = rows.reduce((most, row) => Math.max(most, row.text ? Math.min(row.text.length + 2, LONGEST + 4) : 0), 20);
            sheet.style.height = `${rows.length * ROW}px`;
            sheet.style.minWidth = `calc(${longest}ch + var(--gutter))`;
            box.setAttribute("aria-rowcount", String(rows.length));
            draw();
        },
        choose(line) {
            chosen = line;
            reveal(line);
        },
        reveal,
        draw,
    };
}
