import { el } from "./dom.js";

export const render = (section) => el("div", {}, section.paragraphs.map((paragraph) => el("p", { class: "prose" }, paragraph)));
