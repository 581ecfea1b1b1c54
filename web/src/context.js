// What every section is given beside its own data.
import { el } from "./dom.js";
import { format } from "./format.js";
import { color } from "./theme.js";
import { explain_prose, word } from "./words.js";

// Text that cannot break a line or steer its surroundings: control characters and those that turn the direction of writing
// are made visible.
export const visible = (text) =>
    text.replace(/\r?\n/g, "↵").replace(/\t/g, " ").replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "·");

// The middle is left out: a name differs at its end as often as at its start. By characters, not halves of them.
export function shorten(text, most) {
    if (text.length <= most) return text;
    const characters = [...text.slice(0, most), ...text.slice(-most)];
    const half = (most - 1) >> 1;
    return `${characters.slice(0, half).join("")}…${characters.slice(-half).join("")}`;
}

// Any length is read in full on hover, but nobody reads more than this.
const HOVER_MOST = 12000;

export function name(text, most = 120) {
    const short = shorten(visible(text), most);
    return el("bdi", { class: "name", title: short === text ? null : text.slice(0, HOVER_MOST) }, short);
}

// A sentence: names in it are shortened one by one, so that it stays a sentence.
export function prose(text) {
    const whole = visible(String(text));
    const short = shorten(whole.replace(/\S{121,}/g, (run) => shorten(run, 100)), 1500);
    return el("span", { class: "prose", title: short === whole ? null : whole.slice(0, HOVER_MOST) }, short);
}

export const base = (path) => path.slice(path.lastIndexOf("/") + 1) || path;

// The way back to where a link was followed is the browser's own.
function leave() {
    try {
        history.pushState(null, "");
    } catch {
        // forbidden here: there is no way back
    }
}

export function make_context(data, bus) {
    const has_sites = (data.sections ?? []).some((section) => section.kind === "table" && section.key === "sites");
    const strings = data.strings ?? [""];
    const words = data.words ?? {};
    const string = (i) => strings[i] ?? "";
    const context = {
        data,
        unit: data.unit ?? "",
        bus,
        color,
        string,
        name,
        prose,
        format: (value, type, unit = data.unit) => format(value, type, unit),
        word: (element, key) => word(words, element, key),
        explain: (element) => explain_prose(words, element),
        // Set by the source section, if there is one: whether it can show this line.
        has_source: () => false,
        source_line: () => null, // the same: its text
        known: (place) => Boolean(place && string(place.file)),
        place_text: (place) => base(string(place.file)) + (place.line ? `:${place.line}` : ""),
        // A sentence in which the place, if it is named there, is a link; null if it is not.
        prose_at(text, place, site) {
            const [before, ...after] = context.known(place) ? String(text).split(context.place_text(place)) : [];
            if (!after.length || /^\d/.test(after[0])) return null;
            return [prose(before), context.place(place, site), prose(after.join(context.place_text(place)))];
        },
        // "file.c:12", which leads to the source where that is in the report, else to the row of its call site.
        place(place, site = null) {
            if (!context.known(place)) return el("span", { class: "place unknown" }, "place not known");
            const text = visible(context.place_text(place));
            const full = string(place.file) + (place.line ? `:${place.line}` : "");
            const label = el("bdi", {}, shorten(text, 60));
            const title = full.slice(0, HOVER_MOST);
            const where = context.has_source(place.file, place.line) ? { go: true } : has_sites && site !== null ? { to: "table" } : null;
            if (!where) return el("span", { class: "place", title }, label);
            const select = () => {
                context.go({ file: place.file, line: place.line, from: "place", ...(site === null ? null : { site }), ...where });
            };
            return el("button", { class: "place", type: "button", title: `show ${title}`, on: { click: select } }, label);
        },
        // Selects what takes the reader elsewhere on the page.
        go(what) {
            leave();
            bus.select(what);
        },
    };
    return context;
}
