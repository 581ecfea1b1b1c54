// Lanes' segments: six numbers each, in order of time. Those of the same time stand on each other.
const FIELDS = 6; // from, to, part, share, whom, what

export const segments_of = ({ segments }) =>
    Array.from({ length: segments.length / FIELDS }, (_, i) => {
        const [from, to, part, share, whom, what] = segments.slice(i * FIELDS, (i + 1) * FIELDS);
        return { from, to, part, share, whom, what };
    });

// How long a lane did each part, as shares of all of the time; and which lane it waited for longest, or -1.
export function sums_of(segments, parts, length) {
    const shares = new Array(parts).fill(0);
    const waits = new Map();
    for (const { from, to, part, share, whom } of segments) {
        const time = (to - from) * share;
        shares[part] += time / length;
        if (whom >= 0) waits.set(whom, (waits.get(whom) ?? 0) + time);
    }
    const whom = [...waits].reduce((best, wait) => (wait[1] > best[1] ? wait : best), [-1, 0])[0];
    return { shares, whom };
}

// The rectangles of one part, as a path: x up to `width`, a lane from `top` down to `top` + `height`.
export function outline(segments, part, { length, width, top, height }) {
    let d = "";
    let level = 0;
    segments.forEach((segment, i) => {
        level = i && segments[i - 1].from === segment.from ? level + segments[i - 1].share : 0;
        if (segment.part !== part) return;
        const x = (at) => ((at / length) * width).toFixed(1);
        const y = (share) => (top + height * (1 - Math.min(1, share))).toFixed(1);
        d += `M${x(segment.from)} ${y(level)}H${x(segment.to)}V${y(level + segment.share)}H${x(segment.from)}Z`;
    });
    return d;
}

// Those at a time, and where that stretch begins and ends: between two there may be none.
export function at_time(segments, time) {
    const found = segments.filter(({ from, to }) => time >= from && time < to);
    if (found.length) return { found, from: found[0].from, to: found[0].to };
    const before = segments.filter(({ to }) => to <= time);
    const after = segments.find(({ from }) => from > time);
    return { found, from: before.at(-1)?.to ?? 0, to: after?.from ?? Infinity };
}
