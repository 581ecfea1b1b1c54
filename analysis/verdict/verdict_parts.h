/* What the files that make the verdict share. */
#ifndef SPANWISE_ANALYSIS_VERDICT_VERDICT_PARTS_H
#define SPANWISE_ANALYSIS_VERDICT_VERDICT_PARTS_H

#include "analysis/verdict/verdict.h"

/* Its sentences, of all else. 0 or -ENOMEM. */
int sw_verdict_say(struct sw_verdict *verdict, const struct sw_profile *profile);

#endif
