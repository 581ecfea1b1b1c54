// What stands above a table: a filter, its groups of columns to show and hide, and buttons to copy it.
import { to_clipboard } from "./clipboard.js";
import { el } from "./dom.js";
import { example } from "./table-filter.js";

const FEW = 4; // rows that need no filter

// `does`: filter(text), toggled() when groups have changed, copied(separator) for what is shown.
export function make_tools(section, shown_groups, context, does) {
    const groups = section.groups ?? [];
    const input = el("input", { type: "search", spellcheck: "false", on: { input: () => does.filter(input.value) } });
    const toggles = groups.length < 2 ? [] : groups.map((group) => make_toggle(group, shown_groups, context, does.toggled));

    // What can be typed, of these columns.
    function suggest(columns, is_cut) {
        const can = example(columns);
        const help = `Words that must be in a row${can ? `, or a comparison with a column: ${can}` : ""}`;
        input.placeholder = can ? `Filter: text, or ${can}` : "Filter";
        input.title = is_cut ? `${help}. The browser's own search finds only rows that are in sight.` : help;
        input.setAttribute("aria-label", help);
    }

    function element(status) {
        const many = toggles.length > 3; // they have a line of their own
        const choice = toggles.length ? el("span", { class: many ? "choice many" : "choice", role: "group", "aria-label": "Columns" }, toggles) : null;
        const rest = [make_copy("CSV", ",", does.copied), make_copy("TSV", "\t", does.copied), status];
        const tools = section.rows < FEW ? [choice] : many ? [input, ...rest, choice] : [input, choice, ...rest];
        return tools.some(Boolean) ? el("div", { class: "tools" }, tools) : null;
    }

    // The groups that are shown were chosen by others.
    const sync = () => toggles.forEach((toggle, i) => toggle.setAttribute("aria-pressed", String(shown_groups.has(groups[i].key))));

    return { suggest, element, sync, clear: () => (input.value = "") };
}

function make_toggle(group, shown, context, toggled) {
    const press = (event) => {
        const on = !shown.has(group.key);
        shown[on ? "add" : "delete"](group.key);
        event.currentTarget.setAttribute("aria-pressed", String(on));
        toggled();
    };
    return context.word(el("button", { class: "button", type: "button", "aria-pressed": String(shown.has(group.key)), on: { click: press } }, group.title), group.word);
}

function make_copy(title, separator, copied) {
    return el("button", {
        class: "button", type: "button", title: `Copy the rows and columns that are shown, ${title === "CSV" ? "separated by commas" : "separated by tabs, for a spreadsheet"}`,
        on: { click: (event) => to_clipboard(copied(separator), event.currentTarget) },
    }, `Copy ${title}`);
}
