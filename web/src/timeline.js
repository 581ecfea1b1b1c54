// What happened over time: areas on top of each other. Drawn as SVG, which takes its colours from the style.
import { el, svg } from "./dom.js";
import { make_legend, role_class } from "./parts.js";

const HEIGHT = 130;

// Where each part ends on top of those before it: [part][stretch].
function stack(values, count) {
    const tops = [];
    let below = new Float64Array(count);
    for (const part of values) {
        below = below.map((base, i) => base + (part[i] ?? 0));
        tops.push(below);
    }
    return tops;
}

// Stretches are steps: nothing is known of what is between two of them.
function area(top, bottom, most) {
    const y = (value) => (HEIGHT * (1 - Math.min(1, value / most))).toFixed(2);
    let d = `M0 ${y(top[0])}`;
    top.forEach((value, i) => (d += `V${y(value)}H${i + 1}`));
    for (let i = top.length - 1; i >= 0; i--) d += `V${y(bottom ? bottom[i] : 0)}H${i}`;
    return `${d}Z`;
}

const round_steps = (length, wanted) => {
    const rough = length / wanted;
    const power = 10 ** Math.floor(Math.log10(rough));
    return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
};

export function time_marks(length, unit, context) {
    const marks = [];
    const step = round_steps(length, 6);
    const written = (at) => (at ? context.format(at, "cost", unit).replace(/(\.\d*?)0+(?= )/, "$1").replace(". ", " ") : "0");
    for (let at = 0; at <= length * 0.9; at += step) marks.push(el("span", { style: { left: `${(100 * at) / length}%` } }, written(at)));
    marks.push(el("span", { class: "end" }, written(length)));
    return el("div", { class: "time-marks", "aria-hidden": "true" }, marks);
}

export function render(section, context) {
    const count = Math.max(0, ...section.values.map((values) => values.length));
    if (!count) return el("p", { class: "muted" }, "Nothing was recorded over time.");
    const unit = section.unit ?? context.unit;
    const tops = stack(section.values, count);
    const most = section.most || Math.max(...tops[tops.length - 1]) || 1;
    const length = count * section.step;

    const drawing = svg(
        "svg",
        { class: "areas", viewBox: `0 0 ${count} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
        section.parts.map((part, i) => svg("path", { class: role_class(part, section.parts), d: area(tops[i], tops[i - 1], most) })),
    );
    const hair = el("div", { class: "hair", hidden: true });
    const reading = el("p", { class: "reading", "aria-live": "polite" });
    const total = (part) => section.values[part].reduce((sum, value) => sum + (value ?? 0), 0);
    // In what the drawing is in: shares would be of another whole than those elsewhere on the page.
    const overall = () => `${section.parts.map((part, i) => `${part.title} ${context.format(total(i) / count, "real")}`).join(", ")} of ${context.format(most, "number")} ${section.y ?? ""}`;
    let at = null;
    const read = (i) => {
        at = i;
        hair.hidden = i === null;
        if (i === null) {
            reading.textContent = `On average: ${overall()}`;
            return;
        }
        hair.style.left = `${(100 * (i + 0.5)) / count}%`;
        const parts = section.parts.map((part, k) => `${part.title} ${context.format(section.values[k][i] ?? null, "real")}`);
        reading.textContent = `At ${context.format(i * section.step, "cost", unit)}: ${parts.join(", ")}`;
    };
    const field = el(
        "div",
        { class: "field", tabindex: "0", role: "group", "aria-label": `${section.title ?? "Over time"}. ${overall()}. Left and right read the values.`, style: { height: `${HEIGHT}px` } },
        drawing,
        hair,
    );
    field.addEventListener("pointermove", (event) => {
        const box = field.getBoundingClientRect();
        read(Math.max(0, Math.min(count - 1, Math.floor(((event.clientX - box.left) / box.width) * count))));
    });
    field.addEventListener("pointerleave", () => read(null));
    field.addEventListener("blur", () => read(null));
    field.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -count, End: count }[event.key];
        if (!step) return;
        event.preventDefault();
        read(Math.max(0, Math.min(count - 1, (at ?? (step > 0 ? -1 : count)) + step)));
    });
    read(null);
    const scale = el("div", { class: "scale", "aria-hidden": "true" }, el("span", {}, context.format(most, "number")), el("span", {}, context.format(most / 2, "number")), el("span", {}, "0"));
    return el("div", {}, make_legend(section.parts, context, (part) => total(section.parts.indexOf(part)) > 0), el("div", { class: "timeline-box" }, section.y ? el("p", { class: "axis-title", "aria-hidden": "true" }, section.y) : null, scale, field, time_marks(length, unit, context)), reading);
}
