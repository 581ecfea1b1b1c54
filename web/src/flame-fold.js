// Call paths with each run of libraries' frames as one: what the reader's function called, and how many they are.
import { ROOT } from "./flame-tree.js";

const short = (name) => {
    if (name.includes("operator")) return name;
    let depth = 0;
    return [...name].filter((c) => {
        const kept = depth === 0 && c !== "<";
        depth += c === "<" ? 1 : c === ">" && depth > 0 ? -1 : 0;
        return kept;
    }).join("");
};

// Null where there is nothing to fold. Names that are made are added to the strings.
export function fold({ nodes, frames, ...section }, strings) {
    const is_library = (node) => frames.library?.[nodes.frame[node]] > 0;
    const to = [ROOT];
    const run = [0]; // by node: frames that it and those above it are folded from
    const made = { parent: [-1], frame: [nodes.frame[ROOT]], self: nodes.self.map(([root]) => [root]), most: [0] };
    const known = new Map();
    for (let i = 1; i < nodes.parent.length; i++) {
        const above = nodes.parent[i];
        const inside = is_library(i) && is_library(above);
        const key = `${to[above]} ${nodes.frame[i]}`;
        to[i] = inside ? to[above] : known.get(key) ?? made.parent.length;
        run[i] = is_library(i) ? (inside ? run[above] : 0) + 1 : 0;
        if (to[i] === made.parent.length) {
            known.set(key, to[i]);
            made.parent.push(to[above]);
            made.frame.push(nodes.frame[i]);
            made.self.forEach((values) => values.push(0));
            made.most.push(0);
        }
        made.self.forEach((values, m) => (values[to[i]] += nodes.self[m][i]));
        made.most[to[i]] = Math.max(made.most[to[i]], run[i]);
    }
    if (!made.most.some((n) => n > 1)) return null;
    const folded = Object.fromEntries(Object.entries(frames).map(([key, values]) => [key, [...values]]));
    made.most.forEach((n, node) => {
        if (n < 2) return;
        const from = made.frame[node];
        made.frame[node] = folded.name.length;
        Object.keys(folded).forEach((key) => folded[key].push(frames[key][from]));
        folded.name[made.frame[node]] = strings.push(`${short(strings[frames.name[from]])}: ${n} frames`) - 1;
    });
    return { ...section, frames: folded, nodes: { parent: made.parent, frame: made.frame, self: made.self } };
}
