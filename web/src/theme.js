// Dark and light: as the system says, unless chosen on the page. A canvas has no CSS, so those who draw on one are told.
const KEY = "spanwise-theme";
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
let chosen = remembered();

// Storage may be forbidden (files, private windows): then the choice lasts as long as the page.
function remembered() {
    try {
        const theme = localStorage.getItem(KEY);
        return theme === "dark" || theme === "light" ? theme : null;
    } catch {
        return null;
    }
}

function remember(theme) {
    try {
        localStorage.setItem(KEY, theme);
    } catch {
        // not remembered
    }
}

export const current = () => chosen ?? (system.matches ? "dark" : "light");
export const color = (name) => getComputedStyle(root).getPropertyValue(name).trim();

export function apply(theme = current()) {
    root.dataset.theme = theme;
}

export function toggle(bus) {
    chosen = current() === "dark" ? "light" : "dark";
    remember(chosen);
    apply();
    bus.emit("theme", chosen);
}

export function follow(bus) {
    system.addEventListener("change", () => {
        apply();
        bus.emit("theme", current());
    });
    // Paper is light. What is drawn on a canvas must be drawn anew for it, before the browser takes its picture.
    addEventListener("beforeprint", () => {
        apply("light");
        bus.emit("print", true);
        bus.emit("theme", "light");
    });
    addEventListener("afterprint", () => {
        apply();
        bus.emit("print", false);
        bus.emit("theme", current());
    });
}
