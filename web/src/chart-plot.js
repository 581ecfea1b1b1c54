// Draws a chart's series: axes, an area, curves with their points and ranges, and a line where it is read.
import { svg } from "./dom.js";
import { format } from "./format.js";
import { outline } from "./chart-mark.js";
import { band_of, limits_of } from "./chart-series.js";

const EDGE = { left: 62, right: 14, top: 10, bottom: 46 };
const FACTORS = [1, 2, 5];

const short = (value) => format(value, "number").replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
const log2 = (value) => Math.log2(Math.max(value, 1e-9));

// Where the axis has lines, at least so many pixels apart. Powers of two are the numbers of processors that people think in; and
// nobody has half a processor.
export function ticks_of([least, most], size, apart, log, whole) {
    const room = Math.max(1, Math.floor(size / apart));
    const ticks = [];
    if (log) {
        const first = Math.ceil(log2(least) - 0.001);
        const every = Math.ceil((log2(most) - first + 1) / room);
        for (let power = first; power <= log2(most) + 0.001; power += every) ticks.push(2 ** power);
        return ticks;
    }
    const wanted = (most - least) / room;
    const power = 10 ** Math.floor(Math.log10(wanted));
    const step = Math.max(whole ? 1 : 0, power * (FACTORS.find((factor) => factor * power >= wanted * 0.999) ?? 10));
    for (let i = Math.ceil(least / step - 0.001) + 0; i * step <= most * 1.0001; i++) ticks.push(i * step);
    return ticks;
}

// From values to pixels.
function scale_of([least, most], from, to, log) {
    const on = log ? log2 : (value) => value;
    return (value) => from + ((on(value) - on(least)) / (on(most) - on(least))) * (to - from);
}

// The nearest point that is there to be read.
function nearest(model, k) {
    for (let by = 0; by < model.xs.length; by++) {
        if (model.reads[k - by]) return k - by;
        if (model.reads[k + by]) return k + by;
    }
    return k;
}

const path = (points) => (points.length ? `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}` : "");

function make_axes(section, x, y, ticks, width, height) {
    const right = width - EDGE.right;
    const bottom = height - EDGE.bottom;
    return [
        svg("path", { class: "rules", d: [...ticks.x.map((at) => `M${x(at)} ${EDGE.top}V${bottom}`), ...ticks.y.map((at) => `M${EDGE.left} ${y(at)}H${right}`)].join("") }),
        ticks.x.map((at) => svg("text", { x: x(at), y: bottom + 18, "text-anchor": "middle" }, short(at))),
        ticks.y.map((at) => svg("text", { x: EDGE.left - 8, y: y(at) + 4, "text-anchor": "end" }, short(at))),
        svg("text", { x: (EDGE.left + right) / 2, y: height - 8, "text-anchor": "middle" }, section.x ?? ""),
        svg("text", { transform: `translate(14 ${(EDGE.top + bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, section.y ?? ""),
    ];
}

// The range of trials: a bar through the point.
const range = (at, low, high) => `M${at} ${low}V${high}M${at - 4} ${low}h8M${at - 4} ${high}h8`;

function make_marks(series, model, x, y, inside) {
    const { look } = series;
    const radius = (look.points || 7) / 2;
    const marks = look.points > 0 || series.x.length === 1 ? model.xs.map((_, k) => k).filter((k) => inside(series, k)) : [];
    return [
        svg("path", { class: "ranges", d: model.xs.map((at, k) => ((series.low_at?.[k] ?? null) === null || (series.high_at?.[k] ?? null) === null ? "" : range(x(at), y(series.low_at[k]), y(series.high_at[k])))).join("") }),
        svg("path", { class: series.role === "measured" ? "marks full" : "marks", d: marks.map((k) => outline(look.shape, x(model.xs[k]), y(series.at[k]), radius)).join("") }),
    ];
}

export function make_plot(host, model, section, context, { log, width, height, shown, on_cursor }) {
    const limits = limits_of(model, log);
    const box = { x: EDGE.left, y: EDGE.top, width: Math.max(1, width - EDGE.left - EDGE.right), height: height - EDGE.top - EDGE.bottom };
    const x = scale_of(limits.x, box.x, box.x + box.width, log);
    const y = scale_of(limits.y, box.y + box.height, box.y, log);
    const ticks = { x: ticks_of(limits.x, box.width, 44, log, model.xs.every(Number.isInteger)), y: ticks_of(limits.y, box.height, 34, log) };
    const inside = (series, k) => series.at[k] !== null && model.xs[k] <= limits.x[1] && series.at[k] >= limits.y[0] && series.at[k] <= limits.y[1];
    const points = (series) => model.xs.map((at, k) => [at, series.at[k]]).filter(([, value]) => value !== null).map(([at, value]) => [x(at), y(value)]);
    const band = band_of(model.list)?.map((i) => points(model.list[i]));
    const colored = (series) => ({ "--color": `var(${series.look.color})` });
    // Lines end at the edge of the picture: an inner drawing cuts them off.
    const lines = model.list.map((series) => svg("path", { class: `curve${series.look.pale ? " pale" : ""}${series.gaps ? " guide" : ""}`, style: colored(series), d: path(points(series)), "stroke-width": series.look.width, "stroke-dasharray": series.look.dash.join(" ") || null }));
    const marks = model.list.map((series) => svg("g", { style: colored(series) }, make_marks(series, model, x, y, inside)));
    const cursor = svg("path", { class: "cursor" });
    const dots = svg("g", {});
    const area = svg("rect", { ...box, class: "plot-area" });
    const drawing = svg(
        "svg",
        { width, height, "aria-hidden": "true" },
        make_axes(section, x, y, ticks, width, height),
        svg("svg", { ...box, viewBox: `${box.x} ${box.y} ${box.width} ${box.height}` }, band ? svg("path", { class: "band", d: `${path([...band[0], ...band[1].reverse()])}Z` }) : null, lines),
        cursor,
        marks,
        dots,
        area,
    );
    const plot = {
        show: (i, on) => [lines[i], marks[i]].forEach((element) => (element.style.display = on ? "" : "none")),
        point_out: (i) => [lines, marks].forEach((list) => list.forEach((element, k) => (element.style.opacity = i === null || i === k ? 1 : 0.2))),
        set_cursor(k) {
            cursor.setAttribute("d", k === null ? "" : `M${x(model.xs[k])} ${box.y}v${box.height}`);
            dots.replaceChildren(...model.list.filter((series, i) => k !== null && shown[i] && inside(series, k)).map((series) => svg("circle", { style: colored(series), class: "dot", r: 4.5, cx: x(model.xs[k]), cy: y(series.at[k]) })));
            on_cursor(k);
        },
        destroy: () => drawing.remove(),
    };
    area.addEventListener("pointermove", (event) => {
        const at = event.clientX - drawing.getBoundingClientRect().left;
        const away = model.xs.map((value) => Math.abs(x(value) - at));
        plot.set_cursor(nearest(model, away.indexOf(Math.min(...away))));
    });
    area.addEventListener("pointerleave", () => plot.set_cursor(null));
    shown.forEach((on, i) => plot.show(i, on));
    host.append(drawing);
    return plot;
}
