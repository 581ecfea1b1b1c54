// The source, with what each line did in the margin.
import { base, name, shorten, visible } from "./context.js";
import { el, icon } from "./dom.js";
import { fill_paper } from "./source-paper.js";
import { hottest, last_line, make_file, missing, rows_of } from "./source-model.js";
import { make_lines } from "./source-lines.js";
import { make_strip } from "./source-strip.js";

const HOT_MOST = 40;

// Before anything is rendered: places anywhere on the page are links if their line is here.
export function prepare(section, context) {
    const before = context.has_source;
    const files = new Map(section.files.map((file) => [file.file, make_file(file, section.measures)]));
    context.has_source = (file, line) => before(file, line) || Boolean(files.get(file)?.has(line));
    context.source_line = (file, line) => files.get(file)?.text(line) ?? null;
}

// Two files of the same name are told apart by their folders.
function labels_of(files, context) {
    const names = files.map((file) => base(context.string(file.index)));
    return names.map((label, i) => {
        const path = context.string(files[i].index);
        return shorten(visible(names.filter((other) => other === label).length > 1 ? path.split("/").slice(-3).join("/") : label), 60) || "file not known";
    });
}

export function render(section, context) {
    const { measures } = section;
    const files = section.files.map((file) => make_file(file, measures));
    if (!files.length) return el("p", { class: "muted" }, "There is no source in this report.");
    const index = (key) => measures.findIndex((measure) => measure.key === key);
    const main = Math.max(0, index("lost") >= 0 ? index("lost") : index("span")); // what "hot" means
    const is_lost = measures[main].key === "lost";
    const of_main = is_lost ? "of the cores' time lost" : `of the ${measures[main].title}`;
    const totals = measures.map((_, i) => section.totals?.[i] ?? files.reduce((sum, file) => sum + file.totals[i], 0));
    const most = measures.map((_, i) => files.reduce((most, file) => [...file.values.values()].reduce((m, costs) => Math.max(m, costs[i] ?? 0), most), 0));
    const hot = hottest(files, main, HOT_MOST);
    const ranks = new Map(hot.map(({ file, line }, rank) => [`${file}:${line}`, rank + 1]));
    const named = context.data.sections.find((s) => s.kind === "verdict")?.place;
    const first = named ? files.findIndex((file) => file.index === named.file && file.has(named.line)) : -1;
    let current = first >= 0 ? first : (hot[0]?.file ?? 0);
    let rank = -1;

    // What there is to say of a line of the file of that number, which may change.
    const told = (number) => ({
        shares_of: (line) => {
            const costs = files[number()].values.get(line);
            return measures.map((_, i) => {
                const value = costs?.[i] ?? null;
                return { value, share: totals[i] ? (value ?? 0) / totals[i] : 0, bar: most[i] ? (value ?? 0) / most[i] : 0 };
            });
        },
        marked: (line) => {
            const at = ranks.get(`${number()}:${line}`);
            return at ? `number ${at} of the ${is_lost ? "lines that lose most of the cores' time" : "hottest lines"}` : null;
        },
    });
    const lines = make_lines(context, measures, {
        ...told(() => current),
        on_line: (line) => context.bus.select({ file: files[current].index, line, from: "source" }),
        on_fold: (line) => {
            files[current].unfolded.add(line);
            lines.show(files[current], rows_of(files[current]));
        },
    });

    const labels = labels_of(files, context);
    const chooser = el(
        "select",
        { class: "button file-chooser", "aria-label": "File" },
        files.map((file, i) => {
            const share = totals[main] ? file.totals[main] / totals[main] : 0;
            return el("option", { value: String(i) }, share ? `${labels[i]} – ${context.format(share, "share")} ${of_main}` : labels[i]);
        }),
    );
    const path = el("span", { class: "path muted" });
    const why = el("p", { class: "why muted", hidden: true });
    const strip = make_strip();
    const frame = el("div", { class: "code-frame" });

    const show = (i) => {
        current = i;
        const file = files[i];
        const rows = rows_of(file);
        chooser.value = String(i);
        path.replaceChildren(name(context.string(file.index), 90));
        why.textContent = missing(file) ?? "";
        why.hidden = !missing(file);
        frame.classList.toggle("no-text", !why.hidden);
        lines.show(file, rows);
        strip.show(rows, (line) => (most[main] ? (file.values.get(line)?.[main] ?? 0) / most[main] : 0));
    };

    // A line that is folded away is unfolded first.
    const choose = (i, line) => {
        if (i !== current) show(i);
        const fold = rows_of(files[i]).find((row) => row.fold && line >= row.fold[0] && line <= row.fold[1]);
        if (fold) {
            files[i].unfolded.add(fold.fold[0]);
            show(i);
        }
        lines.choose(line);
    };
    const reading = el("span", { class: "hot-reading muted", "aria-live": "polite" });
    const hot_files = new Set(hot.map(({ file }) => file)).size;
    const hot_count = () => `${hot.length} hot ${hot.length === 1 ? "line" : "lines"}${hot_files > 1 ? ` in ${hot_files} files` : ""}`;
    const tell = () => (reading.textContent = rank < 0 ? hot_count() : `${rank + 1} of ${hot.length}`);
    const jump = (step) => {
        if (!hot.length) return;
        rank = rank < 0 ? 0 : (rank + step + hot.length) % hot.length;
        tell();
        const { file, line } = hot[rank];
        choose(file, line);
        context.bus.select({ file: files[file].index, line, from: "source" });
    };
    const jumper = (label, drawing, step) => el("button", { type: "button", class: "button jump", title: label, "aria-label": label, disabled: !hot.length, on: { click: () => jump(step) } }, icon(drawing));
    tell();

    chooser.addEventListener("change", () => show(Number(chooser.value)));
    lines.element.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === "n") jump(1);
        else if (event.key === "p") jump(-1);
    });
    const head = () => el("div", { class: "code-head" }, el("span", { class: "line-number" }, "line"), measures.map((measure) => context.word(el("span", { class: "heat-cell" }, measure.title), measure.word ?? measure.key)), el("span", { class: "code" }, ""));
    const paper = el("div", { class: "source-paper" });
    frame.append(lines.element, strip.element);
    const whole = el(
        "div",
        { class: "source-box" },
        el("div", { class: "source-tools" }, chooser, el("span", { class: "hot-tools" }, jumper("the hotter line before (p)", "up", -1), jumper("the next hottest line (n)", "down", 1), reading), path),
        why,
        head(),
        frame,
        paper,
    );
    // As wide as the longest number.
    whole.style.setProperty("--digits", String(Math.max(3, ...files.map((file) => String(last_line(file)).length))));
    whole.style.setProperty("--measures", String(measures.length));
    context.bus.on("select", ({ file, line, from, go }) => {
        const i = files.findIndex((each) => each.index === file);
        if (i < 0 || !line) return;
        if (from !== "source" || go) {
            if (!files[i].has(line)) return;
            choose(i, line);
        } else lines.choose(line);
        if (!go) return;
        whole.scrollIntoView({ block: "nearest" });
        lines.element.focus({ preventScroll: true });
    });
    context.bus.on("print", (on) => {
        if (on) fill_paper(paper, hot, files, context, { lines_of: (i) => make_lines(context, measures, told(() => i)), head });
        else paper.replaceChildren();
    });
    show(current);
    // Where to look first is in sight from the start.
    if (first >= 0) context.bus.on("shown", () => choose(first, named.line));
    else if (hot.length) context.bus.on("shown", () => lines.reveal(hot[0].line));
    return whole;
}
