// A tree of call paths as typed arrays: what is at each path and below it, by measure, and its children in the order in
// which they are drawn. The order is the same for all measures, so that two flame graphs can be compared: by the
// largest share that a path has of any of them.
import { order_by } from "./order.js";

export const ROOT = 0;

function wholes(self, parent) {
    const total = Float64Array.from(self, (v) => Math.max(0, v ?? 0));
    for (let i = total.length - 1; i > 0; i--) total[parent[i]] += total[i];
    return total;
}

function largest_shares(totals, n) {
    const largest = new Float64Array(n);
    for (const total of totals) {
        const whole = total[ROOT];
        if (whole > 0) for (let i = 0; i < n; i++) largest[i] = Math.max(largest[i], total[i] / whole);
    }
    return largest;
}

// Children of node i are children[first[i]] to children[first[i + 1] - 1].
function child_lists(parent, order) {
    const n = parent.length;
    const first = new Uint32Array(n + 1);
    for (let i = 1; i < n; i++) first[parent[i] + 1]++;
    for (let i = 0; i < n; i++) first[i + 1] += first[i];
    const next = first.slice();
    const children = new Uint32Array(Math.max(0, n - 1));
    for (const i of order) if (i !== ROOT) children[next[parent[i]]++] = i;
    return { first, children };
}

export function make_tree({ nodes, frames }) {
    const parent = Int32Array.from(nodes.parent);
    const n = parent.length;
    const frame = Int32Array.from(nodes.frame);
    const self = nodes.self.map((values) => Float64Array.from(values, (v) => Math.max(0, v ?? 0)));
    const total = self.map((values) => wholes(values, parent));
    const depth = new Uint32Array(n);
    for (let i = 1; i < n; i++) depth[i] = depth[parent[i]] + 1;
    const { first, children } = child_lists(parent, order_by(largest_shares(total, n), true));

    const tree = {
        n, parent, frame, frames, self, total, depth, first, children,
        share: (node, measure) => (total[measure][ROOT] > 0 ? total[measure][node] / total[measure][ROOT] : 0),
        self_share: (node, measure) => (total[measure][ROOT] > 0 ? self[measure][node] / total[measure][ROOT] : 0),
        // From the root to the node itself.
        path(node) {
            const path = [];
            for (let i = node; i >= 0; i = parent[i]) path.push(i);
            return path.reverse();
        },
        children_of: (node) => children.subarray(first[node], first[node + 1]),
        is_under(node, above) {
            while (node > above) node = parent[node]; // parents have lower indices
            return node === above;
        },
        // Frames of one call site are the same, wherever it was called from; those of none are known by their frame.
        same(a, b) {
            const site = frames.site[frame[a]];
            return site >= 0 ? site === frames.site[frame[b]] : frame[a] === frame[b];
        },
        some(holds) {
            for (let i = 0; i < n; i++) if (holds(i)) return true;
            return false;
        },
        // The widest path of a call site, by the largest of its shares; -1: there is none.
        widest(matches) {
            let best = -1;
            let most = -1;
            for (let i = 0; i < n; i++) {
                if (!matches(frame[i])) continue;
                const share = Math.max(...total.map((t) => (t[ROOT] > 0 ? t[i] / t[ROOT] : 0)));
                if (share > most) [best, most] = [i, share];
            }
            return best;
        },
    };
    return tree;
}

// The share of all that is in frames that match or below them: what is below two of them counts once.
export function matched_shares(tree, matches) {
    const inside = new Uint8Array(tree.n);
    const sums = tree.total.map(() => 0);
    let paths = 0;
    for (let i = 0; i < tree.n; i++) {
        const above = i !== ROOT && inside[tree.parent[i]];
        const matched = matches[tree.frame[i]];
        paths += matched ? 1 : 0;
        inside[i] = above || matched ? 1 : 0;
        if (inside[i] && !above) tree.total.forEach((_, m) => (sums[m] += tree.share(i, m)));
    }
    return { paths, shares: sums };
}
