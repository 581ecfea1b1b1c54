// Elements from data. Strings become text nodes and attributes' values, never markup.
const SVG = "http://www.w3.org/2000/svg";

function fill(element, options, children) {
    for (const [name, value] of Object.entries(options ?? {})) {
        if (value === null || value === undefined || value === false) continue;
        if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
        else if (name === "style") for (const [property, to] of Object.entries(value)) element.style.setProperty(property, to);
        else element.setAttribute(name, value === true ? "" : value);
    }
    for (const child of children.flat(Infinity)) if (child !== null && child !== undefined && child !== false) element.append(child);
    return element;
}

export const el = (tag, options, ...children) => fill(document.createElement(tag), options, children);
export const svg = (tag, options, ...children) => fill(document.createElementNS(SVG, tag), options, children);

// Small drawings that go with text: paths of a square of 16.
const ICONS = {
    parallelism: ["M2 4.5h12", "M2 8h5", "M2 11.5h5"],
    imbalance: ["M2 4.5h12", "M2 8h8", "M2 11.5h4"],
    grain: ["M3 3h2v2H3z", "M7 3h2v2H7z", "M11 3h2v2h-2z", "M3 7h2v2H3z", "M7 7h2v2H7z", "M11 7h2v2h-2z", "M3 11h2v2H3z", "M7 11h2v2H7z", "M11 11h2v2h-2z"],
    memory: ["M3 5h10v6H3z", "M5 11v2.5", "M8 11v2.5", "M11 11v2.5", "M5 5V2.5", "M8 5V2.5", "M11 5V2.5"],
    contention: ["M4 7.5h8V14H4z", "M5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5"],
    comparison: ["M2.5 5h10M10 2.5L12.5 5 10 7.5", "M13.5 11h-10M6 8.5L3.5 11 6 13.5"],
    better: ["M8 2.5v11M4.5 10L8 13.5 11.5 10"],
    worse: ["M8 13.5v-11M4.5 6L8 2.5 11.5 6"],
    none: ["M2.5 8.5l3.5 3.5 7.5-8"],
    waiting: ["M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z", "M8 4.8v3.5l2.4 1.4"],
    unknown: ["M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.6 8 9 8 10", "M8 12.6v.4"],
    warning: ["M8 2.2L14.4 13.6H1.6z", "M8 6.5v3.4", "M8 11.6v.4"],
    advice: ["M8 1.8a4.2 4.2 0 0 0-2.4 7.7c.6.4.9.9.9 1.6h3c0-.7.3-1.2.9-1.6A4.2 4.2 0 0 0 8 1.8z", "M6.7 13.6h2.6"],
    info: ["M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8z", "M8 7.2v3.8", "M8 4.8v.4"],
    theme: ["M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z", "M8 2v12", "M8 4.5a3.5 3.5 0 0 1 0 7z"],
    up: ["M3.5 10L8 5.5l4.5 4.5"],
    down: ["M3.5 6L8 10.5 12.5 6"],
    right: ["M6 3.5L10.5 8 6 12.5"],
};

export const icon = (name) =>
    svg("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, (ICONS[name] ?? ICONS.info).map((d) => svg("path", { d })));

// What is folded away is opened, for someone who is led there.
export const unfold = (element) => (element.querySelector(":scope > details") ?? element.closest("details"))?.setAttribute("open", "");

let last = 0;
export const unique = (prefix) => `${prefix}-${++last}`;
