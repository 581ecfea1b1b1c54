import { el } from "./dom.js";

export function render(section) {
    return el("p", { class: "muted" }, `(${section.kind}: to come)`);
}
