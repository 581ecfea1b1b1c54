/* Sentences, and what a list of findings comes to. */
#include "analysis/verdict/parts.h"
#include "analysis/workspan/sites.h"

#include <errno.h>
#include <stdlib.h>

void sw_conclude_begin(struct sw_conclusion_maker *m)
{
    *m->conclusion = (struct sw_conclusion){.site = SW_NO_SITE, .file = "", .function = ""};
}

int sw_conclude_end(struct sw_conclusion_maker *m)
{
    if (m->failed)
        sw_conclusion_release(m->conclusion);
    return m->failed ? -ENOMEM : 0;
}

void sw_conclude_say(struct sw_conclusion_maker *m, const struct sw_units *units,
                     struct sw_sentence *sentence)
{
    struct sw_conclusion *c = m->conclusion;
    char *words = sw_sentence_alone(sentence, units);
    sw_sentence_release(sentence);
    m->failed |= !words;
    if (words && c->n < SW_CONCLUSION_MOST)
        c->sentences[c->n++] = words;
    else
        free(words);
}

void sw_conclude_say_finding(struct sw_conclusion_maker *m, const struct sw_finding *f)
{
    sw_conclude_say(m, &f->units, sw_sentence_share(f->sentence));
}

void sw_conclude_caution(struct sw_conclusion_maker *m, const struct sw_finding *f)
{
    sw_conclude_say(m, &f->units, SW_SAY(CAUTION, sw_sentence_share(f->sentence)));
}

/* Whether a figure of the report may be wrong, and not only the program slow. */
static bool is_doubt(const struct sw_finding *f)
{
    return f->severity == SW_WARNING;
}

void sw_conclude_say_some(struct sw_conclusion_maker *m, enum sw_finding_kind kind)
{
    int n = 0, most = m->conclusion->n ? 2 : 3; /* there is to be room for a caution */
    for (size_t i = 0; i < m->findings->n && n < most; i++)
        if (m->findings->items[i].kind == kind && !is_doubt(&m->findings->items[i])) {
            sw_conclude_say_finding(m, &m->findings->items[i]);
            n++;
        }
}

#define GAINS 1.15 /* times as fast as the best plan: what gains less does not hold it back */

static enum sw_obstacle obstacle_of(const struct sw_finding *f)
{
    static const enum sw_obstacle by_cause[] = {
        [SW_WHY_PARALLELISM] = SW_OBSTACLE_PARALLELISM,
        [SW_WHY_IMBALANCE] = SW_OBSTACLE_PARALLELISM,
        [SW_WHY_GRAIN] = SW_OBSTACLE_GRAIN,
        [SW_WHY_CONTENTION] = SW_OBSTACLE_CONTENTION,
        [SW_WHY_MEMORY] = SW_OBSTACLE_MEMORY,
        [SW_WHY_NONE] = SW_OBSTACLE_NONE,
        [SW_WHY_WAITING] = SW_OBSTACLE_NONE,
        [SW_WHY_UNKNOWN] = SW_OBSTACLE_UNKNOWN,
    };
    switch (f->kind) { /* those that say nothing of a run on N processors */
    case SW_FINDING_BALANCE:
        return SW_OBSTACLE_PARALLELISM;
    case SW_FINDING_CONTENTION:
        return SW_OBSTACLE_CONTENTION;
    case SW_FINDING_MEMORY:
    case SW_FINDING_COPIES:
    case SW_FINDING_INFLATION:
    case SW_FINDING_INFLATED_SITE:
        return SW_OBSTACLE_MEMORY;
    case SW_FINDING_SCALES:
        return SW_OBSTACLE_NONE;
    default:
        return by_cause[f->why];
    }
}

bool sw_conclude_has_advice(const struct sw_finding *f)
{
    return f && f->severity == SW_ADVICE;
}

void sw_conclude_at(struct sw_conclusion_maker *m, const struct sw_finding *f)
{
    struct sw_conclusion *c = m->conclusion;
    c->site = f->site;
    c->file = sw_string(f->file);
    c->function = sw_string(f->function);
    c->line = f->line;
    if (f->site == SW_NO_SITE || f->file) /* a function, and not one of its call sites */
        return;
    const struct sw_site *site = &m->profile->sites[f->site];
    const struct sw_place *place =
        site->caller_place.line ? &site->caller_place : &site->callee_place;
    c->file = sw_string(place->file);
    c->function = sw_string(place->function);
    c->line = place->line;
}

void sw_conclude_doubts(struct sw_conclusion_maker *m)
{
    for (size_t i = 0; i < m->findings->n; i++)
        if (is_doubt(&m->findings->items[i])) {
            sw_conclude_caution(m, &m->findings->items[i]);
            return;
        }
}

/* An advice that names a cause, or that it scales. */
static bool is_chief(const struct sw_finding *f)
{
    enum sw_obstacle obstacle = obstacle_of(f);
    return obstacle == SW_OBSTACLE_NONE ||
           (sw_conclude_has_advice(f) && obstacle != SW_OBSTACLE_UNKNOWN);
}

void sw_conclude_chief(struct sw_conclusion_maker *m)
{
    const struct sw_finding *chief = NULL;
    for (size_t i = 0; i < m->findings->n; i++) {
        const struct sw_finding *f = &m->findings->items[i];
        if (is_chief(f) && (!chief || f->worth > chief->worth))
            chief = f;
    }
    if (!chief)
        return;
    const struct sw_finding *best = sw_findings_first(m->findings, SW_FINDING_BEST);
    bool is_little = best && chief->worth > 0 && chief->worth < GAINS * best->worth;
    m->conclusion->obstacle = is_little ? SW_OBSTACLE_NONE : obstacle_of(chief);
    sw_conclude_say_finding(m, chief);
    sw_conclude_at(m, chief);
}

int sw_conclusion_of_findings(struct sw_conclusion *conclusion, const struct sw_profile *profile,
                              const struct sw_findings *findings)
{
    struct sw_conclusion_maker m = {
        .conclusion = conclusion, .profile = profile, .findings = findings};
    sw_conclude_begin(&m);
    if (sw_findings_first(m.findings, SW_FINDING_CHANGE)) {
        conclusion->obstacle = SW_OBSTACLE_COMPARED;
        sw_conclude_say_some(&m, SW_FINDING_PROMISE);
        sw_conclude_say_some(&m, SW_FINDING_CHANGE);
    } else {
        sw_conclude_say_some(&m, SW_FINDING_BEST);
        sw_conclude_say_some(&m, SW_FINDING_SCHEDULE);
        sw_conclude_say_some(&m, SW_FINDING_MEASURED);
        sw_conclude_chief(&m);
        conclusion->insert = sw_findings_first(findings, SW_FINDING_SCHEDULE);
    }
    sw_conclude_doubts(&m);
    return sw_conclude_end(&m);
}

void sw_conclusion_release(struct sw_conclusion *conclusion)
{
    for (size_t i = 0; i < conclusion->n; i++)
        free(conclusion->sentences[i]);
    conclusion->n = 0;
}

const char *sw_obstacle_name(enum sw_obstacle obstacle)
{
    static const char *const names[] = {"unknown", "none",   "limit",      "parallelism",
                                        "grain",   "memory", "contention", "comparison"};
    return names[obstacle];
}
