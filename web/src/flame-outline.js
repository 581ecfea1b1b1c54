// The same call paths as a tree of rows to be opened and closed: for those who do not see the flame graphs, or want figures.
import { el } from "./dom.js";
import { ROOT } from "./flame-tree.js";

const STEP = 100; // children shown at once

// `on`: {choose(node)}. The rows are made when they are opened; there may be a hundred thousand.
export function make_outline(tree, measures, context, on) {
    const body = el("tbody", {});
    const heads = measures.flatMap((m) => [
        el("th", { scope: "col" }, `share of ${m.of}`),
        el("th", { scope: "col" }, "in itself"),
    ]);
    const table = el("table", { class: "flame-outline", role: "treegrid", "aria-label": "Call paths" },
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "call path"), heads, context.word(el("th", { scope: "col" }, "parallelism"), "parallelism"))),
        body);
    const rows = new Map(); // by node: its row

    function make_row(node, at, of) {
        const frame = tree.frame[node];
        const branch = tree.first[node + 1] > tree.first[node];
        const place = { file: tree.frames.file[frame], line: tree.frames.line[frame] };
        const row = el("tr", {
            role: "row", tabindex: "-1", "aria-level": tree.depth[node] + 1, "aria-posinset": at + 1, "aria-setsize": of,
            "aria-expanded": branch ? "false" : null, "data-node": node,
        },
            el("th", { scope: "row", style: { "--level": Math.min(tree.depth[node], 30) } },
                el("span", { class: "twist", "aria-hidden": "true" }, branch ? "▸" : ""),
                context.name(context.string(tree.frames.name[frame]), 80), " ",
                context.known(place) ? el("span", { class: "muted" }, context.place_text(place)) : null),
            measures.flatMap((_, m) => [
                el("td", {}, context.format(tree.share(node, m), "share")),
                el("td", { class: "muted" }, context.format(tree.self_share(node, m), "share")),
            ]),
            el("td", {}, context.format(tree.frames.parallelism?.[frame], "ratio")));
        rows.set(node, row);
        return row;
    }

    function add_children(after, node, from) {
        const children = tree.children_of(node);
        const to = Math.min(children.length, from + STEP);
        const added = [...children.slice(from, to)].map((child, i) => make_row(child, from + i, children.length));
        if (to < children.length)
            added.push(el("tr", { class: "more", "data-more": node, "data-from": to, "aria-level": tree.depth[node] + 2 },
                el("td", { colspan: 2 * measures.length + 2, style: { "--level": Math.min(tree.depth[node] + 1, 30) } },
                    el("button", { class: "quiet", type: "button" }, `${context.format(children.length - to, "count")} more`))));
        after.after(...added);
    }

    function open(node) {
        const row = rows.get(node);
        if (row?.getAttribute("aria-expanded") !== "false") return;
        row.setAttribute("aria-expanded", "true");
        row.querySelector(".twist").textContent = "▾";
        add_children(row, node, 0);
    }

    function close(node) {
        const row = rows.get(node);
        if (row?.getAttribute("aria-expanded") !== "true") return;
        row.setAttribute("aria-expanded", "false");
        row.querySelector(".twist").textContent = "▸";
        const level = Number(row.getAttribute("aria-level"));
        for (let next = row.nextSibling; next && Number(next.getAttribute("aria-level")) > level; next = row.nextSibling) {
            if (next.dataset.node) rows.delete(Number(next.dataset.node));
            next.remove();
        }
    }

    function focus(row) {
        if (!row) return;
        for (const old of body.querySelectorAll("tr[tabindex='0']")) old.tabIndex = -1;
        row.tabIndex = 0;
        row.focus();
    }

    const toggle = (node) => (rows.get(node).getAttribute("aria-expanded") === "true" ? close(node) : open(node));
    const row_of = (event) => event.target.closest("tr");

    body.addEventListener("click", (event) => {
        const row = row_of(event);
        if (row?.dataset.more) {
            const previous = row.previousSibling;
            row.remove();
            add_children(previous, Number(row.dataset.more), Number(row.dataset.from));
        } else if (row) {
            toggle(Number(row.dataset.node));
            focus(row);
            on.choose(Number(row.dataset.node));
        }
    });
    body.addEventListener("keydown", (event) => {
        const row = row_of(event);
        if (!row?.dataset.node) return;
        const node = Number(row.dataset.node);
        const opened = row.getAttribute("aria-expanded") === "true";
        const act = {
            ArrowDown: () => focus(row.nextElementSibling),
            ArrowUp: () => focus(row.previousElementSibling),
            ArrowRight: () => (opened ? focus(row.nextElementSibling) : open(node)),
            ArrowLeft: () => (opened ? close(node) : focus(rows.get(tree.parent[node]))),
            Enter: () => on.choose(node),
        }[event.key];
        if (!act) return;
        event.preventDefault();
        act();
    });

    // As far down as there is no choice to be made.
    body.append(make_row(ROOT, 0, 1));
    rows.get(ROOT).tabIndex = 0;
    for (let node = ROOT; ; node = tree.children[tree.first[node]]) {
        open(node);
        if (tree.first[node + 1] - tree.first[node] !== 1) break;
    }

    return {
        element: table,
        show(node) {
            for (const old of body.querySelectorAll(".chosen")) old.classList.remove("chosen");
            if (node < 0) return;
            for (const above of tree.path(node).slice(0, -1)) open(above);
            rows.get(node)?.classList.add("chosen");
        },
    };
}
