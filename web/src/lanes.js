// Rows over time: what each thread did, and for whom it waited. Where one points, a line leads to whom.
import { el, svg } from "./dom.js";
import { at_time, outline, segments_of, sums_of } from "./lane-model.js";
import { make_legend, role_class } from "./parts.js";
import { time_marks } from "./timeline.js";

const ROW = 22;
const SMALL_ROW = 14; // of many lanes
const MANY = 24;
const GAP = 3;
const WIDTH = 4000; // of the drawing, whatever it is on the screen

// Of several runs one is chosen: the last, at first.
export function render(section, context) {
    const { runs } = section;
    const box = el("div", {});
    const choices = runs.map((run, i) =>
        el("button", { class: "button", type: "button", on: { click: () => show(i) } }, run.label));
    function show(i) {
        choices.forEach((choice, k) => choice.setAttribute("aria-pressed", String(k === i)));
        box.replaceChildren(render_run(section, runs[i], context));
    }
    show(runs.length - 1);
    if (runs.length < 2) return box;
    const choice = el("div", { class: "choice", role: "group", "aria-label": "Number of cores" }, choices);
    return el("div", {}, el("div", { class: "tools" }, choice), box);
}

function render_run(section, { length, lanes: all }, context) {
    const { parts } = section;
    if (!all?.length || !(length > 0)) return el("p", { class: "muted" }, "No thread was recorded over time.");
    const unit = section.unit ?? context.unit;
    const lanes = all.map((lane) => {
        const segments = segments_of(lane);
        return { ...lane, segments, ...sums_of(segments, parts.length, length) };
    });
    const row = lanes.length > MANY ? SMALL_ROW : ROW;
    const height = row * lanes.length;
    const time = (at) => context.format(at, "cost", unit);
    const whole = (part, share) => `${part.title} ${context.format(share, "share")}`;

    const drawing = svg(
        "svg",
        { class: "areas", viewBox: `0 0 ${WIDTH} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" },
        lanes.map((lane, i) =>
            parts.map((part, p) => {
                const d = outline(lane.segments, p, { length, width: WIDTH, top: i * row + GAP / 2, height: row - GAP });
                return d && svg("path", { class: role_class(part, parts), d });
            }),
        ),
    );
    const link = svg("path", { class: "lane-link" });
    const links = svg("svg", { class: "lane-links", "aria-hidden": "true" }, link);
    const hair = el("div", { class: "hair", hidden: true });
    const reading = el("p", { class: "reading", "aria-live": "polite" });
    const labels = lanes.map((lane) =>
        el(
            "li",
            { style: { height: `${row}px` } },
            context.name(lane.label, 40),
            lane.note ? el("span", { class: "muted" }, " ", context.name(lane.note, 40)) : null,
            el("span", { class: "unseen" }, `: ${parts.map((part, p) => lane.shares[p] > 0 && whole(part, lane.shares[p])).filter(Boolean).join(", ")}${lane.whom >= 0 ? `; it waited mostly for ${lanes[lane.whom].label}` : ""}`),
        ),
    );
    const field = el(
        "div",
        { class: "field", tabindex: "0", role: "group", "aria-label": `${section.title ?? "Lanes"}. Up and down go from one to the next, left and right read them.`, style: { height: `${height}px` } },
        drawing,
        hair,
        links,
    );

    function says({ part, share, whom, what }) {
        const name = context.string(what);
        const is_work = parts[part].role === "work" || parts[part].role === "overhead";
        const of = !name ? "" : is_work ? ` in ${name}` : section.places ? ` at ${name}` : ` '${name}'`;
        const by = whom >= 0 && lanes[whom] ? `, ended by ${lanes[whom].label}` : "";
        return `${parts[part].title}${of}${by}${share < 1 ? ` (${context.format(share, "share")})` : ""}`;
    }

    let at = null; // { lane, time }
    function read(now) {
        at = now;
        hair.hidden = !now;
        link.setAttribute("d", "");
        labels.forEach((label, i) => label.classList.toggle("chosen", now?.lane === i));
        if (!now) {
            reading.textContent = `${lanes.length} ${lanes.length === 1 ? "thread" : "threads"}, ${time(length)}; point at one to read it`;
            return;
        }
        const { found, from, to } = at_time(lanes[now.lane].segments, now.time);
        reading.textContent = `${lanes[now.lane].label}, ${time(from)} to ${time(Math.min(to, length))}: ${found.map(says).join("; ") || "not running"}`;
        hair.style.left = `${(100 * now.time) / length}%`;
        const whom = found.find((segment) => segment.whom >= 0 && segment.whom !== now.lane)?.whom;
        if (whom === undefined) return;
        labels[whom]?.classList.add("chosen");
        const x = (now.time / length) * field.clientWidth;
        const [y1, y2] = [now.lane, whom].map((lane) => (lane + 0.5) * row);
        const back = y2 > y1 ? -5 : 5;
        link.setAttribute("d", `M${x} ${y1}V${y2}m-4 ${back}l4 ${-back}l4 ${back}`);
    }
    field.addEventListener("pointermove", (event) => {
        const box = field.getBoundingClientRect();
        const part = (value, size) => Math.max(0, Math.min(0.9999, value / size));
        read({ lane: Math.floor(part(event.clientY - box.top, box.height) * lanes.length), time: part(event.clientX - box.left, box.width) * length });
    });
    field.addEventListener("pointerleave", () => read(null));
    field.addEventListener("blur", () => read(null));
    field.addEventListener("keydown", (event) => {
        const { lane, time: now } = at ?? { lane: 0, time: -1 };
        const { from, to } = at_time(lanes[lane].segments, now);
        const moved = {
            ArrowRight: { lane, time: to < length ? to : now },
            ArrowLeft: { lane, time: Math.max(0, from - length / WIDTH) },
            ArrowUp: { lane: Math.max(0, lane - 1), time: now },
            ArrowDown: { lane: Math.min(lanes.length - 1, at ? lane + 1 : 0), time: now },
            Home: { lane, time: 0 },
            End: { lane, time: length * 0.9999 },
        }[event.key];
        if (!moved) return;
        event.preventDefault();
        read({ ...moved, time: Math.max(0, moved.time) });
    });
    read(null);
    const is_there = (part) => lanes.some((lane) => lane.shares[parts.indexOf(part)] > 0);
    return el(
        "div",
        {},
        make_legend(parts, context, is_there),
        el("div", { class: `timeline-box lanes-box${row === SMALL_ROW ? " many" : ""}` }, el("ol", { class: "lane-labels" }, labels), field, time_marks(length, unit, context)),
        reading,
    );
}
