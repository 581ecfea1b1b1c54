// What marks a curve: the shapes of its points, in the chart and in the legend.
import { svg } from "./dom.js";

const UNIT = {
    circle: [],
    square: [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
    triangle: [[0, -1.1], [1.05, 0.8], [-1.05, 0.8]],
    diamond: [[0, -1.25], [1.05, 0], [0, 1.25], [-1.05, 0]],
};

// Adds a point of this radius to a path of the canvas.
export function add_point(path, shape, x, y, radius) {
    const corners = UNIT[shape];
    if (!corners.length) {
        path.moveTo(x + radius, y);
        path.arc(x, y, radius, 0, 2 * Math.PI);
        return;
    }
    corners.forEach(([dx, dy], i) => path[i ? "lineTo" : "moveTo"](x + radius * dx, y + radius * dy));
    path.closePath();
}

// A piece of the curve, for the legend.
export function make_swatch(look) {
    const at = ([x, y]) => `${14 + 3.4 * x} ${7 + 3.4 * y}`;
    const point = UNIT[look.shape].length ? svg("path", { d: `M${UNIT[look.shape].map(at).join("L")}Z` }) : svg("circle", { cx: 14, cy: 7, r: 3.4 });
    return svg(
        "svg",
        { class: "swatch-line", viewBox: "0 0 28 14", "aria-hidden": "true", style: { "--color": `var(${look.color})` } },
        svg("path", { d: "M0 7H28", "stroke-dasharray": look.dash.join(" ") || null, "stroke-width": Math.max(1.5, look.width) }),
        look.points ? point : null,
    );
}
