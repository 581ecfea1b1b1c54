// What is known of one frame, in a line below the flame graphs, and why it may be the one to look at.
import { el } from "./dom.js";

const LEAST_SHARE = 0.05;
const LEAST_RATIO = 2;
// What has much in itself stands out sooner: there is nothing below it that could be to blame.
const ITSELF_SHARE = 0.2;
const ITSELF_RATIO = 1.2;
// Pairs of measures whose difference says something: wide in the second, narrow in the first; what it says, and what it says where the verdict has
// found something worse.
const PAIRS = [
    ["work", "lost", "wide in what is lost, narrow in the work", "other cores lose time because of it"],
    ["work", "span", "wide on the critical path, narrow in the work", "a bottleneck", "it limits the speedup too, but not first: see the verdict"],
    ["effort", "idle", "wide in idleness, narrow in effort", "while it runs, others have nothing to do"],
    ["work", "idle", "wide in idleness, narrow in the work", "while it runs, others have nothing to do"],
];
// Causes that are not in the critical path or in idleness: who waits for a lock is in neither.
const ELSEWHERE = ["contention", "grain", "memory"];

export const pair_of = (measures) => PAIRS.find(([narrow, wide]) => [narrow, wide].every((key) => measures.some((m) => m.key === key)));

// What the verdict blames, where that is not what the flame graphs compare: a function that tells whether a frame is it, or has its line; null: it does not.
function blamed(frames, context) {
    const verdict = context.data.sections.find((s) => s.kind === "verdict");
    if (!verdict || !ELSEWHERE.includes(verdict.cause) || !context.known(verdict.place)) return null;
    const { site, place } = verdict;
    return (frame) => {
        if (site >= 0 && frames.site?.[frame] >= 0) return frames.site[frame] === site;
        return frames.file[frame] === place.file && (frames.line[frame] === place.line || frames.name[frame] === place.function);
    };
}

// What is marked in the flame graphs: {of(node): null, or {first: whether it is what to look at first, text}, hint}.
export function make_marks(tree, measures, context) {
    const index = (key) => measures.findIndex((m) => m.key === key);
    const pair = pair_of(measures);
    if (!pair) return { of: () => null, hint: "" };
    const [narrow, wide, look, means, beside = means] = [index(pair[0]), index(pair[1]), ...pair.slice(2)];
    const is_blamed = blamed(tree.frames, context);
    const said = is_blamed ? beside : means;
    const stands_out = (node) => {
        if (context.string(tree.frames.name[tree.frame[node]]).startsWith("(")) return null; // "(outside main)" is not the program's own
        const share = tree.share(node, wide);
        const ratio = share / tree.share(node, narrow);
        const times = Number.isFinite(ratio) ? ` (${context.format(ratio, "ratio")} times as wide)` : "";
        const found = (what) => ({ first: !is_blamed, text: `${what}${times}: ${said}` });
        if (share >= LEAST_SHARE && ratio >= LEAST_RATIO) return found(look);
        if (tree.self_share(node, wide) >= ITSELF_SHARE && ratio >= ITSELF_RATIO) return found(look.replace("narrow ", "narrower "));
        return null;
    };
    const of = (node) => (is_blamed?.(tree.frame[node]) ? { first: true, text: "the verdict points here" } : stands_out(node));
    const some = (first) => tree.some((node) => of(node)?.first === first);
    const hints = [
        some(true) ? `Look for ▲: ${is_blamed ? "the verdict points there" : `${look}: ${means}`}. ` : "",
        some(false) ? `△ is ${look}: ${beside}. ` : "",
    ];
    return { of, hint: hints.join("") };
}

// `on`: {table(site)}: take the reader to the table's row.
export function make_detail(tree, measures, marks, context, on) {
    const element = el("div", { class: "flame-detail", "aria-live": "polite" });

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
                element.replaceChildren(el("p", { class: "hint muted" }, `${marks.hint}Point at a frame to read its figures.`));
                return;
            }
            const frame = tree.frame[node];
            const place = { file: tree.frames.file[frame], line: tree.frames.line[frame] };
            const site = tree.frames.site?.[frame] ?? -1;
            const parallelism = tree.frames.parallelism?.[frame];
            const found = marks.of(node);
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
                el("p", { class: "found" }, found ? `${found.first ? "▲" : "△"} ${found.text}` : ""));
        },
    };
}
