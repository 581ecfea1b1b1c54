import { el } from "./dom.js";

export const render = (section) => el("p", { class: "muted" }, `(${section.kind}: to come)`);
