/* The list of findings: adding to it, its order, names. */
#include "analysis/findings/findings.h"
#include "base/text.h"

/* What findings of a kind are about, where they do not say otherwise. */
static enum sw_why why_of(enum sw_finding_kind kind)
{
    switch (kind) {
    case SW_FINDING_SERIAL:
    case SW_FINDING_PARALLELISM:
    case SW_FINDING_SPAN:
    case SW_FINDING_PART:
    case SW_FINDING_OUTSIDE:
    case SW_FINDING_SERIAL_CODE:
    case SW_FINDING_THREADS:
        return SW_WHY_PARALLELISM;
    case SW_FINDING_IMBALANCE:
        return SW_WHY_IMBALANCE;
    case SW_FINDING_STRANDS:
    case SW_FINDING_BURDEN:
    case SW_FINDING_GRAIN:
        return SW_WHY_GRAIN;
    case SW_FINDING_LOCK:
    case SW_FINDING_SHARED:
        return SW_WHY_CONTENTION;
    default:
        return SW_WHY_UNKNOWN;
    }
}

SW_NAMES(sw_why_name, enum sw_why, "parallelism", "imbalance", "grain", "contention", "memory",
         "none", "waiting", "unknown")

struct sw_finding *sw_findings_add(struct sw_findings *f, enum sw_finding_kind kind,
                                   enum sw_severity severity, size_t site,
                                   struct sw_sentence *sentence)
{
    bool has_failed = sw_sentence_has_failed(sentence);
    struct sw_finding *items = has_failed ? NULL : realloc(f->items, (f->n + 1) * sizeof *items);
    if (!items) {
        sw_sentence_release(sentence);
        f->error = -ENOMEM;
        return &f->none;
    }
    f->items = items;
    f->items[f->n] = (struct sw_finding){.kind = kind,
                                         .severity = severity,
                                         .certainty = kind == SW_FINDING_CAUSES ? SW_CERTAIN_ABOUT
                                                                                : f->certainty,
                                         .site = site,
                                         .sentence = sentence,
                                         .units = f->units,
                                         .why = why_of(kind)};
    return &f->items[f->n++];
}

const struct sw_finding *sw_findings_first(const struct sw_findings *f, enum sw_finding_kind kind)
{
    return SW_FIRST(item, f->items, f->n, item->kind == kind);
}

const struct sw_finding *sw_findings_first_doubt(const struct sw_findings *f)
{
    return SW_FIRST(item, f->items, f->n, item->severity == SW_WARNING);
}

void sw_findings_place(struct sw_findings *f, const char *file, uint32_t line, const char *function)
{
    if (!f->n || f->error)
        return;
    struct sw_finding *last = &f->items[f->n - 1];
    last->file = file;
    last->line = line;
    last->function = function;
}

void sw_findings_repeat(struct sw_findings *f, const struct sw_finding *finding)
{
    *sw_findings_add(f, finding->kind, finding->severity, finding->site,
                     sw_sentence_share(finding->sentence)) = *finding;
}

static int rank(const struct sw_finding *f, enum sw_why cause)
{
    if (f->severity == SW_WARNING)
        return 0;
    if (f->kind == SW_FINDING_INFLATION || f->kind == SW_FINDING_INFLATED_SITE ||
        f->kind == SW_FINDING_CAUSES)
        return 1;
    return cause < SW_WHY_CAUSES && f->why == cause && f->severity == SW_ADVICE ? 2 : 3;
}

/* By insertion: they are few, and equal ones stay in order. */
void sw_findings_arrange(struct sw_findings *findings, enum sw_why cause)
{
    for (size_t i = 1; i < findings->n; i++) {
        struct sw_finding f = findings->items[i];
        size_t to = i;
        for (; to > 0 && rank(&findings->items[to - 1], cause) > rank(&f, cause); to--)
            findings->items[to] = findings->items[to - 1];
        findings->items[to] = f;
    }
}

void sw_findings_release(struct sw_findings *findings)
{
    for (size_t i = 0; i < findings->n; i++)
        sw_sentence_release(findings->items[i].sentence);
    free(findings->items);
    *findings = (struct sw_findings){0};
}

char *sw_finding_words(const struct sw_finding *f)
{
    return sw_sentence_alone(f->sentence, &f->units);
}

char *sw_finding_caution(const struct sw_finding *f)
{
    struct sw_sentence *caution = SW_SAY(CAUTION, sw_sentence_share(f->sentence));
    char *words = sw_sentence_alone(caution, &f->units);
    sw_sentence_release(caution);
    return words;
}

SW_NAMES(sw_finding_kind_name, enum sw_finding_kind, "incomplete", "failed", "too_short", "check",
         "overhead", "serial", "parallelism", "span", "part", "outside", "strands", "burden",
         "budget", "meter", "profile", "noise", "crowded", "measured", "causes", "copies",
         "contention", "comparison", "inflation", "inflated_site", "change", "promise", "balance",
         "rank", "scales", "serial_code", "imbalance", "lock", "grain", "threads", "nested", "knee",
         "memory", "growth", "shared", "unpredictable", "effort", "wait", "others", "names", "best",
         "partly", "schedule")

SW_NAMES(sw_certainty_name, enum sw_certainty, "none", "estimated", "simulated", "measured",
         "bound")

SW_NAMES(sw_severity_name, enum sw_severity, "info", "advice", "warning")
