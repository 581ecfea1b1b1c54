/*
 * What a list of findings comes to where no verdict is asked for: annotated code predicted, two profiles compared, ranks merged, speedups
 * measured. A few sentences that need no manual, the first thing on the page.
 */
#pragma once

#include "analysis/findings/findings.h"

enum { SW_HEADLINE_MOST = 5 };

struct sw_headline {
    bool is_compared; /* two profiles are: a cause is not the question */
    enum sw_why cause;
    const struct sw_finding
        *at; /* the finding that names it, with the line to look at; NULL: there is none */
    const struct sw_finding *insert;   /* what to write, and where; NULL: nothing that is known */
    char *sentences[SW_HEADLINE_MOST]; /* each with its full stop, or question mark */
    size_t n;
};

/* Borrows the findings. 0 or -ENOMEM (then there is nothing to release). */
int sw_headline_make(struct sw_headline *headline, const struct sw_findings *findings);
void sw_headline_release(struct sw_headline *headline);

const char *
sw_headline_cause(const struct sw_headline *headline); /* "comparison", or the cause's name */
