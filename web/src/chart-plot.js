// Draws a chart's series by uPlot.
import uPlot from "uplot";
import { format } from "./format.js";
import { add_point } from "./chart-mark.js";
import { band_of, limits_of } from "./chart-series.js";

const FONT = 12;
const INTEGERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((power) => [1, 2, 5].map((factor) => factor * 10 ** power));

// Powers of two are the numbers of processors that people think in.
function log_splits(least, most) {
    const splits = [];
    for (let at = 2 ** Math.floor(Math.log2(least)); at <= most * 1.001; at *= 2) if (at >= least * 0.999) splits.push(at);
    return splits;
}

const short = (value) => format(value, "number").replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

// The range of trials: a bar through the point.
function draw_ranges(plot, list, context, scale) {
    const { ctx } = plot;
    ctx.save();
    list.forEach((series, i) => {
        if (!series.low_at || !series.high_at || !plot.series[i + 1].show) return;
        ctx.strokeStyle = context.color(series.look.color);
        ctx.lineWidth = 1.5 * scale * devicePixelRatio;
        const foot = 4 * scale * devicePixelRatio;
        plot.data[0].forEach((x, k) => {
            const low = series.low_at[k];
            const high = series.high_at[k];
            if (low === null || high === null) return;
            const at = plot.valToPos(x, "x", true);
            const from = plot.valToPos(low, "y", true);
            const to = plot.valToPos(high, "y", true);
            ctx.beginPath();
            ctx.moveTo(at, from);
            ctx.lineTo(at, to);
            for (const end of [from, to]) {
                ctx.moveTo(at - foot, end);
                ctx.lineTo(at + foot, end);
            }
            ctx.stroke();
        });
    });
    ctx.restore();
}

// The points of a curve in its own shape, as uPlot wants them: indices of those that are there.
const points_in = (look, size) => (plot, i, first, last, some) => {
    const path = new Path2D();
    const radius = (size * devicePixelRatio) / 2;
    const { scale } = plot.series[i];
    for (const k of some ?? Array.from({ length: last - first + 1 }, (_, j) => first + j)) {
        const value = plot.data[i][k];
        if (value !== null && value !== undefined) add_point(path, look.shape, plot.valToPos(plot.data[0][k], "x", true), plot.valToPos(value, scale, true), radius);
    }
    return { stroke: path, fill: path, flags: 1 };
};

// The nearest point that is there to be read.
function nearest(model, k) {
    for (let by = 0; k !== null && by < model.xs.length; by++) {
        if (model.reads[k - by]) return k - by;
        if (model.reads[k + by]) return k + by;
    }
    return k;
}

// `scale`: how many times finer than the screen, for paper.
export function make_plot(host, model, section, context, { log, width, height, scale, shown, on_cursor }) {
    const limits = limits_of(model, log);
    const band = band_of(model.list);
    const font = `${FONT * scale}px ${getComputedStyle(document.body).fontFamily}`;
    const axis = (label, extra) => ({
        label,
        font,
        labelFont: font,
        labelSize: 20 * scale,
        labelGap: 4 * scale,
        gap: 6 * scale,
        stroke: () => context.color("--muted"),
        grid: { stroke: () => context.color("--line"), width: scale },
        ticks: { show: false },
        values: (_, splits) => splits.map((value) => (value === null ? "" : short(value))),
        ...(log ? { splits: (_, i, least, most) => log_splits(least, most), filter: (_, splits) => splits } : null),
        ...extra,
    });
    const options = {
        width: width * scale,
        height: height * scale,
        padding: [10 * scale, 14 * scale, 0, 0],
        legend: { show: false },
        focus: { alpha: 0.2 },
        pxAlign: 0, // a straight line must look straight
        cursor: { drag: { x: false, y: false }, y: false, points: { size: 9 * scale }, dataIdx: (_, __, k) => nearest(model, k) },
        scales: {
            x: { time: false, distr: log ? 3 : 1, log: 2, range: limits.x },
            y: { distr: log ? 3 : 1, log: 2, range: limits.y },
        },
        // Nobody has half a processor.
        axes: [axis(section.x, { ...(model.xs.every(Number.isInteger) ? { incrs: INTEGERS } : null), size: 28 * scale, space: 44 * scale }), axis(section.y, { size: 44 * scale, space: 34 * scale })],
        series: [
            {},
            ...model.list.map((series, i) => ({
                label: series.name,
                show: shown[i],
                spanGaps: true,
                stroke: () => context.color(series.look.color),
                width: series.look.width * scale,
                dash: series.look.dash.map((length) => length * scale),
                points: {
                    show: series.look.points > 0 || series.x.length === 1,
                    size: (series.look.points || 7) * scale,
                    paths: points_in(series.look, (series.look.points || 7) * scale),
                    width: 1.5 * scale,
                    stroke: () => context.color(series.look.color),
                    fill: () => context.color(series.role === "measured" ? series.look.color : "--paper"),
                },
            })),
        ],
        bands: band ? [{ series: band.map((i) => i + 1), fill: () => context.color("--band") }] : [],
        hooks: {
            draw: [(plot) => draw_ranges(plot, model.list, context, scale)],
            setCursor: [(plot) => on_cursor(nearest(model, plot.cursor.idx ?? null))],
        },
    };
    return new uPlot(options, [model.xs, ...model.list.map((series) => series.at)], host);
}
