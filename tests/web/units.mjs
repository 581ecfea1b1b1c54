// What the page reckons with, without a browser: node units.mjs SOURCE
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { large } from "./data.mjs";

const from = (name) => import(pathToFileURL(`${process.argv[2]}/web/src/${name}`));
const { order_by, ranks } = await from("order.js");
const { parse } = await from("table-filter.js");
const { fold } = await from("flame-fold.js");
const { make_tree, matched_shares } = await from("flame-tree.js");
const { limits_of, make_series, wants_log } = await from("chart-series.js");
const { at_time, outline, segments_of, sums_of } = await from("lane-model.js");
const { ticks_of } = await from("chart-plot.js");
const { frame_colors } = await from("flame-color.js");
const { layout, node_at } = await from("flame-layout.js");

let state = 5;
const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32;

// The order is that of a sort that compares: what is not known last, what is equal in the order of the rows.
for (let trial = 0; trial < 300; trial++) {
    const keys = Float64Array.from({ length: Math.floor(random() * 60) }, () => {
        const kind = random();
        return kind < 0.1 ? NaN : kind < 0.2 ? 0 : kind < 0.3 ? -0 : kind < 0.4 ? 7 : (random() - 0.5) * 10 ** Math.floor(random() * 40 - 15);
    });
    for (const descending of [false, true]) {
        const compare = (a, b) => {
            if (Number.isNaN(keys[a]) || Number.isNaN(keys[b])) return Number.isNaN(keys[a]) - Number.isNaN(keys[b]) || a - b;
            return (descending ? keys[b] - keys[a] : keys[a] - keys[b]) || a - b;
        };
        assert.deepEqual([...order_by(keys, descending)], [...keys.keys()].sort(compare));
    }
}
assert.deepEqual([...order_by(ranks(["b", "A", "c", "a"], [2, 0, 1, -1, 3]), false)], [2, 4, 1, 0, 3]);

// Comparisons by the longest name that is a column's.
const column = (title, group) => ({ numeric: true, type: "cost", names: [title, `${group} ${title}`], largest: () => 1000 });
const [work, local] = [column("work", "on work"), column("local work", "on work")];
const parsed = (text) => {
    const { terms, comparisons } = parse(text, [work, local]);
    return [terms, comparisons.map(({ column, value }) => [column === local ? "local work" : "work", value])];
};
assert.deepEqual(parsed("solve local work > 5%"), [["solve"], [["local work", 50]]]);
assert.deepEqual(parsed("on work work >= 2ms a"), [["a"], [["work", 2e6]]]);
assert.deepEqual(parsed("work>1, local work<2k"), [[], [["work", 1], ["local work", 2000]]]);
assert.deepEqual(parsed("operator<= x<3>"), [["operator<=", "x<3>"], []]);
assert.deepEqual(parsed("work > 100 ms"), [[], [["work", 1e8]]]);
assert.deepEqual(parsed("on work, local work >= 1,000, b"), [["b"], [["local work", 1000]]]);
assert.deepEqual(parse("wrok > 3", [work, local]).unknown, ["wrok"]);

// Any two curves look different, up to eighty, and a plan that is known looks the same whatever else there is.
const curves = (names) => make_series({ series: names.map((name) => ({ name, role: "predicted", x: [1, 2], y: [1, 2] })) }).list.map(({ look }) => JSON.stringify([look.color, look.dash, look.shape]));
const numbered = Array.from({ length: 74 }, (_, i) => `plan ${i}`);
const known = ["static", "static,1", "dynamic,1", "guided", "Cilk", "omp tasks"];
assert.equal(new Set(curves([...numbered, ...known])).size, 80);
assert.deepEqual(curves([...numbered, ...known]).slice(-6), curves(known));
assert.deepEqual(curves([...known].reverse()).reverse(), curves(known));

// Two curves of one name are told apart; what is known at some numbers only says so.
{
    const { list } = make_series({ series: [["omp for", [1, 2, 3]], ["omp for", [1, 2, 8]]].map(([name, x]) => ({ name, role: "bound", x, y: x })) });
    assert.deepEqual(list.map(({ name, gaps }) => [name, Boolean(gaps)]), [["omp for", false], ["omp for (2)", true]]);
    assert.ok(list[1].look.points > 0);
}
// Measured points are not squeezed into a corner.
{
    const to = (n) => Array.from({ length: n }, (_, i) => i + 1);
    const curve = (role, x) => ({ name: role, role, x, y: x });
    const bench = make_series({ series: [curve("bound", to(128)), curve("measured", [1, 2])] });
    assert.deepEqual([limits_of(bench, false).x[1], limits_of(bench, false).y[1] < 9, wants_log(bench)], [8, true, false]);
    assert.ok(wants_log(make_series({ at: 16, series: [curve("bound", to(128)), curve("simulated", [2, 4, 8, 16, 32, 64]), curve("measured", [1, 2])] })));
    assert.ok(wants_log(make_series({ series: [curve("bound", [1, 2, 8, 64])] })));
    assert.ok(!wants_log(make_series({ series: [curve("bound", to(128))] })));
    const diff = make_series({ at: 16, series: [{ name: "before", role: "before", x: to(128), y: to(128).map((x) => Math.min(x, 3)) }] });
    assert.deepEqual([limits_of(diff, false).x[1], diff.list[0].look.points], [20, 0]);
}

