// Files as rows to show: lines, with what is far from any line that matters folded away.
const AROUND = 5; // lines kept at each side of one that has values
const LEAST_FOLD = 6; // fewer are not worth folding

// A file's lines as stretches {first, lines}; none where the source is not in the report.
const stretches_of = (file) => file.parts ?? (file.lines ? [{ first: file.first ?? 1, lines: file.lines }] : []);

export function make_file(file, measures) {
    const values = new Map(Object.entries(file.values ?? {}).map(([line, costs]) => [Number(line), costs]));
    const stretches = stretches_of(file);
    return {
        index: file.file,
        why: file.why ?? null,
        values,
        stretches,
        totals: measures.map((_, i) => file.totals?.[i] ?? [...values.values()].reduce((sum, costs) => sum + (costs[i] ?? 0), 0)),
        has: (line) => stretches.some(({ first, lines }) => line >= first && line < first + lines.length),
        text: (line) => stretches.map(({ first, lines }) => lines[line - first]).find((text) => text !== undefined),
        unfolded: new Set(),
    };
}

// Why there is no text of it; null: there is.
export const missing = (file) => (file.stretches.length ? null : `The source is not in this report: ${file.why ?? "it was left out"}.`);

export const last_line = (file) =>
    [...file.values.keys(), ...file.stretches.map(({ first, lines }) => first + lines.length)].reduce((last, line) => Math.max(last, line), 1);

// Rows {line, text}, {fold: [first, last]} and {gap: [first, last]} (not in the report); `near`: the lines that are kept, with `around` them.
export function rows_of(file, near = file.values.keys(), around = AROUND) {
    if (!file.stretches.length) return [...file.values.keys()].sort((a, b) => a - b).map((line) => ({ line, text: "" }));
    const kept = new Set();
    for (const line of near) for (let at = line - around; at <= line + around; at++) kept.add(at);
    const rows = [];
    let next = 1;
    for (const { first, lines } of file.stretches) {
        if (first > next && rows.length) rows.push({ gap: [next, first - 1] });
        const end = first + lines.length;
        for (let line = first; line < end; line++) {
            let until = line;
            if (kept.size) while (until < end && !kept.has(until)) until++;
            if (until - line >= LEAST_FOLD && !file.unfolded.has(line)) {
                rows.push({ fold: [line, until - 1] });
                line = until - 1;
            } else {
                // Once unfolded, or too short to fold: all of the run.
                const stop = Math.max(until, line + 1);
                for (; line < stop; line++) rows.push({ line, text: lines[line - first] });
                line--;
            }
        }
        next = end;
    }
    return rows;
}

// The lines to look at first, in all files: {file, line, cost}, the costliest first; those without text come last.
export function hottest(files, measure, most) {
    const all = files.flatMap((file, f) => [...file.values].map(([line, costs]) => ({ file: f, line, cost: costs[measure] ?? 0 })));
    const is_missing = ({ file }) => !files[file].stretches.length;
    const sorted = all.filter(({ cost }) => cost > 0).sort((a, b) => is_missing(a) - is_missing(b) || b.cost - a.cost);
    const least = (sorted[0]?.cost ?? 0) / 50;
    return sorted.filter(({ cost }) => cost >= least).slice(0, most);
}
