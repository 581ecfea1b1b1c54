// The same call paths as a tree of rows to be opened and closed: for those who do not see the flame graphs, or want figures.
import { el } from "./dom.js";
import { ROOT } from "./flame-tree.js";

const STEP = 100; // children shown at once; rows that stand for the others are opened step by step, or where one is selected

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

    function make_gap(node, from, to) {
        const level = tree.depth[node] + 1;
        return el("tr", { class: "more", "data-more": node, "data-from": from, "data-to": to, "aria-level": level + 1 },
            el("td", { colspan: 2 * measures.length + 2, style: { "--level": Math.min(level, 30) } },
                el("button", { class: "quiet", type: "button" }, `${context.format(to - from, "count")} more`)));
    }

    // The children from `first` on, of those that are not there from `from` to `to`.
    function some_children(node, from, to, first = from) {
        const children = tree.children_of(node);
        const last = Math.min(to, first + STEP);
        const added = Array.from(children.subarray(first, last), (child, i) => make_row(child, first + i, children.length));
        if (from < first) added.unshift(make_gap(node, from, first));
        if (last < to) added.push(make_gap(node, last, to));
        return added;
    }

    // A child that is among those not yet there: they are, from some before it on.
    function uncover(node, child) {
        const at = tree.children_of(node).indexOf(child);
        const gap = [...body.querySelectorAll(`tr[data-more="${node}"]`)].find(({ dataset }) => Number(dataset.from) <= at && at < Number(dataset.to));
        if (!gap) return;
        const from = Number(gap.dataset.from);
        gap.replaceWith(...some_children(node, from, Number(gap.dataset.to), Math.max(from, at - STEP / 2)));
    }

    function open(node) {
        const row = rows.get(node);
        if (row?.getAttribute("aria-expanded") !== "false") return;
        row.setAttribute("aria-expanded", "true");
        row.querySelector(".twist").textContent = "▾";
        row.after(...some_children(node, 0, tree.children_of(node).length));
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

    // Scrolls the rows, and not the page: who has selected it may be elsewhere.
    function reveal(row) {
        const box = table.parentElement;
        if (!box || box.clientHeight >= box.scrollHeight) return;
        const top = row.offsetTop - table.tHead.offsetHeight;
        if (top < box.scrollTop || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
    }

    const toggle = (node) => (rows.get(node).getAttribute("aria-expanded") === "true" ? close(node) : open(node));
    const row_of = (event) => event.target.closest("tr");

    function fill_gap(row) {
        const added = some_children(Number(row.dataset.more), Number(row.dataset.from), Number(row.dataset.to));
        row.replaceWith(...added);
        focus(added[0]);
    }

    body.addEventListener("click", (event) => {
        const row = row_of(event);
        if (row?.dataset.more) fill_gap(row);
        else if (row) {
            toggle(Number(row.dataset.node));
            focus(row);
            on.choose(Number(row.dataset.node));
        }
    });
    body.addEventListener("keydown", (event) => {
        const row = row_of(event);
        if (!row) return;
        const { more } = row.dataset;
        const node = Number(row.dataset.node);
        const opened = row.getAttribute("aria-expanded") === "true";
        const above = more ? Number(more) : tree.parent[node];
        const act = {
            ArrowDown: () => focus(row.nextElementSibling),
            ArrowUp: () => focus(row.previousElementSibling),
            ArrowRight: () => (more ? fill_gap(row) : opened ? focus(row.nextElementSibling) : open(node)),
            ArrowLeft: () => (opened ? close(node) : focus(rows.get(above))),
            Enter: () => (more ? fill_gap(row) : on.choose(node)),
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
            const path = tree.path(node);
            path.slice(0, -1).forEach((above, i) => {
                open(above);
                if (!rows.has(path[i + 1])) uncover(above, path[i + 1]);
            });
            const row = rows.get(node);
            row.classList.add("chosen");
            reveal(row);
        },
    };
}
