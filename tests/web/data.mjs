// Reports that no program made, to try the page on: of any size, with invented figures, and with names that are meant to
// do harm. As web/DATA.md has them.

export const HOSTILE = [
    "</script><script>window.harmed = 1</script>",
    "<img src=x onerror='window.harmed = 2'>",
    '"><svg onload="window.harmed = 3">',
    "javascript:window.harmed=4",
    "a\nb\tc\u0000d\u2028e",
    "\u202egnp.exe",
    "🧵👩‍👩‍👧‍👦 naïve 漢字",
    "'; DROP TABLE sites; --",
    "${window.harmed = 5} {{window.harmed = 6}} &lt;b&gt; &amp;",
    "__proto__",
    "constructor",
    "<!--",
    "x".repeat(10000),
    "std::map<int, std::vector<std::pair<long, char const *>>>::operator[]",
];

// The same numbers in every run.
function generator(seed) {
    let state = seed >>> 0;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

const WORDS = {
    work: "What all instructions cost together: the time on one processor.",
    span: "The cost of the longest chain of instructions that have to wait for each other: the time on any number of processors.",
    parallelism: "Work divided by span: how many processors can be kept busy on average.",
    local: "Without what the callee's own call sites did.",
};

function make_strings() {
    const strings = [""];
    const known = new Map([["", 0]]);
    const index = (text) => {
        if (!known.has(text)) {
            known.set(text, strings.length);
            strings.push(text);
        }
        return known.get(text);
    };
    return { strings, index };
}

function sites_table(n, names, files, lines, random) {
    const cost = () => Math.floor(10 ** (random() * 9));
    const costs = () => Array.from({ length: n }, cost);
    const column = (group, key, title, type, values, more) => ({ key: `${group}.${key}`, title, group, type, values, ...more });
    const side = (group, word) => {
        const whole = costs();
        return [
            column(group, "work", "work", "cost", whole, { word: "work", heat: true }),
            column(group, "span", "span", "cost", costs(), { word: "span" }),
            column(group, "parallelism", "parallelism", "ratio", whole.map((v, i) => (i % 97 ? 1 + (v % 1000) / 10 : null)), { word: "parallelism" }),
            column(group, "count", "count", "count", costs()),
            column(group, "local.work", "local work", "cost", whole.map((v) => Math.floor(v / 3)), { word: "local", heat: true }),
            column(group, "local.share", "local share", "share", whole.map((v) => v / 1e9), { word, heat: true }),
        ];
    };
    return {
        kind: "table", key: "sites", title: "Call sites", lead: "Every place that calls or spawns.", rows: n,
        sort: "on_span.local.work", descending: true, open: 0,
        groups: [{ key: "on_work", title: "On work", shown: true, word: "work" }, { key: "on_span", title: "On span", shown: true, word: "span" }],
        columns: [
            { key: "call", title: "call", type: "text", values: names },
            { key: "file", title: "line", type: "place", files, lines },
            ...side("on_work", "work"), ...side("on_span", "span"),
        ],
    };
}

// A tree of n paths, each with its own site: some wide and flat, some deep.
function flames(n, names, files, lines, random) {
    const parent = [-1];
    for (let i = 1; i < n; i++) parent.push(random() < 0.3 ? i - 1 : Math.floor(random() ** 2 * i));
    const self = [0, 1].map(() => Array.from({ length: n }, () => Math.floor(10 ** (random() * 6))));
    return {
        kind: "flames", key: "flames", title: "Work and critical path", note: "Paths were put together from call sites.",
        measures: [{ key: "work", title: "The work", lead: "what all processors do" }, { key: "span", title: "The critical path", lead: "what nothing can be done in parallel with" }],
        frames: { name: names, file: files, line: lines, site: names.map((_, i) => i), parallelism: names.map((_, i) => (i % 50 ? 2 ** (random() * 9) : null)) },
        nodes: { parent, frame: names.map((_, i) => i), self },
    };
}

// A bottleneck that is known: serial() has nearly all of the critical path and a tenth of the work.
export function small() {
    const { strings, index } = make_strings();
    const names = ["main", "solve", "serial", "parallel", "leaf", "print"].map(index);
    const file = index("/home/someone/project/solve.c");
    const lines = [10, 12, 20, 21, 30, 14];
    const text = Array.from({ length: 40 }, (_, i) => `    line ${i + 1} of the source;`);
    const self = [[1, 2, 100, 0, 880, 17], [1, 2, 95, 0, 1, 1]];
    const table = sites_table(6, names, names.map(() => file), lines, generator(1));
    table.columns[2].values = [1000, 982, 100, 880, 880, 17];
    table.columns.push({ key: "on_span.change", title: "change", group: "on_span", type: "change", heat: true, values: [1, -300, 200, 0, null, -5] });
    return {
        format: 1, title: "solve", subtitle: "./solve 20", tool: "spanwise 0.1.0", unit: "ns", strings, words: WORDS,
        sections: [
            { kind: "verdict", sentences: ["It gets at most 10 times faster."], cause: "parallelism", place: { file, line: 20, function: names[2] }, site: 2 },
            { kind: "flames", key: "flames", title: "Work and critical path", note: "Paths were put together from call sites.",
                measures: [{ key: "work", title: "The work" }, { key: "span", title: "The critical path" }],
                frames: { name: names, file: names.map(() => file), line: lines, site: [0, 1, 2, 3, 4, 5], parallelism: [10, 10, 1, 800, 1, 1] },
                nodes: { parent: [-1, 0, 1, 1, 3, 0], frame: [0, 1, 2, 3, 4, 5], self } },
            table,
            { kind: "source", key: "source", title: "Source", measures: [{ key: "work", title: "work" }, { key: "span", title: "span" }],
                files: [{ file, first: 1, lines: text, values: { 20: [100, 95], 30: [880, 1], 14: [17, 1] }, totals: [1000, 100] }] },
            { kind: "facts", key: "how", title: "How it was measured", facts: [["meter", "time"]], warnings: [] },
        ],
    };
}

// One file in which every line did something.
function long_source(n, file, random) {
    const values = Object.fromEntries(Array.from({ length: n }, (_, i) => [i + 1, [100 + Math.floor(100 * random())]]));
    return { kind: "source", key: "source", title: "Source", measures: [{ key: "work", title: "work" }], files: [{ file, first: 1, lines: Array.from({ length: n }, (_, i) => `    step(${i});`), values }] };
}

export function large(n) {
    const random = generator(7);
    const { strings, index } = make_strings();
    const names = Array.from({ length: n }, (_, i) => index(`namespace_${i % 89}::function_${Math.floor(random() * n)}_of_${i % 1009}`));
    const files = Array.from({ length: n }, (_, i) => index(`/src/project/part_${i % 31}/file_${i % 977}.c`));
    const lines = Array.from({ length: n }, () => 1 + Math.floor(random() * 3000));
    return {
        format: 1, title: "large", subtitle: `${n} sites`, tool: "spanwise 0.1.0", unit: "ns", strings, words: WORDS,
        sections: [flames(n, names, files, lines, random), sites_table(n, names, files, lines, random), long_source(n, files[0], random)],
    };
}

export function hostile() {
    const random = generator(3);
    const { strings, index } = make_strings();
    const names = HOSTILE.map(index);
    const files = HOSTILE.map((text) => index(`/tmp/${text}/x.c`));
    const lines = HOSTILE.map((_, i) => i + 1);
    const [text, other] = [HOSTILE.join(" "), HOSTILE[0]];
    const place = { file: files[0], line: 1, function: names[0] };
    return {
        format: 1, title: HOSTILE[0], subtitle: HOSTILE[1], tool: HOSTILE[2], unit: "ns", strings, words: { work: HOSTILE[1], span: HOSTILE[0] },
        sections: [
            { kind: "verdict", sentences: [text], cause: "none", place, site: 0 },
            { kind: "findings", title: HOSTILE[1], lead: HOSTILE[0], findings: [{ severity: "warning", text, place, site: 1 }] },
            { kind: "cards", cards: [{ label: other, value: HOSTILE[1], note: HOSTILE[2], word: "work" }] },
            flames(names.length, names, files, lines, random),
            sites_table(names.length, names, files, lines, random),
            { kind: "source", key: "source", title: "Source", measures: [{ key: "work", title: HOSTILE[1] }], files: [{ file: files[0], first: 1, lines: HOSTILE, values: { 1: [5], 2: [7] }, totals: [12] }] },
            { kind: "facts", title: "How", facts: [[HOSTILE[0], HOSTILE[1]]], warnings: [HOSTILE[2]] },
            { kind: "text", paragraphs: HOSTILE },
        ],
    };
}

// As the tool puts data into the page.
export function filled(page, data) {
    const json = JSON.stringify(data).replaceAll("<", "\\u003c");
    return page.replace("<!--DATA-->", () => `<script type="application/json" id="data">${json}</script>`);
}
