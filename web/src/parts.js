// Parts of a whole: what bars and timelines have in common.
import { el } from "./dom.js";

const ROLES = ["work", "idle", "overhead", "lock", "serial", "memory"];

export const role_class = (part) => `role-${ROLES.includes(part.role) ? part.role : "work"}`;

export const make_legend = (parts, context) =>
    el(
        "ul",
        { class: "legend-row" },
        parts.map((part) => el("li", {}, el("span", { class: `swatch ${role_class(part)}` }), context.word(el("span", {}, part.title), part.word ?? part.key))),
    );
