// A table of any size: sorted by any column, filtered as one types, its columns chosen by group; what is selected here is
// shown by the flame graphs and the source too, and the other way round.
import { el, unfold, unique } from "./dom.js";
import { order_by } from "./order.js";
import { make_cells } from "./table-cells.js";
import { copied, make_column } from "./table-columns.js";
import { explained, filtered, parse } from "./table-filter.js";
import { column_widths, head_rows, mark_sorted, style_columns } from "./table-head.js";
import { fit_to_paper } from "./table-paper.js";
import { make_rows, ROW } from "./table-rows.js";
import { make_sight } from "./table-sight.js";
import { make_tools } from "./table-tools.js";

const OPEN = 14; // rows shown at first
const STRETCH = 1.7; // a table of few columns is not as wide as the page: one would lose the line
const narrow = matchMedia("(max-width: 640px)");
const WIDE = 800; // pixels
const MANY = 20000; // rows from which on what takes long to sort is prepared before it is asked for

export function render(section, context) {
    const n = section.rows;
    if (!n) return el("p", { class: "muted" }, "Nothing to list.");
    const groups = section.groups ?? [];
    const all = section.columns.map((column) => make_column(column, context.data.strings, context, groups, section.unit));
    const shown_groups = new Set(groups.filter((g) => g.shown !== false).map((g) => g.key));
    const place = all.find((c) => c.type === "place");
    const id = unique("table");
    const state = {
        columns: [], mask: null, asked: null,
        selected: (section.key === "sites" ? context.data.sections.find((s) => s.kind === "verdict")?.site : null) ?? -1,
        order: null, // all rows, sorted
        sort: all.find((c) => c.key === section.sort) ?? null,
        descending: section.descending !== false,
    };

    const head = el("thead", {});
    const body = el("tbody", {});
    const widths = el("colgroup", {});
    const table = el("table", {
        class: "grid", role: "grid", tabindex: "0", "aria-label": section.title ?? "Table", "aria-readonly": "true",
        on: { keydown: key },
    }, widths, head, body);
    const box = el("div", { class: "table-box", style: { "--open": section.open || OPEN, "--row": `${ROW}px` }, on: { scroll } }, table);
    const status = el("span", { class: "table-status muted", role: "status" });
    const paper_note = el("p", { class: "table-paper muted" });
    const sight = make_sight(box, head);
    const fill_cells = make_cells(sight, () => state.columns, context);
    const rows = make_rows(box, body, fill);

    function scroll() {
        edges();
        if (sight.moved()) rows.show();
        else rows.scrolled();
    }

    function fill(element, row, position) {
        element.id = `${id}-${row}`;
        element.setAttribute("aria-rowindex", position + 3); // below the two rows of the head
        element.dataset.row = row;
        mark(element, row);
        fill_cells(element, row);
    }

    function mark(element, row) {
        const chosen = row === state.selected;
        element.classList.toggle("chosen", chosen);
        if (chosen) element.setAttribute("aria-selected", "true");
        else element.removeAttribute("aria-selected");
    }

    function sort(column, descending) {
        state.sort = column;
        state.descending = descending;
        if (narrow.matches) {
            const pressed = head.contains(document.activeElement);
            choose_columns();
            if (pressed) head.querySelector(`th[data-key="${CSS.escape(column.key)}"] button`).focus();
        }
        state.order = column ? order_by(column.keys(), descending) : Uint32Array.from({ length: n }, (_, i) => i);
        mark_sorted(head, state);
        box.scrollTop = 0;
        list();
    }

    // That there is more to the side is seen at the edge.
    function edges() {
        box.classList.toggle("scrolled", box.scrollLeft > 0);
        box.classList.toggle("continues", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    }

    // At first a wide screen has whole columns, and none that one has to look for to the side: the last groups wait to be asked for.
    let is_fitted = false;
    function fit() {
        if (is_fitted || !box.clientWidth) return;
        is_fitted = true;
        const last = () => groups.findLast((group) => shown_groups.has(group.key) && group !== state.sort?.group);
        while (box.clientWidth >= WIDE && box.scrollWidth > box.clientWidth + 1 && last()) {
            shown_groups.delete(last().key);
            choose_columns();
        }
        tools.sync();
    }

    // The rows that are left, in their order.
    function list() {
        const left = state.mask ? state.order.filter((row) => state.mask[row]) : state.order;
        rows.set(left);
        table.setAttribute("aria-rowcount", left.length + 2);
        const count = (v) => context.format(v, "count");
        const rows_said = left.length === n ? `${count(n)} ${n === 1 ? "row" : "rows"}` : `${count(left.length)} of ${count(n)} rows`;
        status.textContent = [rows_said, state.asked ? explained(state.asked, state.columns, left.length) : ""].filter(Boolean).join(": ");
        box.classList.toggle("empty", left.length === 0);
        describe_selected();
    }

    function filter(text) {
        const columns = [...state.columns, ...all.filter((c) => !state.columns.includes(c))];
        state.asked = parse(text, columns);
        state.mask = filtered(state.asked, columns, n, folded(context));
        box.scrollTop = 0;
        list();
    }

    function select(row, tell, extra) {
        state.selected = row;
        const position = row < 0 ? -1 : rows.rows.indexOf(row);
        rows.mark(mark);
        if (position >= 0) rows.reveal(position);
        describe_selected();
        if (!tell || row < 0) return;
        const at = place?.place(row);
        (extra?.go ? context.go : context.bus.select)({
            ...(section.key === "sites" ? { site: row } : {}),
            ...(context.known(at) ? { file: at.file, line: at.line } : {}),
            from: "table", table: id, ...extra,
        });
    }

    function describe_selected() {
        if (state.selected >= 0 && body.querySelector(`#${id}-${state.selected}`)) table.setAttribute("aria-activedescendant", `${id}-${state.selected}`);
        else table.removeAttribute("aria-activedescendant");
    }

    function key(event) {
        if (event.target !== table || event.ctrlKey || event.metaKey || event.altKey) return;
        const at = rows.rows.indexOf(state.selected);
        const last = rows.rows.length - 1;
        const to = {
            ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, PageDown: at + rows.seen, PageUp: at - rows.seen, Home: 0, End: last,
        }[event.key];
        if (to !== undefined && last >= 0) select(rows.rows[Math.max(0, Math.min(last, to))], true);
        else if (event.key === "Enter" && state.selected >= 0) select(state.selected, true, { go: true });
        else if (event.key === "Escape") select(-1, false);
        else return;
        event.preventDefault();
    }

    // First the way that is asked for more often: the largest numbers, the first names.
    function press(column) {
        sort(column, state.sort === column ? !state.descending : column.numeric);
    }

    const wanted = () => all.filter((c) => !c.group || shown_groups.has(c.group.key));

    function choose_columns(left_out = []) {
        state.columns = wanted().filter((c) => !left_out.includes(c.group));
        if (narrow.matches && !printing) state.columns = with_second(state.columns, state.sort);
        style_columns(state.columns);
        const wide = column_widths(state.columns, n);
        widths.replaceChildren(...wide.map((width) => el("col", { style: { width: `calc(${width})` } })));
        table.style.minWidth = `calc(${wide.join(" + ")})`;
        table.style.maxWidth = `calc(${STRETCH} * (${wide.join(" + ")}))`;
        head.replaceChildren(...head_rows(state, context, press));
        table.setAttribute("aria-colcount", state.columns.length);
        if (printing) sight.whole();
        else sight.measure();
    }

    const tools = make_tools(section, shown_groups, context, {
        filter,
        copied: (separator) => copied(state.columns, rows.rows, separator),
        toggled: () => {
            choose_columns();
            tools.suggest(state.columns, n > rows.most);
            rows.measure();
            edges();
        },
    });

    head.addEventListener("focusin", (event) => {
        if (event.target.matches(":focus-visible")) sight.reveal(event.target);
    });
    body.addEventListener("click", (event) => {
        const row = event.target.closest("tr.entry");
        if (row) select(Number(row.dataset.row), true);
    });
    context.bus.on("select", (what) => {
        if (what.table === id) return;
        const row = row_of(what, section, place, n);
        if (row === undefined) return;
        if (what.to === "table" && section.key === "sites") bring(row);
        select(row, false);
    });
    // Someone wants to be taken to this row: no filter must be in the way.
    function bring(row) {
        if (row >= 0 && state.mask && !state.mask[row]) {
            tools.clear();
            filter("");
        }
        unfold(element);
        element.scrollIntoView({ block: "center" });
    }
    let printing = false;
    narrow.addEventListener("change", () => {
        choose_columns();
        rows.show();
    });
    context.bus.on("print", (on) => {
        printing = on;
        choose_columns();
        const printed = rows.printed(on);
        if (!on) return;
        const fitted = fit_to_paper(table, rows.rows.subarray(0, printed), wanted(), state.sort);
        choose_columns(fitted.left_out);
        widths.replaceChildren(...fitted.widths.map((width) => el("col", { style: { width } })));
        rows.show();
        const count = context.format(rows.rows.length, "count");
        paper_note.textContent = [
            printed < rows.rows.length ? `The first ${printed} of ${count} rows.` : "",
            fitted.left_out.length ? `No room on paper for the columns of: ${fitted.left_out.map((g) => g.title).join("; ")}.` : "",
        ].join(" ").trim();
    });
    new ResizeObserver(() => {
        if (!printing) {
            fit();
            sight.measure();
        }
        rows.measure();
        edges();
    }).observe(box);
    if (n >= MANY) prepare([() => folded(context), ...all.filter((c) => !c.numeric).map((c) => c.keys)]);

    choose_columns();
    tools.suggest(state.columns, n > rows.most);
    sort(state.sort, state.descending);
    const element = el("div", { class: "table" }, tools.element(status), box, paper_note);
    return element;
}

// On a narrow screen what a table is sorted by is what one sees of it beside the names.
function with_second(columns, sorted) {
    if (!columns.includes(sorted) || !sorted.numeric) return columns;
    return [columns[0], ...(columns[0] === sorted ? [] : [sorted]), ...columns.slice(1).filter((column) => column !== sorted)];
}

// All strings in lower case: once for all tables, when a filter is first used.
function folded(context) {
    context.folded ??= context.data.strings.map((text) => text.toLowerCase());
    return context.folded;
}

// The row that another section means; undefined: none of this table.
function row_of(what, section, place, n) {
    if (section.key === "sites" && what.site >= 0 && what.site < n) return what.site;
    if (!place || !(what.file > 0) || !(what.line > 0)) return undefined;
    for (let row = 0; row < n; row++) if (place.lines[row] === what.line && place.files[row] === what.file) return row;
    return undefined;
}

// Texts are slow to sort and to look through: that is made ready while nobody waits.
function prepare(works) {
    const idle = window.requestIdleCallback ?? ((f) => setTimeout(f, 300));
    const next = () => {
        works.shift()?.();
        if (works.length) idle(next);
    };
    idle(next);
}
