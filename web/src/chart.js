// Curves over processors, with a legend that reads them out and a table of their values.
import { el, unique } from "./dom.js";
import { make_swatch } from "./chart-mark.js";
import { can_log, limits_of, make_series, wants_log } from "./chart-series.js";
import { make_plot } from "./chart-plot.js";

const HEIGHT = 340;
const HEIGHT_MOST = 560; // beside a long legend
const ITEM = 24; // of the legend
const ROWS_MOST = 32; // of the table of values
const USUAL = 16; // processors
const PAPER = { width: 660, height: 320 };

const read = (context, value) => (value === null ? "–" : context.format(value, "real"));

// A curve of a few points has none at most places: then that of the nearest is read.
function reading_of(series, model, i, context) {
    if (series.at[i] !== null) return read(context, series.at[i]);
    const there = model.xs.map((_, k) => k).filter((k) => series.at[k] !== null);
    if (!there.length) return "–";
    const near = there.reduce((best, k) => (Math.abs(model.xs[k] - model.xs[i]) < Math.abs(model.xs[best] - model.xs[i]) ? k : best));
    return `${read(context, series.at[near])} at ${context.format(model.xs[near], "number")}`;
}

function make_legend(model, section, context, on) {
    const at = el("p", { class: "reading" });
    const spoken = el("p", { class: "unseen", "aria-live": "polite" });
    const values = model.list.map(() => el("span", { class: "reads" }));
    const buttons = model.list.map((series, i) => {
        const button = el("button", { type: "button", class: "legend-item", "aria-pressed": "true", title: "show or hide" }, make_swatch(series.look), context.name(series.name, 48), values[i]);
        button.addEventListener("click", () => button.setAttribute("aria-pressed", String(on.toggle(i))));
        for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => on.point_out(i));
        for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => on.point_out(null));
        return button;
    });
    const show = (i) => {
        at.textContent = `at ${context.format(model.xs[i], "number")} ${section.x ?? ""}`;
        model.list.forEach((series, s) => {
            const low = series.low_at?.[i] ?? null;
            const high = series.high_at?.[i] ?? null;
            values[s].textContent = reading_of(series, model, i, context);
            values[s].title = low === null || high === null ? "" : `${read(context, low)} to ${read(context, high)}`;
        });
    };
    const speak = () => (spoken.textContent = `${at.textContent}: ${model.list.map((series, s) => `${series.name} ${values[s].textContent}`).join(", ")}`);
    return { element: el("div", { class: "chart-legend" }, at, spoken, el("div", { class: "legend-items", role: "group", "aria-label": "Curves" }, buttons)), show, speak };
}

// The points that are worth a row: of many, powers of two and those that only some curves have.
function listed({ xs, list, reads }) {
    const all = xs.map((_, i) => i).filter((i) => reads[i]);
    if (all.length <= ROWS_MOST) return all;
    const some = new Set(list.filter((series) => series.x.length < all.length).flatMap((series) => series.x));
    return all.filter((i) => Number.isInteger(Math.log2(xs[i])) || some.has(xs[i]) || i === all.at(-1));
}

function make_values(model, section, context) {
    const cell = (series, i) => {
        const value = read(context, series.at[i]);
        const low = series.low_at?.[i] ?? null;
        return low === null ? value : `${value} (${read(context, low)} to ${read(context, series.high_at?.[i] ?? null)})`;
    };
    const point = (x) => context.format(x, "number");
    const named = (series) => context.name(series.name, 40);
    // The longer list goes down the page.
    const read_at = listed(model);
    const turned = model.list.length > read_at.length;
    const heads = turned ? read_at.map((i) => point(model.xs[i])) : model.list.map(named);
    const rows = turned
        ? model.list.map((series) => [named(series), read_at.map((i) => cell(series, i))])
        : read_at.map((i) => [point(model.xs[i]), model.list.map((series) => cell(series, i))]);
    return el(
        "details",
        { class: "chart-values" },
        el("summary", {}, "The values as a table"),
        el(
            "div",
            { class: "scroll", tabindex: "0" },
            el(
                "table",
                { class: "plain" },
                el("thead", {}, el("tr", {}, el("th", { scope: "col" }, section.x ?? ""), heads.map((head) => el("th", { scope: "col" }, head)))),
                el("tbody", {}, rows.map(([head, cells]) => el("tr", {}, el("th", { scope: "row" }, head), cells.map((text) => el("td", {}, text))))),
            ),
        ),
    );
}

export function render(section, context) {
    const model = make_series(section);
    if (!model.xs.length) return el("p", { class: "muted" }, "There are no points to draw.");
    const shown = model.list.map(() => true);
    const usual_height = Math.max(HEIGHT, Math.min(HEIGHT_MOST, model.list.length * ITEM));
    let plot = null;
    let log = wants_log(model);
    let cursor = null;

    const host = el("div", { class: "plot", tabindex: "0", role: "group", id: unique("plot"), "aria-label": `${section.title ?? "Chart"}: ${section.y ?? "values"} over ${section.x ?? "x"}. Left and right read the values.` });
    host.style.height = `${usual_height}px`;
    const legend = make_legend(model, section, context, {
        toggle(i) {
            shown[i] = !shown[i];
            plot?.show(i, shown[i]);
            return shown[i];
        },
        point_out: (i) => plot?.point_out(i),
    });
    const last_shown = () => model.xs.findLastIndex((x, i) => model.reads[i] && x <= limits_of(model, log).x[1]);
    // Without a pointer it reads where people are: at what the verdict is for, the last point that was measured, or a machine of today.
    const first_read = () => {
        const measured = model.list.filter((series) => series.role === "measured").flatMap((series) => series.x);
        const wanted = section.at ?? (measured.length ? Math.max(...measured) : USUAL);
        return Math.min(last_shown(), Math.max(0, model.xs.findLastIndex((x, i) => model.reads[i] && x <= wanted)));
    };
    const on_cursor = (k) => {
        cursor = k;
        legend.show(k ?? first_read());
    };
    on_cursor(null);
    const draw = (width, height = usual_height) => {
        plot?.destroy();
        host.style.height = `${height}px`;
        plot = make_plot(host, model, section, context, { log, width, height, shown, on_cursor });
    };
    const redraw = () => host.clientWidth && draw(host.clientWidth);

    host.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1, Home: -model.xs.length, End: model.xs.length }[event.key];
        if (!step || !plot) return;
        event.preventDefault();
        let at = cursor === null ? (step > 0 ? 0 : last_shown()) : cursor + step;
        while (at > 0 && at < last_shown() && !model.reads[at]) at += step;
        at = Math.max(0, Math.min(last_shown(), at));
        plot.set_cursor(at);
        legend.speak();
    });
    host.addEventListener("blur", () => plot?.set_cursor(null));

    const log_button = el("button", { type: "button", class: "button log", "aria-pressed": String(log) }, "Log axes");
    log_button.addEventListener("click", () => {
        log = !log;
        log_button.setAttribute("aria-pressed", String(log));
        redraw();
        on_cursor(null);
    });
    let printing = false;
    context.bus.on("print", (on) => {
        printing = on;
        if (on) draw(PAPER.width, PAPER.height);
        else redraw();
    });
    let width = 0;
    new ResizeObserver(() => {
        if (printing || host.clientWidth === width) return;
        width = host.clientWidth;
        redraw();
    }).observe(host);

    return el("div", { class: "chart-box" }, host, el("div", { class: "chart-side" }, legend.element, can_log(model) ? log_button : null), model.list.some((series) => series.gaps) && el("p", { class: "chart-note muted" }, "Only the points are known; the lines between them just connect them."), make_values(model, section, context));
}
