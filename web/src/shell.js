// What is around the sections: the head, the outline beside them, the foot.
import { el, icon, svg, unfold } from "./dom.js";
import { name } from "./context.js";
import { current, toggle } from "./theme.js";

function mark() {
    const lines = [
        ["M2 4h12", "--work"],
        ["M2 8h5m2.6 0H14", "--work"],
        ["M2 12h12", "--span"],
    ];
    return svg("svg", { class: "mark", viewBox: "0 0 16 16", "aria-hidden": "true" }, lines.map(([d, color]) => svg("path", { d, style: { stroke: `var(${color})` } })));
}

function theme_button(bus) {
    const label = () => `Switch to ${current() === "dark" ? "light" : "dark"} colours`;
    const button = el("button", { class: "theme quiet", type: "button" }, icon("theme"));
    const tell = () => {
        button.title = label();
        button.setAttribute("aria-label", label());
    };
    button.addEventListener("click", () => toggle(bus));
    bus.on("theme", tell);
    tell();
    return button;
}

export function make_header(data, bus) {
    return el(
        "header",
        { class: "head" },
        el("div", { class: "brand" }, mark(), "Spanwise"),
        el("div", { class: "titles" }, el("h1", {}, name(data.title ?? "", 80)), data.subtitle && el("p", { class: "subtitle" }, name(data.subtitle, 200))),
        theme_button(bus),
    );
}

export const make_footer = (data) => el("footer", { class: "foot" }, `Made by ${data.tool ?? "spanwise"}. This file is all of the report: it can be sent and opened anywhere.`);

// Links to the sections that have a title; the one that is being read is marked.
export function make_outline(main) {
    const title_of = (section) => section.querySelector(":scope > h2, :scope > details > summary > h2");
    const sections = [...main.children].filter(title_of);
    const links = new Map(
        sections.map((section) => [section, el("a", { href: `#${section.id}`, class: section.classList.contains("folded") ? "more-of-it" : null, on: { click: () => unfold(section) } }, title_of(section).textContent)]),
    );
    const inside = new Set();
    const mark_current = () => {
        const at = sections.find((section) => inside.has(section));
        for (const [section, link] of links) {
            if (section === at) link.setAttribute("aria-current", "true");
            else link.removeAttribute("aria-current");
        }
    };
    const watch = new IntersectionObserver(
        (entries) => {
            for (const entry of entries) inside[entry.isIntersecting ? "add" : "delete"](entry.target);
            mark_current();
        },
        { rootMargin: "-10% 0px -60% 0px" },
    );
    sections.forEach((section) => watch.observe(section));
    return el("nav", { class: "outline", "aria-label": "Sections" }, el("ul", {}, [...links.values()].map((link) => el("li", {}, link))));
}
