// What is typed into a table's filter: words that must all be in a row's texts, and comparisons with columns
// ("local work > 5%", "count >= 100, parallelism < 2"). What is not understood as a comparison is a text: names have
// such signs in them too.

const COMPARISON = /([^<>=]*?)\s*(<=|>=|<|>|=)\s*(\d+(?:,\d{3})*(?:\.\d+)?)\s*(%|ns|µs|us|ms|s|k|M|G)?(?=[\s,]|$)/g;
const UNITS = { ns: 1, us: 1e3, "µs": 1e3, ms: 1e6, s: 1e9, k: 1e3, M: 1e6, G: 1e9 };
const TESTS = {
    "<": (a, b) => a < b,
    "<=": (a, b) => a <= b,
    ">": (a, b) => a > b,
    ">=": (a, b) => a >= b,
    "=": (a, b) => a === b,
};

const words = (text) => text.toLowerCase().split(/[\s,]+/).filter(Boolean);
const parts = (text) => text.toLowerCase().split(/[\s,._]+/).filter(Boolean);

// The column of this name, or that has all of its words in its title, its group's or its key; what is shown comes first.
// A percentage is of a column of shares if there is one.
function of_name(columns, name, unit) {
    const called = (column, wanted) => column.names.some((n) => words(n).join(" ") === wanted);
    const exact = columns.find((c) => called(c, name));
    if (unit === "%" && exact?.type !== "share") {
        const share = columns.find((c) => c.type === "share" && called(c, `share of ${name}`));
        if (share) return share;
    }
    if (exact) return exact;
    const wanted = parts(name);
    const has = (column) => {
        const own = column.names.map(parts);
        return own.some((each) => each.at(-1) === wanted.at(-1)) && wanted.every((word) => own.some((each) => each.includes(word)));
    };
    return columns.find(has) ?? null;
}

// The column that is named by the last of these words, by as many of them as possible.
function named(columns, before, unit) {
    for (let from = 0; from < before.length; from++) {
        const column = of_name(columns, before.slice(from).join(" "), unit);
        if (column) return { column, rest: before.slice(0, from) };
    }
    return null;
}

function scaled(column, number, unit) {
    if (unit === "%") return column.type === "share" ? number / 100 : (number / 100) * column.largest();
    return number * (UNITS[unit] ?? 1);
}

// {terms: [...], comparisons: [{column, test, value, written}], unknown: [names that are no column's]}
export function parse(text, columns) {
    const numeric = columns.filter((c) => c.numeric);
    const found = { terms: [], comparisons: [], unknown: [] };
    let at = 0;
    for (const match of text.matchAll(COMPARISON)) {
        const [whole, name, sign, digits, unit] = match;
        const before = words(name);
        const known = named(numeric, before, unit);
        if (!known) {
            if (before.length) found.unknown.push(before.at(-1));
            continue;
        }
        const value = scaled(known.column, Number(digits.replaceAll(",", "")), unit);
        found.terms.push(...words(text.slice(at, match.index)), ...known.rest);
        found.comparisons.push({ column: known.column, test: TESTS[sign], value, written: `${sign} ${digits}${unit ? ` ${unit}` : ""}${unit === "%" && known.column.type !== "share" ? " of the largest" : ""}` });
        at = match.index + whole.length;
    }
    found.terms.push(...words(text.slice(at)));
    return found;
}

// By row: whether some text of it has the term in it. Each string is looked through once, however many rows have it.
function with_term(term, columns, n, folded) {
    const mask = new Uint8Array(n);
    const known = new Uint8Array(folded.length); // 1: has it not, 2: has it
    const at_line = /^(?:(.*):)?(\d+)$/.exec(term); // "file.c:11" and "11" are also the beginnings of places
    for (const column of columns) {
        const indices = column.type === "text" ? column.values : column.type === "place" ? column.files : null;
        if (!indices) continue;
        for (let row = 0; row < n; row++) {
            const i = indices[row];
            if (i >= 0 && known[i] === 0) known[i] = folded[i].includes(term) ? 2 : 1;
            if (known[i] === 2) mask[row] = 1;
        }
        if (!at_line || column.type !== "place") continue;
        const [, file = "", line] = at_line;
        for (let row = 0; row < n; row++) if (String(column.lines[row]).startsWith(line) && folded[indices[row]]?.endsWith(file)) mask[row] = 1;
    }
    return mask;
}

// By row: 1 where it is to be shown; null: all are. `folded`: the report's strings in lower case.
export function filtered({ terms, comparisons }, columns, n, folded) {
    if (terms.length + comparisons.length === 0) return null;
    const mask = new Uint8Array(n).fill(1);
    for (const term of terms) {
        const has = with_term(term, columns, n, folded);
        for (let row = 0; row < n; row++) mask[row] &= has[row];
    }
    for (const { column, test, value } of comparisons) {
        const numbers = column.numbers();
        for (let row = 0; row < n; row++) if (!test(numbers[row], value)) mask[row] = 0;
    }
    return mask;
}

const full_name = (column) => (column.group ? `${column.title} (${column.group.title})` : column.title);

// What the comparisons were understood to be, or why nothing is left.
export function explained({ comparisons, unknown }, columns, left) {
    if (left === 0 && unknown.length) {
        const there = [...new Set(columns.filter((c) => c.numeric).map((c) => c.title))];
        return `no column '${unknown[0]}'; there are: ${there.join(", ")}`;
    }
    return comparisons.map(({ column, written }) => `${full_name(column)} ${written}`).join(", ");
}

// A comparison that this table can answer.
export function example(columns) {
    const share = columns.find((c) => c.type === "share");
    if (share) return `${share.title} > 5%`;
    const cost = columns.find((c) => c.type === "cost");
    if (cost) return `${cost.title} > 5%`;
    const number = columns.find((c) => c.numeric && c.type !== "flag");
    return number ? `${number.title} > 2` : null;
}
