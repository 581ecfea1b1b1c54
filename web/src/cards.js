// Figures of the whole.
import { el } from "./dom.js";

export function render(section, context) {
    return el(
        "dl",
        { class: "card-list" },
        section.cards.map((card) =>
            el(
                "div",
                { class: "card" },
                el("dt", {}, context.word(el("span", {}, context.name(card.label, 60)), card.word)),
                el("dd", { class: "value" }, context.name(String(card.value), 40)),
                card.note ? el("dd", { class: "note" }, context.name(card.note, 160)) : null,
            ),
        ),
    );
}
