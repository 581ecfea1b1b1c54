// Beside the source, where in the file the hot lines are.
import { el } from "./dom.js";

const MOST = 250; // marks, however long the file: more cannot be told apart
const LEAST_HEAT = 0.02;

export function make_strip() {
    const element = el("div", { class: "strip", "aria-hidden": "true" });
    return {
        element,
        // `heat_of(line)`: from 0 to 1. Lines that are next to each other in a long file share a mark: the hottest counts.
        show(rows, heat_of) {
            const marks = new Float64Array(Math.min(MOST, rows.length));
            rows.forEach((row, i) => {
                const at = Math.floor((i * marks.length) / rows.length);
                if (row.line) marks[at] = Math.max(marks[at], heat_of(row.line));
            });
            const mark = (heat, at) => el("span", { style: { top: `${(100 * (at + 0.5)) / marks.length}%`, opacity: String(0.35 + 0.65 * heat) } });
            element.replaceChildren(...[...marks].flatMap((heat, at) => (heat >= LEAST_HEAT ? [mark(heat, at)] : [])));
        },
    };
}
