// What marks a curve: the shapes of its points, in the chart and in the legend.
import { svg } from "./dom.js";

const UNIT = {
    square: [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
    triangle: [[0, -1.1], [1.05, 0.8], [-1.05, 0.8]],
    diamond: [[0, -1.25], [1.05, 0], [0, 1.25], [-1.05, 0]],
};

// A point of this radius, as a path.
export function outline(shape, x, y, radius) {
    const corners = UNIT[shape];
    if (!corners) return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
    return `M${corners.map(([dx, dy]) => `${x + radius * dx} ${y + radius * dy}`).join("L")}Z`;
}

// A piece of the curve, for the legend.
export function make_swatch(look) {
    return svg(
        "svg",
        { class: "swatch-line", viewBox: "0 0 28 14", "aria-hidden": "true", style: { "--color": `var(${look.color})` } },
        svg("path", { class: look.pale ? "pale" : null, d: "M0 7H28", "stroke-dasharray": look.dash.join(" ") || null, "stroke-width": Math.max(1.5, look.width) }),
        look.points ? svg("path", { d: outline(look.shape, 14, 7, 3.4) }) : null,
    );
}
