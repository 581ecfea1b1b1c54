// Numbers as people read them: the same four digits as in the terminal.
const TIMES = [[1e9, " s"], [1e6, " ms"], [1e3, " µs"], [1, " ns"]];
const AMOUNTS = [[1e12, " T"], [1e9, " G"], [1e6, " M"], [1e3, " k"], [1, ""]];
const NONE = "–";
const MINUS = "−";

// Made once: a formatter takes as long to make as some hundred numbers to format.
const formatters = [0, 1, 2, 3].map((digits) => new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }));
const grouped = (value, digits = 0) => formatters[digits].format(value);

function cost(value, unit) {
    const scales = unit === "ns" ? TIMES : AMOUNTS;
    const size = Math.abs(value);
    const [factor, name] = scales.find(([least]) => size >= least) ?? scales[scales.length - 1];
    const scaled = size / factor;
    const digits = factor === 1 ? (Number.isInteger(scaled) || scaled >= 100 ? 0 : 1) : scaled < 10 ? 3 : scaled < 100 ? 2 : scaled < 1000 ? 1 : 0;
    return `${value < 0 ? MINUS : ""}${grouped(scaled, digits)}${name}`;
}

function real(value) {
    const size = Math.abs(value);
    return grouped(value, size >= 1000 ? 0 : size >= 100 ? 1 : 2).replace("-", MINUS);
}

function share(value) {
    const percent = value * 100;
    if (percent > 0 && percent < 0.05) return "<0.1%";
    return `${grouped(percent, Math.abs(percent) >= 99.95 ? 0 : 1).replace("-", MINUS)}%`;
}

function bytes(value) {
    const [factor, name] = AMOUNTS.find(([least]) => value >= least) ?? AMOUNTS[AMOUNTS.length - 1];
    const scaled = value / factor;
    return `${grouped(scaled, factor === 1 || scaled >= 100 ? 0 : scaled < 10 ? 2 : 1)}${name || " "}B`;
}

export function format(value, type, unit) {
    if (value === null || value === undefined || (typeof value === "number" && !Number.isFinite(value))) return NONE;
    switch (type) {
        case "cost": return cost(value, unit);
        case "change": return (value > 0 ? "+" : "") + cost(value, unit);
        case "share": return share(value);
        case "bytes": return bytes(value);
        case "rate": return `${bytes(value)}/s`;
        case "real":
        case "ratio": return real(value);
        case "flag": return value ? "yes" : "no";
        default: return Number.isInteger(value) ? grouped(value).replace("-", MINUS) : real(value);
    }
}
