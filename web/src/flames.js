// Flame graphs of several measures of the same call paths, side by side and linked: a frame selected in one is selected
// in the other, and both are zoomed to it.
import { el, unique } from "./dom.js";
import { frame_colors, legend } from "./flame-color.js";
import { make_detail, make_marks, pair_of } from "./flame-detail.js";
import { fold } from "./flame-fold.js";
import { make_outline } from "./flame-outline.js";
import { make_search } from "./flame-search.js";
import { make_tree, ROOT } from "./flame-tree.js";
import { make_view, ROW } from "./flame-view.js";

const MOST_ROWS = 26;
const LEAST_ROWS = 3;
const MOST_CRUMBS = 6;

const lowered = (title) => title.charAt(0).toLowerCase() + title.slice(1);

// Libraries' frames are folded until the reader asks for them.
export function render(section, context) {
    if (!section.nodes?.parent.length) return el("p", { class: "muted" }, "No call paths were recorded.");
    const folded = fold(section, context.data.strings ?? []);
    if (!folded) return render_tree(section, context, null);
    const host = el("div", {});
    const shown = [folded, section].map(() => null);
    const show = (which) => {
        shown[which] ??= render_tree([folded, section][which], context, el("button", {
            class: "button", type: "button", "aria-pressed": String(which > 0), on: { click: () => show(1 - which) },
        }, "Library frames"));
        host.replaceChildren(shown[which]);
    };
    show(0);
    return host;
}

