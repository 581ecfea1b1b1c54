/* The list of findings: adding to it, its order, names. */
#include "analysis/findings/findings.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        return SW_WHY_CONTENTION;
    default:
        return SW_WHY_UNKNOWN;
    }
}

const char *sw_why_name(enum sw_why cause)
{
    static const char *const names[] = {"parallelism", "imbalance", "grain",  "contention",
                                        "memory",      "none",      "unknown"};
    return names[cause];
}

void sw_findings_add(struct sw_findings *f, enum sw_finding_kind kind, enum sw_severity severity,
                     size_t site, const char *format, ...)
{
    char *text;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    struct sw_finding *items = n < 0 ? NULL : realloc(f->items, (f->n + 1) * sizeof *items);
    if (!items) {
        f->error = -ENOMEM;
        if (n >= 0)
            free(text);
        return;
    }
    f->items = items;
    f->items[f->n++] = (struct sw_finding){
        .kind = kind, .severity = severity, .site = site, .text = text, .why = why_of(kind)};
}

const struct sw_finding *sw_findings_first(const struct sw_findings *f, enum sw_finding_kind kind)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->items[i].kind == kind)
            return &f->items[i];
    return NULL;
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
    size_t before = f->n;
    sw_findings_add(f, finding->kind, finding->severity, finding->site, "%s", finding->text);
    if (f->n == before)
        return;
    char *text = f->items[before].text;
    f->items[before] = *finding;
    f->items[before].text = text;
}

static int rank(const struct sw_finding *f)
{
    if (f->severity == SW_WARNING)
        return 0;
    return f->kind == SW_FINDING_INFLATION || f->kind == SW_FINDING_INFLATED_SITE ||
                   f->kind == SW_FINDING_CAUSES
               ? 1
               : 2;
}

/* By insertion: they are few, and equal ones stay in order. */
void sw_findings_arrange(struct sw_findings *findings)
{
    for (size_t i = 1; i < findings->n; i++) {
        struct sw_finding f = findings->items[i];
        size_t to = i;
        for (; to > 0 && rank(&findings->items[to - 1]) > rank(&f); to--)
            findings->items[to] = findings->items[to - 1];
        findings->items[to] = f;
    }
}

void sw_findings_release(struct sw_findings *findings)
{
    for (size_t i = 0; i < findings->n; i++)
        free(findings->items[i].text);
    free(findings->items);
    *findings = (struct sw_findings){0};
}

char *sw_finding_sentence(const struct sw_finding *f, const char *before)
{
    size_t n = strlen(f->text);
    int is_ended = n && strchr(".?", f->text[n - 1]);
    char *sentence;
    if (asprintf(&sentence, "%s%s%s", before, f->text, is_ended ? "" : ".") < 0)
        return NULL;
    *sentence = (char)toupper((unsigned char)*sentence);
    return sentence;
}

const char *sw_finding_kind_name(enum sw_finding_kind kind)
{
    static const char *const names[] = {
        "incomplete",  "failed",  "too_short",  "check",      "overhead",    "serial",
        "parallelism", "span",    "part",       "outside",    "strands",     "burden",
        "budget",      "meter",   "profile",    "noise",      "crowded",     "measured",
        "causes",      "copies",  "contention", "comparison", "inflation",   "inflated_site",
        "change",      "balance", "rank",       "scales",     "serial_code", "imbalance",
        "lock",        "grain",   "threads",    "nested",     "knee",        "memory",
        "growth",      "effort",  "wait",       "others",     "best",        "partly",
        "schedule"};
    return names[kind];
}

const char *sw_severity_name(enum sw_severity severity)
{
    static const char *const names[] = {"info", "advice", "warning"};
    return names[severity];
}
