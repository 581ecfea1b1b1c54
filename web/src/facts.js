// How it was measured.
import { el, icon } from "./dom.js";

export function render(section, context) {
    const warnings = section.warnings ?? [];
    return el(
        "div",
        {},
        warnings.length
            ? el("ul", { class: "finding-list" }, warnings.map((text) => el("li", { class: "finding warning" }, icon("warning"), context.prose(text))))
            : null,
        el(
            "dl",
            { class: "fact-list" },
            (section.facts ?? []).map(([what, value]) => el("div", {}, el("dt", {}, context.name(String(what), 60)), el("dd", {}, context.name(String(value), 400)))),
        ),
    );
}
