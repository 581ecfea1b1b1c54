// A table of any size: sorted by any column, filtered as one types, its columns chosen by group; what is selected here is
// shown by the flame graphs and the source too, and the other way round.
import { to_clipboard } from "./clipboard.js";
import { el, unique } from "./dom.js";
import { order_by } from "./order.js";
import { copied, make_column } from "./table-columns.js";
import { example, explained, filtered, parse } from "./table-filter.js";
import { fit_to_paper } from "./table-paper.js";
import { make_rows, ROW } from "./table-rows.js";
import { make_sight } from "./table-sight.js";

const OPEN = 14; // rows shown at first
const STRETCH = 1.7; // a table of few columns is not as wide as the page: one would lose the line
const FEW = 4; // rows that need no filter
const narrow = matchMedia("(max-width: 640px)");
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
    const shapes = new WeakMap(); // of a row's element: its cells, and the range of columns that they are of
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
        for (const [cell, column] of cells_of(element)) fill_cell(cell, column, row);
    }

    // A cell for each column in sight, and one in place of all others to either side.
    function cells_of(element) {
        const { range } = sight;
        if (shapes.get(element)?.range === range) return shapes.get(element).cells;
        const made = (column) => {
            const i = state.columns.indexOf(column);
            return [el(i === 0 ? "th" : "td", { class: column.css, scope: i === 0 ? "row" : null, "aria-colindex": i + 1 }), column];
        };
        const none = (columns) => (columns > 0 ? [el("td", { colspan: columns, "aria-hidden": "true" })] : []);
        const cells = [state.columns[0], ...state.columns.slice(range.from, range.to)].map(made);
        const [first, ...others] = cells.map(([cell]) => cell);
        element.replaceChildren(first, ...none(range.from - 1), ...others, ...none(state.columns.length - range.to));
        shapes.set(element, { range, cells });
        return cells;
    }

    function mark(element, row) {
        const chosen = row === state.selected;
        element.classList.toggle("chosen", chosen);
        if (chosen) element.setAttribute("aria-selected", "true");
        else element.removeAttribute("aria-selected");
    }

    function fill_cell(cell, column, row) {
        if (column.heat) cell.style.setProperty("--heat", column.heat(row));
        if (column.tint_of) cell.style.setProperty("--tint", column.tint_of(row));
        if (column.type === "text") cell.replaceChildren(named(column.text(row)));
        else if (column.type === "place") cell.replaceChildren(placed(column.place(row)));
        else cell.textContent = column.text(row);
    }

    // With keys one gets there by Enter: a stop in every row would be one too many.
    function placed(at) {
        if (!context.known(at)) return "";
        const link = context.place(at);
        link.tabIndex = -1;
        return link;
    }

    // What the column is too narrow for is read on hover.
    function named(text) {
        const name = context.name(text);
        if (!name.title && text.length > 12) name.title = text;
        return name;
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
        for (const th of head.querySelectorAll("th[data-key]")) {
            if (th.dataset.key === column?.key) th.setAttribute("aria-sort", descending ? "descending" : "ascending");
            else th.removeAttribute("aria-sort");
        }
        box.scrollTop = 0;
        list();
    }

    // That there is more to the side is seen at the edge.
    function edges() {
        box.classList.toggle("scrolled", box.scrollLeft > 0);
        box.classList.toggle("continues", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
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

    function head_cell(column) {
        // First the way that is asked for more often: the largest numbers, the first names.
        const first = column.numeric;
        const press = () => sort(column, state.sort === column ? !state.descending : first);
        const button = context.word(el("button", { class: "sorter", type: "button", on: { click: press } }, column.title), column.word);
        return el("th", { class: column.css, scope: "col", "data-key": column.key, "aria-sort": state.sort === column ? (state.descending ? "descending" : "ascending") : null }, button);
    }

    // Columns of one group that are next to each other have one title. What is above the first column covers as much as it when one scrolls, not more.
    function group_cells() {
        const cells = [];
        state.columns.forEach((column, i) => {
            if (i > 0 && column.group === state.columns[i - 1].group && (i > 1 || column.group)) cells.at(-1).colSpan++;
            else if (column.group) cells.push(el("th", { class: `group ${column.tint}`, scope: "colgroup", colspan: 1 }, context.word(el("span", {}, column.group.title), column.group.word)));
            else cells.push(el("td", { class: i === 0 ? "first" : "", colspan: 1 }));
        });
        return cells;
    }

    const wanted = () => all.filter((c) => !c.group || shown_groups.has(c.group.key));

    function choose_columns(left_out = []) {
        state.columns = wanted().filter((c) => !left_out.includes(c.group));
        if (narrow.matches && !printing) state.columns = with_second(state.columns, state.sort);
        state.columns.forEach((column, i) => {
            column.tint = /span/.test(column.group?.key ?? column.key) ? "span-tint" : "work-tint";
            const starts = i > 0 && column.group !== state.columns[i - 1].group;
            column.css = [i === 0 ? "first" : "", column.numeric ? "number" : "word-cell", column.heat ? `heat ${column.tint}` : "", starts ? "starts" : ""].join(" ").trim();
        });
        const wide = state.columns.map((c, i) => (i === 0 ? `min(${c.width(n)}ch + 1.4rem, var(--first-most))` : `(${c.width(n)}ch + 1.2rem)`));
        widths.replaceChildren(...wide.map((width) => el("col", { style: { width: `calc(${width})` } })));
        table.style.minWidth = `calc(${wide.join(" + ")})`;
        table.style.maxWidth = `calc(${STRETCH} * (${wide.join(" + ")}))`;
        head.replaceChildren(el("tr", { class: "groups", "aria-rowindex": 1 }, group_cells()), el("tr", { "aria-rowindex": 2 }, state.columns.map(head_cell)));
        table.setAttribute("aria-colcount", state.columns.length);
        if (printing) sight.whole();
        else sight.measure();
    }

    const toggles = groups.length < 2 ? [] : groups.map((group) => context.word(el("button", {
        class: "button", type: "button", "aria-pressed": String(shown_groups.has(group.key)),
        on: { click: (event) => {
            const on = !shown_groups.has(group.key);
            shown_groups[on ? "add" : "delete"](group.key);
            event.currentTarget.setAttribute("aria-pressed", String(on));
            choose_columns();
            suggest();
            rows.measure();
            edges();
        } },
    }, group.title), group.word));
    const input = el("input", { type: "search", spellcheck: "false", on: { input: () => filter(input.value) } });
    function suggest() {
        const can = example(state.columns);
        const help = `Words that must be in a row${can ? `, or a comparison with a column: ${can}` : ""}`;
        input.placeholder = can ? `Filter: text, or ${can}` : "Filter";
        input.title = n > rows.most ? `${help}. The browser's own search finds only rows that are in sight.` : help;
        input.setAttribute("aria-label", help);
    }
    const copy = (title, separator) => el("button", {
        class: "button", type: "button", title: `Copy the rows and columns that are shown, ${title === "CSV" ? "separated by commas" : "separated by tabs, for a spreadsheet"}`,
        on: { click: (event) => to_clipboard(copied(state.columns, rows.rows, separator), event.currentTarget) },
    }, `Copy ${title}`);

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
            input.value = "";
            filter("");
        }
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
        if (!printing) sight.measure();
        rows.measure();
        edges();
    }).observe(box);
    if (n >= MANY) prepare([() => folded(context), ...all.filter((c) => !c.numeric).map((c) => c.keys)]);

    choose_columns();
    suggest();
    sort(state.sort, state.descending);
    const many = toggles.length > 3; // they have a line of their own
    const choice = toggles.length ? el("span", { class: many ? "choice many" : "choice", role: "group", "aria-label": "Columns" }, toggles) : null;
    const rest = [copy("CSV", ","), copy("TSV", "\t"), status];
    const tools = n < FEW ? [choice] : many ? [input, ...rest, choice] : [input, choice, ...rest];
    const element = el("div", { class: "table" },
        tools.some(Boolean) ? el("div", { class: "tools" }, tools) : null,
        box, paper_note);
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
