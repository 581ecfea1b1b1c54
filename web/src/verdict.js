// The first thing on the page: what is the matter, in words.
import { el, icon } from "./dom.js";
import { language_of, pieces_of } from "./source-color.js";

const CAUSES = {
    parallelism: ["Too little parallelism", "bad"],
    imbalance: ["Imbalance", "bad"],
    grain: ["Too fine a grain", "warn"],
    memory: ["Too little memory bandwidth", "bad"],
    contention: ["Contention", "bad"],
    none: ["It scales", "good"],
    waiting: ["Its threads wait", "bad"],
    comparison: ["What changed", "plain"],
    better: ["Faster than before", "good"],
    worse: ["Slower than before", "bad"],
    unknown: ["Cause not known", "dull"],
};

const LONG = 130; // characters, above which large type is a burden

// The line itself, where the source is on the page.
function make_line(place, insert, context) {
    const text = (context.known(place) && context.source_line(place.file, place.line)?.trim()) || "";
    if (!text && !insert) return null;
    const language = language_of(context.string(place.file));
    const code = (line) => el("code", {}, pieces_of(line.slice(0, 200), language, false).map(([kind, piece]) => (kind ? el("span", { class: `is-${kind}` }, piece) : piece)));
    return [
        insert ? el("p", { class: "line insert" }, el("span", { class: "muted" }, "+"), code(insert)) : null,
        text ? el("p", { class: "line" }, el("span", { class: "muted" }, String(place.line)), code(text)) : null,
    ];
}

export function render(section, context) {
    const known = section.mood ?? section.cause;
    const cause = Object.hasOwn(CAUSES, known) ? known : "unknown";
    const [title, mood] = CAUSES[cause];
    const [first = "", ...rest] = section.sentences ?? [];
    const { place, site = null } = section;
    const linked = rest.map((sentence) => context.prose_at(sentence, place, site));
    const named = linked.findIndex(Boolean); // the sentence that says where
    const said = rest.map((sentence, i) => [linked[i] ?? context.prose(sentence), " "]);
    const line = make_line(section.insert ? section.insert_at : place, section.insert, context);
    const at =
        named < 0 &&
        context.known(place) &&
        el(
            "p",
            { class: "at" },
            el("span", { class: "muted" }, "The line: "),
            context.place(place, site),
            place.function ? [el("span", { class: "muted" }, " in "), el("code", {}, context.name(context.string(place.function), 80))] : null,
        );
    const part = (from, to) => (from < to ? el("p", { class: "rest" }, said.slice(from, to)) : null);
    return el(
        "div",
        { class: `verdict-box mood-${mood}` },
        el("p", { class: "cause" }, icon(cause), title),
        context.explain(
            el(
                "div",
                {},
                el("p", { class: `first${first.length > LONG ? " long" : ""}` }, context.prose(first)),
                part(0, named < 0 ? said.length : named + 1),
                named < 0 ? null : line,
                named < 0 ? null : said.slice(named + 1).map((_, i) => part(named + 1 + i, named + 2 + i)),
            ),
        ),
        at,
        named < 0 ? line : null,
    );
}
