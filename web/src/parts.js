// Parts of a whole: what bars and timelines have in common.
import { el } from "./dom.js";

const ROLES = ["work", "idle", "overhead", "lock", "serial", "memory", "away", "unknown"];

const role_of = (part) => (ROLES.includes(part.role) ? part.role : "work");

// A part's colour is that of its role; of several with the same role, each is paler than the one before.
export function role_class(part, parts) {
    const before = parts.slice(0, parts.indexOf(part)).filter((other) => role_of(other) === role_of(part)).length;
    return `role-${role_of(part)}${before ? ` pale-${Math.min(before, 2)}` : ""}`;
}

// Only of those parts that are `there`: a colour that one looks for in vain is a riddle.
export const make_legend = (parts, context, there) =>
    el(
        "ul",
        { class: "legend-row" },
        parts.filter(there).map((part) => el("li", {}, el("span", { class: `swatch ${role_class(part, parts)}` }), context.word(el("span", {}, part.title), part.word ?? part.key))),
    );