function render_tree(section, context, opener) {
    const tree = make_tree(section);
    const measures = section.measures.map((m) => ({ ...m, title: m.title ?? m.key, of: lowered(m.title ?? m.key) }));
    const marks = make_marks(tree, measures, context);
    const has_parallelism = section.frames.parallelism?.some((p) => p !== null && p !== undefined);
    const state = { zoom: ROOT, selected: -1, hover: -1, matches: null, by: has_parallelism ? "parallelism" : "name", colors: null, mark: marks.of };
    const has_table = context.data.sections.some((s) => s.kind === "table" && s.key === "sites");

    const deepest = tree.depth.reduce((a, b) => Math.max(a, b), 0) + 1;
    const views = [];
    const detail = make_detail(tree, measures, marks, context, {
        table: has_table ? (site) => context.go({ site, from: "flames", to: "table" }) : null,
    });
    const crumbs = el("nav", { class: "flame-crumbs", "aria-label": "Path of the zoom" });
    const legend_box = el("div", { class: "flame-legend-box" });
    const pair = el("div", { class: "flame-pair" });
    let outline = null; // made when it is asked for
    let frame_due = 0;

    const draw = () => views.forEach((view) => view.draw(state));
    // Pointing may move faster than the screen; everything else is drawn at once.
    const draw_soon = () => (frame_due ||= requestAnimationFrame(() => ((frame_due = 0), draw())));

    function lay() {
        const rows = Math.max(...views.map((view) => view.lay(state)));
        if (state.zoom !== ROOT) return;
        pair.style.setProperty("--flame-height", `${Math.max(LEAST_ROWS, Math.min(rows + 1, deepest, MOST_ROWS)) * ROW + 2}px`);
    }

    function paint() {
        const theme = document.documentElement.dataset.theme === "dark" ? "dark" : "light"; // paper is light
        state.colors = {
            ...frame_colors(section.frames, state.by, theme, context.string),
            chosen: context.color("--ink"),
            same: context.color("--focus"),
        };
        legend_box.replaceChildren(state.by === "parallelism" ? legend(theme) : "");
        draw();
    }

    function show_crumbs() {
        reset.disabled = state.zoom === ROOT && state.selected < 0;
        if (state.zoom === ROOT) return crumbs.replaceChildren(el("span", { class: "hint muted" }, "Click a frame to zoom. Keys: arrows to move, Enter to zoom, Escape to go back."));
        const path = tree.path(state.zoom);
        const shown = path.length > MOST_CRUMBS ? [path[0], -1, ...path.slice(2 - MOST_CRUMBS)] : path;
        crumbs.replaceChildren(...shown.map((node, i) => {
            if (node < 0) return el("span", { class: "muted" }, "…");
            const name = context.name(context.string(section.frames.name[tree.frame[node]]) || "all", 28);
            const last = i === shown.length - 1;
            return el("button", { class: "quiet", type: "button", "aria-current": last ? "true" : null, on: { click: () => zoom(node) } }, name);
        }));
    }

    function select(node, tell) {
        state.selected = node;
        detail.show(node);
        outline?.show(node);
        reset.disabled = state.zoom === ROOT && node < 0;
        if (node >= 0) views.forEach((view) => view.reveal(node));
        draw();
        if (!tell || node < 0) return;
        const frame = tree.frame[node];
        const site = section.frames.site?.[frame] ?? -1;
        const place = { file: section.frames.file[frame], line: section.frames.line[frame] };
        context.bus.select({ frame, from: "flames", ...(site >= 0 ? { site } : {}), ...(context.known(place) ? place : {}) });
    }

    function zoom(node, tell = false) {
        state.zoom = node;
        lay();
        show_crumbs();
        select(node === ROOT && !tell ? state.selected : node, tell);
    }

    function choose(node) {
        if (node >= 0) zoom(node, true);
    }

    function clear() {
        if (state.zoom === ROOT) select(-1, false);
        else zoom(ROOT);
    }

    const reset = el("button", {
        class: "button", type: "button", disabled: true,
        on: { click: () => { state.selected = -1; zoom(ROOT); } },
    }, "Reset");

    const on = {
        hover(node) {
            if (node === state.hover) return;
            state.hover = node;
            detail.show(node >= 0 ? node : state.selected);
            draw_soon();
        },
        choose,
        scroll(from) {
            for (const view of views) if (view !== from) view.element.scrollTop = from.element.scrollTop;
            draw();
        },
        key(event, view) {
            const next = neighbour(tree, view, state, event.key);
            if (next !== undefined) {
                if (next >= 0) select(next, true);
            } else if (event.key === "Enter" && state.selected >= 0) choose(state.selected);
            else if (event.key === "Escape") clear();
            else return;
            event.preventDefault();
        },
    };

    function add_view(measure) {
        const view = make_view(tree, context, { ...on, key: (event) => on.key(event, view), part: (m, node) => part_of_width(tree, measures, m, node) });
        const title = el("span", { class: "flame-title" });
        const total = el("span", { class: "flame-total" });
        const lead = el("span", { class: "muted" });
        const id = unique("flame");
        const set = (m) => {
            view.measure = m;
            title.textContent = measures[m].title;
            title.id = id;
            total.textContent = context.format(tree.total[m][ROOT], "cost", section.unit);
            lead.textContent = measures[m].lead ?? "";
            figure.dataset.measure = measures[m].key;
            view.element.setAttribute("aria-labelledby", id);
        };
        // With more measures than sides, what is on each side is chosen.
        const chooser = measures.length <= 2 ? null : el("select", {
            "aria-label": "Measure of this flame graph",
            on: { change: (event) => { set(Number(event.target.value)); lay(); draw(); } },
        }, measures.map((m, i) => el("option", { value: i, selected: i === measure }, m.title)));
        const figure = el("figure", { class: "flame" }, el("figcaption", {}, chooser, chooser ? el("span", { class: "unseen" }, title) : title, total, lead), view.element);
        set(measure);
        views.push(view);
        pair.append(figure);
    }
    sides(measures).forEach(add_view);

    const search = make_search(section.frames, tree, measures, context, (matches) => {
        state.matches = matches;
        draw();
    });
    const by = ["parallelism", "name"].map((kind) => el("button", {
        class: "button", type: "button", "aria-pressed": String(kind === state.by),
        on: { click: (event) => {
            state.by = kind;
            for (const other of by) other.setAttribute("aria-pressed", String(other === event.currentTarget));
            paint();
        } },
    }, `by ${kind}`));
    const as_table = el("button", {
        class: "button", type: "button", "aria-pressed": "false",
        on: { click: () => {
            outline ??= make_outline(tree, measures, context, { choose: (node) => select(node, true) });
            const on_now = as_table.getAttribute("aria-pressed") !== "true";
            as_table.setAttribute("aria-pressed", String(on_now));
            outline_box.hidden = !on_now;
            pair.hidden = on_now;
            outline_box.replaceChildren(outline.element);
            outline.show(state.selected);
        } },
    }, "As a table");
    const outline_box = el("div", { class: "flame-outline-box", tabindex: "-1", hidden: true });

    context.bus.on("select", (what) => {
        if (what.from === "flames") return;
        const node = selected_by(tree, section.frames, what);
        if (node === undefined) return;
        if (node >= 0 && !tree.is_under(node, state.zoom)) zoom(ROOT);
        select(node, false);
    });
    context.bus.on("theme", paint);
    new ResizeObserver(() => {
        lay();
        draw();
    }).observe(pair);

    // What the verdict names is pointed out from the start.
    const verdict = context.data.sections.find((s) => s.kind === "verdict");
    state.selected = (verdict && selected_by(tree, section.frames, { site: verdict.site, ...verdict.place })) ?? -1;
    show_crumbs();
    detail.show(state.selected);
    paint();
    return el("div", { class: "flames" },
        el("div", { class: "tools" }, search.element, has_parallelism ? el("span", { class: "choice", role: "group", "aria-label": "Colours" }, by) : null, opener, as_table, reset, search.result),
        crumbs, pair, outline_box, detail.element, legend_box,
        section.note ? el("p", { class: "flame-note muted" }, section.note) : null);
}

