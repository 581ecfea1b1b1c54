// Rows in the order of a column: a radix sort of doubles, 16 bits at a time from the lowest, so that a hundred
// thousand rows take milliseconds whatever is in them. Equal keys stay in the order of their rows, NaN (not known)
// is last either way.

const LAST = 0xffffffff;
const LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

// The bits of each number, as two words that compare, unsigned, as the numbers do.
function sortable_bits(keys, descending) {
    const low = new Uint32Array(keys.length);
    const high = new Uint32Array(keys.length);
    const number = new Float64Array(1);
    const words = new Uint32Array(number.buffer);
    const [l, h] = LITTLE_ENDIAN ? [0, 1] : [1, 0];
    for (let i = 0; i < keys.length; i++) {
        if (Number.isNaN(keys[i])) {
            low[i] = high[i] = LAST;
            continue;
        }
        number[0] = keys[i] + 0; // -0 becomes 0
        const negative = words[h] >>> 31 === 1;
        const turned = negative !== descending; // of negative numbers the larger is lower
        low[i] = turned ? ~words[l] : words[l];
        high[i] = ((turned ? ~words[h] : words[h]) & 0x7fffffff) | (negative === descending ? 0x80000000 : 0);
    }
    return [low, high];
}

// The order by 16 bits of the words, of rows that are ordered by all lower bits already.
function pass(order, words, shift, counts) {
    counts.fill(0);
    for (let i = 0; i < order.length; i++) counts[(words[i] >>> shift) & 0xffff]++;
    if (order.length > 0 && counts[(words[0] >>> shift) & 0xffff] === order.length) return order; // all are the same
    let sum = 0;
    for (let i = 0; i < counts.length; i++) {
        const count = counts[i];
        counts[i] = sum;
        sum += count;
    }
    const next = new Uint32Array(order.length);
    for (let i = 0; i < order.length; i++) next[counts[(words[order[i]] >>> shift) & 0xffff]++] = order[i];
    return next;
}

// Indices of `keys`, in their order.
export function order_by(keys, descending) {
    const [low, high] = sortable_bits(keys, descending);
    const counts = new Uint32Array(1 << 16);
    let order = new Uint32Array(keys.length);
    for (let i = 0; i < order.length; i++) order[i] = i;
    for (const [words, shift] of [[low, 0], [low, 16], [high, 0], [high, 16]]) order = pass(order, words, shift, counts);
    return order;
}

// Keys to order texts by, without regard to case: `indices` are of `texts`, -1 is not known. Sorting strings without a
// function that compares is several times as fast, so each text's rank is looked up afterwards.
export function ranks(texts, indices) {
    const folded = new Array(texts.length).fill(null);
    const different = [];
    for (const i of indices) {
        if (i < 0 || folded[i] !== null) continue;
        folded[i] = texts[i].toLowerCase();
        different.push(folded[i]);
    }
    different.sort();
    const rank = new Map();
    for (let r = 0; r < different.length; r++) rank.set(different[r], r);
    const keys = new Float64Array(indices.length);
    for (let i = 0; i < keys.length; i++) keys[i] = indices[i] >= 0 ? rank.get(folded[indices[i]]) : NaN;
    return keys;
}
