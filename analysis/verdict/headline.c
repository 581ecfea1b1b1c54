/* The headline of a list of findings: their chief sentences, the cause that is worth most, and the first doubt. */
#include "analysis/verdict/headline.h"

#define GAINS 1.15 /* times as fast as the best plan: what gains less does not hold it back */

static int say(struct sw_headline *h, char *words)
{
    if (words && h->n < SW_HEADLINE_MOST)
        h->sentences[h->n++] = words;
    else
        free(words);
    return words ? 0 : -ENOMEM;
}

/* Up to three of that kind that are no doubts, where they are the first that is said; else up to two: there is to be room for a caution. */
static int say_some(struct sw_headline *h, const struct sw_findings *findings,
                    enum sw_finding_kind kind)
{
    int most = h->n ? 2 : 3, error = 0;
    for (size_t i = 0; i < findings->n && most && !error; i++) {
        const struct sw_finding *f = &findings->items[i];
        if (f->kind != kind || f->severity == SW_WARNING)
            continue;
        error = say(h, sw_finding_words(f));
        most--;
    }
    return error;
}

/* Findings about something else than a run on N cores name causes, too. */
static enum sw_why why_of(const struct sw_finding *f)
{
    switch (f->kind) {
    case SW_FINDING_BALANCE:
        return SW_WHY_IMBALANCE;
    case SW_FINDING_CONTENTION:
        return SW_WHY_CONTENTION;
    case SW_FINDING_COPIES:
        return SW_WHY_MEMORY;
    case SW_FINDING_SCALES:
        return SW_WHY_NONE;
    default:
        return f->why;
    }
}

/* The advice that is worth most of those that name a cause, or that it scales. */
static const struct sw_finding *find_chief(const struct sw_findings *findings)
{
    const struct sw_finding *chief = NULL;
    for (size_t i = 0; i < findings->n; i++) {
        const struct sw_finding *f = &findings->items[i];
        enum sw_why why = why_of(f);
        if ((why == SW_WHY_NONE || (f->severity == SW_ADVICE && why < SW_WHY_CAUSES)) &&
            (!chief || f->worth > chief->worth))
            chief = f;
    }
    return chief;
}

static int say_chief(struct sw_headline *h, const struct sw_findings *findings)
{
    const struct sw_finding *best = sw_findings_first(findings, SW_FINDING_BEST);
    h->at = find_chief(findings);
    if (!h->at)
        return 0;
    bool is_little = best && h->at->worth > 0 && h->at->worth < GAINS * best->worth;
    h->cause = is_little ? SW_WHY_NONE : why_of(h->at);
    return say(h, sw_finding_words(h->at));
}

int sw_headline_make(struct sw_headline *h, const struct sw_findings *findings)
{
    static const enum sw_finding_kind compared[] = {SW_FINDING_PROMISE, SW_FINDING_CHANGE},
                                      others[] = {SW_FINDING_BEST, SW_FINDING_SCHEDULE,
                                                  SW_FINDING_MEASURED, SW_FINDING_CAUSES};
    bool is_compared = sw_findings_first(findings, SW_FINDING_CHANGE);
    const enum sw_finding_kind *kinds = is_compared ? compared : others;
    size_t n = is_compared ? sizeof compared / sizeof *compared : sizeof others / sizeof *others;
    const struct sw_finding *doubt = sw_findings_first_doubt(findings);
    int error = 0;
    *h = (struct sw_headline){.is_compared = is_compared,
                              .cause = SW_WHY_UNKNOWN,
                              .insert = sw_findings_first(findings, SW_FINDING_SCHEDULE)};
    for (size_t i = 0; i < n && !error; i++)
        error = say_some(h, findings, kinds[i]);
    if (!error && !is_compared)
        error = say_chief(h, findings);
    if (!error && doubt)
        error = say(h, sw_finding_caution(doubt));
    if (error)
        sw_headline_release(h);
    return error;
}

void sw_headline_release(struct sw_headline *h)
{
    for (size_t i = 0; i < h->n; i++)
        free(h->sentences[i]);
    h->n = 0;
}

const char *sw_headline_cause(const struct sw_headline *h)
{
    return h->is_compared ? "comparison" : sw_why_name(h->cause);
}
