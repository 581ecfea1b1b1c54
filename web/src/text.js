import { el } from "./dom.js";

export const render = (section, context) => el("div", {}, section.paragraphs.map((paragraph) => el("p", {}, context.prose(paragraph))));
