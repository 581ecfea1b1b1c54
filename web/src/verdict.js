// The first thing on the page: what is the matter, in words.
import { el, icon } from "./dom.js";

const CAUSES = {
    parallelism: ["Too little parallelism", "bad"],
    grain: ["Too fine a grain", "warn"],
    memory: ["Too little memory bandwidth", "bad"],
    contention: ["Contention", "bad"],
    none: ["It scales", "good"],
    limit: ["It scales up to a point", "good"],
    comparison: ["What changed", "plain"],
    unknown: ["Cause not known", "dull"],
};

const LONG = 130; // characters, above which large type is a burden

export function render(section, context) {
    const cause = Object.hasOwn(CAUSES, section.cause) ? section.cause : "unknown";
    const [title, mood] = CAUSES[cause];
    const [first = "", ...rest] = section.sentences ?? [];
    const { place, callee } = section;
    const at =
        context.known(place) &&
        el(
            "p",
            { class: "at" },
            el("span", { class: "muted" }, "The line: "),
            context.place(place, section.site ?? null),
            place.function ? [el("span", { class: "muted" }, " in "), el("code", {}, context.name(context.string(place.function), 80))] : null,
            context.known(callee) ? [el("span", { class: "muted" }, ", which calls "), el("code", {}, context.name(context.string(callee.function), 80)), el("span", { class: "muted" }, " at "), context.place(callee)] : null,
        );
    return el(
        "div",
        { class: `verdict-box mood-${mood}` },
        el("p", { class: "cause" }, icon(cause), title),
        context.explain(
            el(
                "div",
                {},
                el("p", { class: `first${first.length > LONG ? " long" : ""}` }, context.prose(first)),
                rest.length ? el("p", { class: "rest" }, rest.flatMap((sentence) => [context.prose_at(sentence, place, section.site ?? null) ?? context.prose(sentence), " "])) : null,
            ),
        ),
        at,
    );
}
