// Figures of the whole.
import { el } from "./dom.js";

const A_ROW = 7; // at most, on a wide screen

export function render(section, context) {
    // Rows of the same length: eight are four and four, not seven and one.
    const columns = Math.ceil(section.cards.length / Math.ceil(section.cards.length / A_ROW || 1));
    return el(
        "dl",
        { class: "card-list", style: { "--columns": String(columns || 1) } },
        section.cards.map((card) =>
            el(
                "div",
                { class: `card${card.mood ? ` mood-${card.mood === "better" ? "good" : "bad"}` : ""}` },
                el("dt", {}, context.word(el("span", {}, context.name(card.label, 60)), card.word)),
                el("dd", { class: "value" }, context.name(String(card.value), 40)),
                card.note || card.mood ? el("dd", { class: "note" }, card.note ? context.name(card.note, 160) : null, card.mood ? el("b", {}, ` ${card.mood}`) : null) : null,
            ),
        ),
    );
}
