// What is typed into a table's filter: words that must all be in a row's texts, and comparisons with columns
// ("local work > 5%", "count >= 100, parallelism < 2"). What is not understood as a comparison is a text: names have
// such signs in them too.

const COMPARISON = /([^<>=,]*?)\s*(<=|>=|<|>|=)\s*(\d+(?:\.\d+)?)\s*(%|ns|µs|us|ms|s|k|M|G)?(?=[\s,]|$)/g;
const UNITS = { ns: 1, us: 1e3, "µs": 1e3, ms: 1e6, s: 1e9, k: 1e3, M: 1e6, G: 1e9 };
const TESTS = {
    "<": (a, b) => a < b,
    "<=": (a, b) => a <= b,
    ">": (a, b) => a > b,
    ">=": (a, b) => a >= b,
    "=": (a, b) => a === b,
};

const words = (text) => text.toLowerCase().split(/[\s,]+/).filter(Boolean);

// The column that is named by the last of these words, by as many of them as possible; what is shown comes first.
function named(columns, before) {
    for (let from = 0; from < before.length; from++) {
        const name = before.slice(from).join(" ");
        const column = columns.find((c) => c.numeric && c.names.includes(name));
        if (column) return { column, rest: before.slice(0, from) };
    }
    return null;
}

function scaled(column, number, unit) {
    if (unit === "%") return column.type === "share" ? number / 100 : (number / 100) * column.largest();
    return number * (UNITS[unit] ?? 1);
}

// {terms: [...], comparisons: [{column, test, value}]}
export function parse(text, columns) {
    const terms = [];
    const comparisons = [];
    let at = 0;
    for (const match of text.matchAll(COMPARISON)) {
        const found = named(columns, words(match[1]));
        if (!found) continue;
        terms.push(...words(text.slice(at, match.index)), ...found.rest);
        comparisons.push({ column: found.column, test: TESTS[match[2]], value: scaled(found.column, Number(match[3]), match[4]) });
        at = match.index + match[0].length;
    }
    terms.push(...words(text.slice(at)));
    return { terms, comparisons };
}

// By row: whether some text of it has the term in it. Each string is looked through once, however many rows have it.
function with_term(term, columns, n, folded) {
    const mask = new Uint8Array(n);
    const known = new Uint8Array(folded.length); // 1: has it not, 2: has it
    const at_line = /^(.*):(\d+)$/.exec(term);
    for (const column of columns) {
        const indices = column.type === "text" ? column.values : column.type === "place" ? column.files : null;
        if (!indices) continue;
        for (let row = 0; row < n; row++) {
            const i = indices[row];
            if (i >= 0 && known[i] === 0) known[i] = folded[i].includes(term) ? 2 : 1;
            if (known[i] === 2) mask[row] = 1;
        }
        if (!at_line || column.type !== "place") continue;
        const line = Number(at_line[2]);
        for (let row = 0; row < n; row++) if (column.lines[row] === line && folded[indices[row]]?.endsWith(at_line[1])) mask[row] = 1;
    }
    return mask;
}

// By row: 1 where it is to be shown; null: all are. `folded`: the report's strings in lower case.
export function filtered(text, columns, n, folded) {
    const { terms, comparisons } = parse(text, columns);
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