// Lanes: what stands on what, how long, for whom.
{
    const segments = segments_of({ segments: [0, 10, 0, 0.5, -1, 1, 0, 10, 1, 0.25, 2, 0, 20, 40, 1, 1, 1, 0] });
    assert.deepEqual(sums_of(segments, 2, 40), { shares: [0.125, 0.5625], whom: 1 });
    assert.equal(outline(segments, 1, { length: 40, width: 400, top: 0, height: 8 }), "M0.0 4.0H100.0V2.0H0.0ZM200.0 8.0H400.0V0.0H200.0Z");
    assert.deepEqual([5, 15, 39].map((time) => at_time(segments, time)).map(({ found, from, to }) => [found.length, from, to]), [[2, 0, 10], [0, 10, 20], [1, 20, 40]]);
}

// What is written on a frame is read: a contrast of 4.5, on any colour.
const luminance = (parts) => parts.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const frames = { name: Array.from({ length: 1000 }, (_, i) => i), parallelism: Array.from({ length: 1000 }, (_, i) => 2 ** (i / 125)) };
for (const theme of ["light", "dark"])
    for (const by of ["name", "parallelism"]) {
        const { fill, ink } = frame_colors(frames, by, theme, (i) => `f${i}`);
        fill.forEach((color, i) => {
            const below = luminance(color.match(/\d+/g).map(Number));
            const above = luminance([1, 3, 5].map((at) => parseInt(ink[i].slice(at, at + 2), 16)));
            const contrast = (Math.max(below, above) + 0.05) / (Math.min(below, above) + 0.05);
            assert.ok(contrast >= 4.5, `${theme}: ${ink[i]} on ${color}: ${contrast}`);
        });
    }

// A tree's wholes add up, and what is drawn is inside what called it, no wider than the page.
const data = large(5000);
const section = data.sections[0];
const tree = make_tree(section);
for (const m of [0, 1]) {
    const sum = section.nodes.self[m].reduce((a, b) => a + b, 0);
    assert.equal(tree.total[m][0], sum);
    for (const zoom of [0, 1, tree.children[0], tree.children[tree.first[tree.children[0]]]]) {
        const rows = layout(tree, m, zoom, 600);
        rows.forEach((row, depth) => {
            row.node.forEach((node, i) => {
                assert.ok(row.w[i] >= 1 && row.x[i] >= -1e-6 && row.x[i] + row.w[i] <= 600 + 1e-6);
                if (node < 0) return;
                assert.equal(tree.depth[node], depth);
                assert.equal(node_at(row, row.x[i] + row.w[i] / 2), node);
                if (depth > 0) assert.equal(node_at(rows[depth - 1], row.x[i] + row.w[i] / 2), tree.parent[node]);
            });
        });
    }
}
assert.ok(Math.abs(matched_shares(tree, new Uint8Array(section.frames.name.length).fill(1)).shares[0] - 1) < 1e-9);
// Runs of libraries' frames are one, with what they lead to below; nothing is lost.
{
    const strings = ["all", "main", "std::async<int (*)()>", "std::thread", "[libstdc++.so.6]", "work", "sin"];
    const folded = fold({
        frames: { name: [0, 1, 2, 3, 4, 5, 6], library: [0, 0, 1, 1, 1, 0, 1] },
        //      all main async thread lib  work sin  thread: below main itself
        nodes: { parent: [-1, 0, 1, 2, 3, 4, 5, 1], frame: [0, 1, 2, 3, 4, 5, 6, 3], self: [[0, 1, 2, 4, 8, 16, 32, 64]] },
    }, strings);
    assert.deepEqual(folded.nodes.parent, [-1, 0, 1, 2, 3, 1]);
    assert.deepEqual(folded.nodes.self, [[0, 1, 14, 16, 32, 64]]);
    assert.deepEqual(folded.nodes.frame.map((f) => strings[folded.frames.name[f]]), ["all", "main", "std::async: 3 frames", "work", "sin", "std::thread"]);
    assert.equal(fold({ frames: { name: [0, 6], library: [0, 1] }, nodes: { parent: [-1, 0], frame: [0, 1], self: [[0, 1]] } }, strings), null);
}
console.log("as it should be");

// Axes have round numbers on them, of processors whole ones, or powers of two.
assert.deepEqual(ticks_of([0, 24], 600, 44, false, true), [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]);
assert.deepEqual(ticks_of([0, 2], 600, 44, false, true), [0, 1, 2]);
assert.deepEqual(ticks_of([0, 2], 340, 100, false, false), [0, 1, 2]);
assert.deepEqual(ticks_of([1, 128], 600, 44, true), [1, 2, 4, 8, 16, 32, 64, 128]);
assert.deepEqual(ticks_of([1, 128], 200, 44, true), [1, 4, 16, 64]);
