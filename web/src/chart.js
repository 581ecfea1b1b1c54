// Curves over processors, with a legend that reads them out and a table of their values.
import { el, unique } from "./dom.js";
import { can_log, limits_of, make_series } from "./chart-series.js";
import { make_plot } from "./chart-plot.js";

const HEIGHT = 340;
const PAPER = { width: 660, height: 320, scale: 3 };

const read = (context, value) => (value === null ? "–" : context.format(value, "real"));

function make_legend(model, section, context, toggle) {
    const at = el("p", { class: "reading" });
    const spoken = el("p", { class: "unseen", "aria-live": "polite" });
    const values = model.list.map(() => el("span", { class: "reads" }));
    const buttons = model.list.map((series, i) => {
        const dash = series.look.dash.length ? "dashed" : "solid";
        const dots = series.look.points ? " dots" : "";
        const swatch = el("span", { class: `line${dots}`, style: { "--color": `var(${series.look.color})`, "--dash": dash } });
        const button = el("button", { type: "button", class: "legend-item", "aria-pressed": "true", title: "show or hide" }, swatch, context.name(series.name, 48), values[i]);
        button.addEventListener("click", () => button.setAttribute("aria-pressed", String(toggle(i))));
        return button;
    });
    const show = (i) => {
        at.textContent = `at ${context.format(model.xs[i], "number")} ${section.x ?? ""}`;
        model.list.forEach((series, s) => {
            const low = series.low_at?.[i] ?? null;
            const high = series.high_at?.[i] ?? null;
            values[s].textContent = read(context, series.at[i] ?? null);
            values[s].title = low === null || high === null ? "" : `${read(context, low)} to ${read(context, high)}`;
        });
    };
    const speak = () => (spoken.textContent = `${at.textContent}: ${model.list.map((series, s) => `${series.name} ${values[s].textContent}`).join(", ")}`);
    return { element: el("div", { class: "chart-legend" }, at, spoken, el("div", { class: "legend-items", role: "group", "aria-label": "Curves" }, buttons)), show, speak };
}

function make_values(model, section, context) {
    const cell = (series, i) => {
        const value = read(context, series.at[i]);
        const low = series.low_at?.[i] ?? null;
        return low === null ? value : `${value} (${read(context, low)} to ${read(context, series.high_at?.[i] ?? null)})`;
    };
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
                el("thead", {}, el("tr", {}, el("th", { scope: "col" }, section.x ?? ""), model.list.map((series) => el("th", { scope: "col" }, context.name(series.name, 40))))),
                el("tbody", {}, model.xs.map((x, i) => el("tr", {}, el("th", { scope: "row" }, context.format(x, "number")), model.list.map((series) => el("td", {}, cell(series, i)))))),
            ),
        ),
    );
}

export function render(section, context) {
    const model = make_series(section);
    if (!model.xs.length) return el("p", { class: "muted" }, "There are no points to draw.");
    const shown = model.list.map(() => true);
    let plot = null;
    let log = false;
    let cursor = null;

    const host = el("div", { class: "plot", tabindex: "0", role: "group", id: unique("plot"), "aria-label": `${section.title ?? "Chart"}: ${section.y ?? "values"} over ${section.x ?? "x"}. Left and right read the values.` });
    host.style.height = `${HEIGHT}px`;
    const legend = make_legend(model, section, context, (i) => {
        shown[i] = !shown[i];
        plot?.setSeries(i + 1, { show: shown[i] });
        return shown[i];
    });
    // Without a pointer it reads the last point in the picture, where the limits show.
    const last_shown = () => model.xs.findLastIndex((x) => x <= limits_of(model, log).x[1]);
    const on_cursor = (k) => {
        cursor = k;
        legend.show(k ?? last_shown());
    };
    on_cursor(null);
    const draw = (width, height = HEIGHT, scale = 1) => {
        plot?.destroy();
        host.style.height = `${height}px`;
        plot = make_plot(host, model, section, context, { log, width, height, scale, shown, on_cursor });
        plot.root.style.zoom = String(1 / scale);
    };
    const redraw = () => host.clientWidth && draw(host.clientWidth);

    host.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step || !plot) return;
        event.preventDefault();
        const at = Math.max(0, Math.min(last_shown(), cursor === null ? (step > 0 ? 0 : last_shown()) : cursor + step));
        plot.setCursor({ left: plot.valToPos(model.xs[at], "x"), top: plot.over.clientHeight / 2 });
        legend.speak();
    });
    host.addEventListener("blur", () => plot?.setCursor({ left: -10, top: -10 }));

    const log_button = el("button", { type: "button", class: "button log", "aria-pressed": "false" }, "Log axes");
    log_button.addEventListener("click", () => {
        log = !log;
        log_button.setAttribute("aria-pressed", String(log));
        redraw();
        on_cursor(null);
    });
    let printing = false;
    context.bus.on("print", (on) => {
        printing = on;
        if (on) draw(PAPER.width, PAPER.height, PAPER.scale);
    });
    context.bus.on("theme", () => (printing ? plot?.redraw() : redraw()));
    let width = 0;
    new ResizeObserver(() => {
        if (printing || host.clientWidth === width) return;
        width = host.clientWidth;
        redraw();
    }).observe(host);

    return el("div", { class: "chart-box" }, host, el("div", { class: "chart-side" }, legend.element, can_log(model) ? log_button : null), make_values(model, section, context));
}
