// What is known of one frame, in a line below the flame graphs, and why it may be the one to look at.
import { el } from "./dom.js";

const LEAST_SHARE = 0.05;
const LEAST_RATIO = 2;
// What has much in itself stands out sooner: there is nothing below it that could be to blame.
const ITSELF_SHARE = 0.2;
const ITSELF_RATIO = 1.2;
// Pairs of measures whose difference says something: wide in the second, narrow in the first.
const PAIRS = [
    ["work", "span", "wide on the critical path, narrow in the work: a bottleneck"],
    ["effort", "idle", "wide in idleness, narrow in effort: while it runs, others have nothing to do"],
    ["work", "idle", "wide in idleness, narrow in the work: while it runs, others have nothing to do"],
];

export const pair_of = (measures) => PAIRS.find(([narrow, wide]) => [narrow, wide].every((key) => measures.some((m) => m.key === key)));

// A function of a node: null, or {ratio, text}.
export function bottlenecks(tree, measures, context) {
    const index = (key) => measures.findIndex((m) => m.key === key);
    const pair = pair_of(measures);
    if (!pair) return () => null;
    const [narrow, wide, text] = [index(pair[0]), index(pair[1]), pair[2]];
    return (node) => {
        if (context.string(tree.frames.name[tree.frame[node]]).startsWith("(")) return null; // "(outside main)" is not the program's own
        const share = tree.share(node, wide);
        const ratio = share / tree.share(node, narrow);
        if (share >= LEAST_SHARE && ratio >= LEAST_RATIO) return { ratio, text };
        if (tree.self_share(node, wide) >= ITSELF_SHARE && ratio >= ITSELF_RATIO) return { ratio, text: text.replace("narrow ", "narrower ") };
        return null;
    };
}

// `on`: {table(site)}: take the reader to the table's row.
export function make_detail(tree, measures, bottleneck, context, on) {
    const element = el("div", { class: "flame-detail", "aria-live": "polite" });
    const pair = pair_of(measures);
    const marked = pair && tree.some(bottleneck);

    function shares(node) {
        return measures.map((m, i) =>
            el("span", { class: "fact" },
                el("b", {}, context.format(tree.share(node, i), "share")), ` of ${m.of}`,
                tree.self[i][node] > 0 && tree.self[i][node] < tree.total[i][node]
                    ? el("span", { class: "muted" }, ` (${context.format(tree.self_share(node, i), "share")} in itself)`)
                    : null));
    }

    return {
        element,
        show(node) {
            if (node < 0) {
                element.replaceChildren(el("p", { class: "hint muted" },
                    marked ? `Look for ▲: ${pair[2]}. Point at a frame to read its figures.` : "Point at a frame to read its figures."));
                return;
            }
            const frame = tree.frame[node];
            const place = { file: tree.frames.file[frame], line: tree.frames.line[frame] };
            const site = tree.frames.site?.[frame] ?? -1;
            const parallelism = tree.frames.parallelism?.[frame];
            const found = bottleneck(node);
            element.replaceChildren(
                el("p", { class: "who" },
                    context.name(context.string(tree.frames.name[frame]), 160), " ",
                    context.known(place) ? context.place(place) : null, " ",
                    site >= 0 && on.table
                        ? el("button", { class: "quiet to-table", type: "button", on: { click: () => on.table(site) } }, "show in the table")
                        : null),
                el("p", { class: "facts" }, shares(node),
                    parallelism === null || parallelism === undefined ? null
                        : el("span", { class: "fact" }, "parallelism ", el("b", {}, context.format(parallelism, "ratio")))),
                el("p", { class: "found" }, found
                    ? `▲ ${found.text}${Number.isFinite(found.ratio) ? `, ${context.format(found.ratio, "ratio")} times as wide` : ""}`
                    : ""));
        },
    };
}
