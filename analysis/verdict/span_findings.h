/* Findings of the span: whose code the critical path is made of. */
#pragma once

#include "analysis/findings/findings.h"
#include "analysis/workspan/on_line.h"

#define SW_SPAN_SHARE 0.10 /* of the span: less is not worth attacking first */

/* The sites that hold the most of it by themselves; and where none of them does, the call that holds much of it with all
 * that it calls. Where there is plenty of parallelism it is no advice, and the first is enough to know. */
void sw_span_findings(struct sw_findings *findings, const struct sw_profile *profile,
                      bool is_plenty);

/* What such a finding is about: the callee's own code, on the line that is named or on all of the function's; or a part,
 * all of a call. */
struct sw_on_line sw_span_finding_held(const struct sw_profile *profile,
                                       const struct sw_finding *finding);

/* The one to begin with, of these findings; NULL: there is none. */
const struct sw_finding *sw_span_finding_first(const struct sw_findings *findings);
