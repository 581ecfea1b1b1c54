// A chart's series on one axis: points of all of them in one list of x, as the drawing wants them, and how each looks.
// A curve is told from others by colour, dash and the shape of its points, and not by colour alone.
const CYCLE = ["--memory", "--lock", "--overhead", "--sky", "--ink"];
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
const SHAPES = ["circle", "square", "triangle", "diamond"];
const LOOKS = SHAPES.flatMap((_, turn) => DASHES.flatMap((dash, d) => CYCLE.map((color) => ({ color, dash, shape: SHAPES[(d + turn) % SHAPES.length] }))));

// Plans that people know look the same in every report.
const PLANS = ["static", "static,1", "dynamic,1", "guided", "Cilk", "omp tasks"];

// Roles that mean the same in every report look the same in every report.
const ROLES = {
    linear: { color: "--muted", width: 1, dash: [2, 4] },
    bound: { color: "--work", width: 5, pale: true },
    estimate: { color: "--work", width: 1.5, dash: [6, 4] },
    measured: { color: "--span", width: 1, points: 9 },
    simulated: { color: "--memory", shape: "square", width: 1.5, points: 6 },
    predicted: { width: 1.75, points: 5 },
    before: { color: "--muted", width: 2, points: 6 },
    after: { color: "--span", width: 2, points: 6 },
};

const positive = (value) => typeof value === "number" && value > 0;

const key_of = ({ color, dash, shape }) => `${color} ${dash} ${shape}`;

function look_of({ role, name }, taken) {
    const look = { width: 1.75, dash: [], shape: "circle", points: 0, ...(Object.hasOwn(ROLES, role) ? ROLES[role] : null) };
    if (!look.color || taken.has(key_of(look))) Object.assign(look, free_look(name, taken));
    taken.add(key_of(look));
    return look;
}

// Beyond eighty curves they repeat.
function free_look(name, taken) {
    const plan = LOOKS[PLANS.indexOf(name)];
    if (plan && !taken.has(key_of(plan))) return plan;
    return LOOKS.find((look, i) => i >= PLANS.length && !taken.has(key_of(look))) ?? LOOKS[0];
}

// Two curves of one name are told apart.
function unlike(name, names) {
    const n = (names.get(name) ?? 0) + 1;
    names.set(name, n);
    return n > 1 ? `${name} (${n})` : name;
}

const MANY = 24; // points that would be drawn one beside the other

// Whether it is known at some numbers only, and what is between two of them is not.
const has_gaps = ({ role, x }) => role !== "linear" && x.some((at, i) => i > 0 && at - x[i - 1] > 1);

export function make_series(section) {
    const taken = new Set();
    const names = new Map();
    const list = section.series.map((series) => ({ ...series, name: unlike(series.name, names), look: look_of(series, taken) }));
    const xs = [...new Set(list.flatMap((series) => series.x))].filter(Number.isFinite).sort((a, b) => a - b);
    if (section.linear && xs.length > 1) list.unshift({ name: "linear", role: "linear", x: xs, y: xs, look: look_of({ role: "linear" }, taken) });
    const place = new Map(xs.map((x, i) => [x, i]));
    const spread = (series, values) => {
        const all = new Array(xs.length).fill(null);
        series.x.forEach((x, i) => place.has(x) && (all[place.get(x)] = values?.[i] ?? null));
        return all;
    };
    for (const series of list) {
        if (has_gaps(series)) {
            series.gaps = true;
            series.look.points ||= 5;
        } else if (series.x.length > MANY) series.look.points = 0;
        series.at = spread(series, series.y);
        series.low_at = series.low && spread(series, series.low);
        series.high_at = series.high && spread(series, series.high);
    }
    // Where curves have corners between two whole numbers there are points to draw, and none to read.
    const whole = xs.filter(Number.isInteger);
    return { xs, list, at: section.at, reads: xs.map((x) => whole.length < 2 || Number.isInteger(x)) };
}

// The pair to fill the area between, as indices: the first of each role.
export function band_of(list) {
    const bound = list.findIndex((series) => series.role === "bound");
    const estimate = list.findIndex((series) => series.role === "estimate");
    return bound >= 0 && estimate >= 0 ? [bound, estimate] : null;
}

const xs_of = (list, ...roles) => list.filter(({ role }) => roles.includes(role)).flatMap(({ x }) => x);
const FEW = 8; // numbers of processors

// Axes are logarithmic from the start where points would be squeezed into a corner: what was measured, or a few that are each several
// times the one before.
export function wants_log(model) {
    const measured = xs_of(model.list, "measured");
    const { xs } = model;
    if (!can_log(model)) return false;
    return measured.length > 1 ? last_x(model) >= 8 * Math.max(...measured) : xs.length > 2 && xs.length <= FEW && xs.at(-1) >= 16 * xs[0];
}

// Where there is a bound, the picture need not go on for long behind the point where it is reached, nor behind what was measured: what
// is before would be squeezed into a corner. Where it is read is in it.
function last_x({ xs, list, at }) {
    const end = xs[xs.length - 1];
    const bounds = list.filter(({ role, x }) => role === "bound" || (["before", "after"].includes(role) && x.length > MANY));
    if (!bounds.length) return end;
    const reached = Math.max(...bounds.map(({ x, y }) => x[y.findIndex((value) => value >= 0.98 * Math.max(...y))] ?? end));
    const measured = xs_of(list, "measured");
    const others = xs_of(list.filter((series) => !bounds.includes(series)), "simulated", "predicted", "before", "after");
    const wanted = Math.max(measured.length ? Math.max(8, 4 * Math.max(...measured)) : Math.max(16, 4 * reached), ...[...others, at ?? 0].map((x) => 1.25 * x));
    return xs.find((x) => x >= wanted) ?? end;
}

// What the axes must hold. The line y = x leads out of the picture where nothing else goes there.
export function limits_of(model, log) {
    const { xs, list } = model;
    const last = last_x(model);
    const seen = (all) => (all ?? []).filter((value, i) => xs[i] <= last && Number.isFinite(value));
    const values = list.filter((series) => series.role !== "linear").flatMap((series) => [...seen(series.at), ...seen(series.high_at), ...seen(series.low_at)]);
    const least = Math.min(...values.filter(positive));
    const most = Math.max(...values, 0);
    const wide = (low, high) => (low < high ? [low, high] : [low / 2, high * 2 || 1]);
    if (!log) return { x: wide(Math.min(0, xs[0]), last), y: [Math.min(0, ...values), most * 1.08 || 1] };
    return { x: wide(xs[0], last), y: wide((Number.isFinite(least) ? least : 1) * 0.9, most * 1.15 || 1) };
}

export const can_log = ({ xs, list }) => xs.length > 1 && xs.every((x) => x > 0) && list.every((series) => series.at.every((y) => y === null || y > 0));
