// Where the frames of a flame graph are: root on top, callees below, as wide as they cost. Only what is at least a pixel
// wide is laid out, whatever the size of the tree; narrower siblings that are next to each other become one bar
// without a name (node -1), so that what they cost together can be seen.

const LEAST = 1; // pixel

function below_of(tree, total, row, scale) {
    const next = { node: [], x: [], w: [] };
    const put = (node, x, w) => {
        next.node.push(node);
        next.x.push(x);
        next.w.push(w);
    };
    for (let i = 0; i < row.node.length; i++) {
        const node = row.node[i];
        if (node < 0) continue;
        let x = row.x[i];
        let narrow = 0; // width of the narrow siblings before x
        for (let c = tree.first[node]; c < tree.first[node + 1]; c++) {
            const w = total[tree.children[c]] * scale;
            if (w >= LEAST) {
                if (narrow >= LEAST) put(-1, x - narrow, narrow);
                narrow = 0;
                put(tree.children[c], x, w);
            } else {
                narrow += w;
            }
            x += w;
        }
        if (narrow >= LEAST) put(-1, x - narrow, narrow);
    }
    return next;
}

// A list of rows from the top, each with lists node, x and w. What is above `zoom` is as wide as it.
export function layout(tree, measure, zoom, width) {
    const total = tree.total[measure];
    const rows = tree.path(zoom).map((node) => ({ node: [node], x: [0], w: [width] }));
    if (!(total[zoom] > 0)) rows.pop(); // it costs nothing in this measure
    else
        for (let row = rows.at(-1); row.node.length > 0; row = rows.at(-1))
            rows.push(below_of(tree, total, row, width / total[zoom]));
    while (rows.length > 0 && rows.at(-1).node.length === 0) rows.pop();
    return rows;
}

// The node at x in a row, or -1.
export function node_at(row, x) {
    if (!row) return -1;
    let low = 0;
    let high = row.x.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (row.x[middle] <= x) low = middle + 1;
        else high = middle;
    }
    return low > 0 && x < row.x[low - 1] + row.w[low - 1] ? row.node[low - 1] : -1;
}
