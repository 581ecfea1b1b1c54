// The source on paper: the hottest lines of all files, with some around each.
import { name } from "./context.js";
import { el } from "./dom.js";
import { missing, rows_of } from "./source-model.js";

const MOST = 12; // lines
const AROUND = 3;

// `lines_of(file)`: lines that know what to say of that file; `head()`: the titles above them.
export function fill_paper(paper, hot, files, context, { lines_of, head }) {
    const chosen = hot.slice(0, MOST);
    const order = [...new Set(chosen.map(({ file }) => file))];
    const count = (n) => (n === 1 ? "line" : `${context.format(n, "count")} lines`);
    const blocks = order.flatMap((i) => {
        const file = files[i];
        const lines = lines_of(i);
        lines.show(file, rows_of(file, chosen.filter((each) => each.file === i).map(({ line }) => line), AROUND));
        lines.draw(true);
        const why = missing(file) && el("p", { class: "muted" }, missing(file));
        return [el("p", { class: "path muted" }, name(context.string(file.index), 90)), why, head(), el("div", { class: `code-frame${why ? " no-text" : ""}` }, lines.element)].filter(Boolean);
    });
    const said = hot.length ? `The hottest ${count(chosen.length)}${hot.length > MOST ? ` of ${context.format(hot.length, "count")} that are hot` : ""}, and what is around.` : "No line stands out.";
    paper.replaceChildren(el("p", { class: "muted" }, said), ...blocks);
}