// The measures that are shown at first: those whose difference says most.
function sides(measures) {
    const pair = pair_of(measures);
    if (pair) return pair.slice(0, 2).map((key) => measures.findIndex((m) => m.key === key));
    return measures.map((_, i) => i).slice(0, 2);
}

// Two measures of the same before and after a change are drawn to one scale: the larger one is as wide as there is room.
function part_of_width(tree, measures, m, node) {
    const stem = / (before|after)$/.test(measures[m].key) ? measures[m].key.replace(/ \w+$/, " ") : null;
    if (!stem) return 1;
    const most = Math.max(...measures.map((other, i) => (other.key.startsWith(stem) ? tree.total[i][node] : 0)));
    return most > 0 ? tree.total[m][node] / most : 1;
}

// The node that a key leads to; -1: none there; undefined: not such a key.
function neighbour(tree, view, state, key) {
    const moves = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
    if (!moves.includes(key)) return undefined;
    const node = state.selected;
    if (node < 0) return state.zoom;
    if (key === "ArrowUp") return tree.parent[node];
    const depth = tree.depth[node];
    if (key === "ArrowDown") {
        const below = view.rows[depth + 1]?.node ?? [];
        return below.find((child) => child >= 0 && tree.parent[child] === node) ?? -1;
    }
    const row = view.rows[depth]?.node.filter((n) => n >= 0) ?? [];
    const at = row.indexOf(node);
    return (at < 0 ? row[0] : row[at + (key === "ArrowLeft" ? -1 : 1)]) ?? -1;
}

// What another section selected, as a path: the widest one; undefined: it says nothing of call paths.
function selected_by(tree, frames, what) {
    if (Number.isInteger(what.frame)) return tree.widest((f) => f === what.frame);
    if (what.site >= 0 && what.site !== null) return tree.widest((f) => frames.site?.[f] === what.site);
    if (what.file > 0 && what.line > 0) return tree.widest((f) => frames.file[f] === what.file && frames.line[f] === what.line);
    return undefined;
}
