// What the tool has to say, in the order in which to read it.
import { el, icon } from "./dom.js";

const SEVERITIES = { warning: "Warning", advice: "Advice", info: "Note" };

export function render(section, context) {
    if (!section.findings.length) return el("p", { class: "muted" }, "Nothing to remark.");
    const list = el(
        "ol",
        { class: "finding-list" },
        section.findings.map((finding) => {
            const severity = Object.hasOwn(SEVERITIES, finding.severity) ? finding.severity : "info";
            return el(
                "li",
                { class: `finding ${severity}` },
                icon(severity),
                el(
                    "div",
                    {},
                    el("span", { class: "unseen" }, `${SEVERITIES[severity]}: `),
                    context.prose_at(finding.text, finding.place, finding.site ?? null) ?? [
                        context.prose(finding.text),
                        context.known(finding.place) ? [" ", context.place(finding.place, finding.site ?? null)] : null,
                    ],
                ),
            );
        }),
    );
    return context.explain(list);
}
