// One flame graph on a canvas, as large as what is seen of it: a deep one is scrolled inside its frame, and drawn anew.
// What is selected, pointed at or searched for is the section's business: the view is told, and tells what is pointed at.
import { visible } from "./context.js";
import { el } from "./dom.js";
import { layout, node_at } from "./flame-layout.js";

export const ROW = 19;
const PAD = 4;
const NARROWEST_TEXT = 26;
const MARK = 9; // a triangle: full where to look first, hollow elsewhere

function fitted(text, most) {
    if (text.length <= most) return text;
    return most < 3 ? "" : `${[...text.slice(0, most - 1)].join("").replace(/[\ud800-\udbff]$/, "")}…`;
}

// `on`: {hover(node), choose(node, event), key(event), scroll(view), part(measure, node): of the width, for the node that is zoomed to}
export function make_view(tree, context, on) {
    const canvas = el("canvas", { class: "flame-canvas" });
    const spacer = el("div", { class: "flame-spacer" }, canvas);
    const box = el("div", {
        class: "flame-box", tabindex: "0", role: "application", "aria-roledescription": "flame graph; arrows move, Enter zooms, Escape goes back",
        on: { keydown: (event) => on.key(event), scroll: () => on.scroll(view) },
    }, spacer);
    const pen = canvas.getContext("2d");
    const names = tree.frames.name.map((i) => visible(context.string(i).slice(0, 400)));
    let rows = [];
    let letter = 7;
    let font = "";

    const view = {
        element: box,
        measure: 0,
        get rows() {
            return rows;
        },
        lay(state) {
            rows = layout(tree, view.measure, state.zoom, box.clientWidth * on.part(view.measure, state.zoom));
            spacer.style.height = `${Math.max(rows.length * ROW, box.clientHeight)}px`;
            return rows.length;
        },
        draw(state) {
            size_canvas();
            const top = box.scrollTop;
            const last = Math.min(rows.length, Math.ceil((top + box.clientHeight) / ROW));
            pen.clearRect(0, 0, box.clientWidth, box.clientHeight);
            pen.textBaseline = "middle";
            pen.font = font;
            for (let depth = Math.floor(top / ROW); depth < last; depth++) draw_row(rows[depth], depth * ROW - top, state);
            if (!(tree.total[view.measure][state.zoom] > 0)) say_nothing(rows.length * ROW - top);
        },
        // Where a node is drawn, in pixels of the box; null: too narrow to be.
        where(node) {
            const depth = tree.depth[node];
            const i = rows[depth] ? rows[depth].node.indexOf(node) : -1;
            return i < 0 ? null : { x: rows[depth].x[i], y: depth * ROW, w: rows[depth].w[i], h: ROW };
        },
        reveal(node) {
            const y = tree.depth[node] * ROW;
            if (y < box.scrollTop) box.scrollTop = y;
            else if (y + ROW > box.scrollTop + box.clientHeight) box.scrollTop = y + ROW - box.clientHeight;
        },
    };

    function size_canvas() {
        const scale = window.devicePixelRatio || 1;
        const w = Math.round(box.clientWidth * scale);
        const h = Math.round(box.clientHeight * scale);
        if (canvas.width !== w || canvas.height !== h) {
            canvas.width = w;
            canvas.height = h;
            canvas.style.height = `${box.clientHeight}px`;
        }
        pen.setTransform(scale, 0, 0, scale, 0, 0);
        if (!font) {
            font = `11.5px ${context.color("--mono") || "monospace"}`;
            pen.font = font;
            letter = pen.measureText("0".repeat(50)).width / 50;
        }
    }

    function draw_row(row, y, state) {
        for (let i = 0; i < row.node.length; i++) draw_frame(row.node[i], row.x[i], y, row.w[i], state);
    }

    function draw_frame(node, x, y, w, state) {
        const frame = node < 0 ? -1 : tree.frame[node];
        const width = Math.max(0.6, w - (w > 3 ? 1 : 0.3)); // a gap, so that neighbours are seen
        const above = node >= 0 && node !== state.zoom && tree.depth[node] < tree.depth[state.zoom];
        const aside = state.matches && (frame < 0 || !state.matches[frame]);
        pen.globalAlpha = aside ? 0.22 : above ? 0.55 : 1;
        pen.fillStyle = frame < 0 ? state.colors.rest : state.colors.fill[frame];
        pen.fillRect(x, y, width, ROW - 1);
        if (frame >= 0 && w >= NARROWEST_TEXT) draw_text(node, frame, x, y, width, state);
        pen.globalAlpha = 1;
        if (state.matches && !aside && w >= 2) {
            pen.fillStyle = state.colors.same;
            pen.fillRect(x, y + ROW - 3, width, 2);
        }
        if (frame >= 0) outline(node, x, y, width, state);
    }

    function draw_text(node, frame, x, y, width, state) {
        let left = x + PAD;
        pen.fillStyle = state.colors.ink[frame];
        const mark = state.mark(node);
        if (mark) {
            const middle = y + ROW / 2 - 0.5;
            pen.beginPath();
            pen.moveTo(left, middle + 4);
            pen.lineTo(left + 4, middle - 4);
            pen.lineTo(left + 8, middle + 4);
            pen.closePath();
            pen.strokeStyle = pen.fillStyle;
            pen.lineWidth = 1;
            if (mark.first) pen.fill();
            else pen.stroke();
            left += MARK + 2;
        }
        const text = fitted(names[frame], Math.floor((x + width - PAD - left) / letter));
        if (text) pen.fillText(text, left, y + ROW / 2);
    }

    function outline(node, x, y, width, state) {
        const chosen = state.selected === node;
        const pointed = state.hover === node;
        if (!chosen && !pointed && !(state.selected > 0 && tree.same(node, state.selected))) return;
        const thick = chosen ? 2.5 : 1.5;
        pen.strokeStyle = chosen || pointed ? state.colors.chosen : state.colors.same;
        pen.lineWidth = thick;
        if (width > 2 * thick) pen.strokeRect(x + thick / 2, y + thick / 2, width - thick, ROW - 1 - thick);
        else {
            pen.fillStyle = pen.strokeStyle;
            pen.fillRect(x, y, Math.max(1.5, width), ROW - 1);
        }
    }

    function say_nothing(y) {
        pen.fillStyle = context.color("--muted");
        pen.fillText("none of it is here", PAD, y + ROW / 2);
    }

    const at = (event) => {
        const r = box.getBoundingClientRect();
        const y = event.clientY - r.top - box.clientTop + box.scrollTop;
        return node_at(rows[Math.floor(y / ROW)], event.clientX - r.left - box.clientLeft);
    };
    canvas.addEventListener("pointermove", (event) => on.hover(at(event)));
    canvas.addEventListener("pointerleave", () => on.hover(-1));
    canvas.addEventListener("click", (event) => on.choose(at(event), view));
    return view;
}
