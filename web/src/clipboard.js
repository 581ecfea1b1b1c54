// Copies a text, and says on the button that was pressed whether that went well.
import { el } from "./dom.js";

export async function to_clipboard(text, button) {
    const label = (button.dataset.label ??= button.textContent); // it may be pressed again while it says so
    try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
    } catch {
        button.textContent = copied_by_hand(text) ? "Copied" : "Cannot copy";
    }
    setTimeout(() => (button.textContent = label), 1200);
}

// Where the clipboard is closed to pages from files.
function copied_by_hand(text) {
    const area = el("textarea", { class: "unseen" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
}
