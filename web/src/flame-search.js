// Looking for frames by name or place, and what they make up of each measure.
import { el } from "./dom.js";
import { matched_shares } from "./flame-tree.js";

// By frame: 1 where its name or place has the text in it.
function matching(frames, text, string) {
    const wanted = text.toLowerCase();
    const known = new Map(); // each string is looked through once
    const has = (i) => {
        if (!known.has(i)) known.set(i, string(i).toLowerCase().includes(wanted));
        return known.get(i);
    };
    const at_line = /^(.*):(\d+)$/.exec(wanted);
    const has_line = (f) => at_line && frames.line[f] === Number(at_line[2]) && string(frames.file[f]).toLowerCase().endsWith(at_line[1]);
    return Uint8Array.from(frames.name, (name, f) => (has(name) || has(frames.file[f]) || has_line(f) ? 1 : 0));
}

// `found` is given what matches by frame, or null where nothing is looked for.
export function make_search(frames, tree, measures, context, found) {
    const result = el("p", { class: "flame-found muted", role: "status" });
    const input = el("input", {
        type: "search", placeholder: "Find frames", "aria-label": "Find frames by name, file or file:line", spellcheck: "false",
        on: { input: () => look(input.value.trim()) },
    });

    function look(text) {
        const matches = text ? matching(frames, text, context.string) : null;
        result.textContent = matches ? words(matches) : "";
        found(matches);
    }

    function words(matches) {
        const { paths, shares } = matched_shares(tree, matches);
        if (paths === 0) return "nothing found";
        const parts = measures.map((m, i) => `${context.format(shares[i], "share")} of ${m.of}`);
        return `found in ${context.format(paths, "count")} ${paths === 1 ? "frame" : "frames"}: ${parts.join(", ")}`;
    }

    return { element: input, result };
}
