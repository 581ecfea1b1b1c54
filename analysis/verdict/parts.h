/* What the files that make conclusions share. */
#ifndef SPANWISE_ANALYSIS_VERDICT_PARTS_H
#define SPANWISE_ANALYSIS_VERDICT_PARTS_H

#include "analysis/verdict/conclusion.h"

#include <stdbool.h>

struct sw_conclusion_maker {
    struct sw_conclusion *conclusion;
    const struct sw_profile *profile; /* of the findings' sites, or NULL */
    const struct sw_findings *findings;
    const struct sw_units *units;
    bool failed;
};

void sw_conclude_begin(struct sw_conclusion_maker *m);
int sw_conclude_end(struct sw_conclusion_maker *m); /* 0 or -ENOMEM */

/* A sentence, which it takes, unless there are enough. */
void sw_conclude_say(struct sw_conclusion_maker *m, const struct sw_units *units,
                     struct sw_sentence *sentence);
/* That of a finding; as a caution. */
void sw_conclude_say_finding(struct sw_conclusion_maker *m, const struct sw_finding *finding);
void sw_conclude_caution(struct sw_conclusion_maker *m, const struct sw_finding *finding);
/* Up to three of that kind that are no doubts, where they are the first that is said; else up to two. */
void sw_conclude_say_some(struct sw_conclusion_maker *m, enum sw_finding_kind kind);

bool sw_conclude_has_advice(const struct sw_finding *finding); /* NULL has none */
/* That is the line to look at. */
void sw_conclude_at(struct sw_conclusion_maker *m, const struct sw_finding *finding);

void sw_conclude_bound(struct sw_conclusion_maker *m); /* how far it scales by work and span, ... */
/* ... and what holds it back. */
void sw_conclude_span(struct sw_conclusion_maker *m);
/* Of simulated runs: what loses most, or that it scales. */
void sw_conclude_simulated(struct sw_conclusion_maker *m);
/* The finding that is worth most; where none says, the first that names a cause. */
void sw_conclude_chief(struct sw_conclusion_maker *m);
/* What to distrust, with the sentences that it is about. */
void sw_conclude_doubts(struct sw_conclusion_maker *m);

#endif
