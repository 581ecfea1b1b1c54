// What colour a frame has: by its parallelism, hot where there is little, on one scale of lightness so that it can be read
// with any colour vision and on grey paper; or by its name, only to tell neighbours apart.
import { el } from "./dom.js";

const MOST = 128; // parallelism from which on all are equally cool
const TICKS = [1, 2, 4, 8, 16, 32, 64, 128];
const UNKNOWN = { light: [222, 226, 230], dark: [58, 66, 74] };
const SCALE = {
    light: [[196, 74, 4], [228, 120, 32], [243, 166, 84], [248, 205, 147], [246, 229, 203], [232, 234, 233]],
    dark: [[255, 158, 88], [226, 117, 44], [178, 88, 38], [129, 72, 44], [88, 64, 54], [56, 62, 68]],
};
const NAMES = {
    light: [[166, 206, 232], [247, 196, 140], [160, 216, 196], [235, 190, 214], [240, 224, 150], [190, 222, 244], [214, 208, 196], [200, 204, 232]],
    dark: [[32, 84, 120], [128, 72, 20], [20, 96, 74], [116, 60, 92], [110, 94, 24], [50, 104, 138], [84, 80, 72], [72, 78, 122]],
};

const css = ([r, g, b]) => `rgb(${r} ${g} ${b})`;
const mix = (a, b, part) => a.map((v, i) => Math.round(v + (b[i] - v) * part));
// Light that the eye sees, 0 to 1, as the rules for accessible pages reckon it.
const luminance = (color) => color.map((v) => (v <= 10 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
// Black or white text, whichever is read better on it: of the two, one has a contrast of 4.5 on any colour.
const ink = (color) => (luminance(color) > 0.179 ? "#000000" : "#ffffff");

function on_scale(scale, part) {
    const at = Math.min(1, Math.max(0, part)) * (scale.length - 1);
    const below = Math.min(scale.length - 2, Math.floor(at));
    return mix(scale[below], scale[below + 1], at - below);
}

const of_parallelism = (theme, parallelism) =>
    parallelism === null || parallelism === undefined
        ? UNKNOWN[theme]
        : on_scale(SCALE[theme], Math.log2(Math.max(1, parallelism)) / Math.log2(MOST));

function of_name(theme, name) {
    let hash = 0;
    for (let i = 0; i < Math.min(name.length, 200); i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) >>> 0;
    return NAMES[theme][((hash ^ (hash >>> 15)) >>> 0) % NAMES[theme].length];
}

// By frame: the colours to fill it and to write on it. `by`: "parallelism" or "name".
export function frame_colors(frames, by, theme, string) {
    const colors = frames.name.map((name, i) =>
        by === "name" ? of_name(theme, string(name)) : of_parallelism(theme, frames.parallelism?.[i]),
    );
    return { fill: colors.map(css), ink: colors.map(ink), rest: css(UNKNOWN[theme]) };
}

export function legend(theme) {
    const steps = TICKS.map((p) =>
        el("span", { class: "step" },
            el("span", { class: "swatch", style: { background: css(of_parallelism(theme, p)) } }),
            p === MOST ? `${p}+` : String(p),
        ),
    );
    return el("div", { class: "flame-legend", role: "img", "aria-label": "Colours: hot is little parallelism, pale is much" },
        el("span", { class: "muted" }, "parallelism: little"), ...steps, el("span", { class: "muted" }, "much"));
}
