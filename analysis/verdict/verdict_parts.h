/* What the files that make the verdict share. */
#pragma once

#include "analysis/emulate/emulate.h"
#include "analysis/verdict/tree_ledger.h"
#include "analysis/verdict/verdict.h"
#include "analysis/workspan/serial_functions.h"

/* Its sentences, of all else; the findings' first warning is the last of them. 0 or -ENOMEM. */
int sw_verdict_say(struct sw_verdict *verdict, const struct sw_profile *profile,
                   const struct sw_findings *findings);

/* Whether nothing can be told of the program. */
bool sw_verdict_is_unknown(const struct sw_profile *profile, const struct sw_findings *findings);

/* The row of a cause, which is empty at first (ledger.c); of several places of it those that lose most are kept, and what is on
 * one line, as several calls of a library's, is one. */
struct sw_verdict_loss *sw_ledger_row(struct sw_verdict *verdict, enum sw_why cause);
void sw_ledger_place(struct sw_verdict_loss *row, struct sw_verdict_place place);
/* All shares, so much less or more; and their sum. */
void sw_ledger_scale(struct sw_verdict *verdict, double part);
double sw_ledger_lost(const struct sw_verdict *verdict);

/* Without a cause a program is no slower, and N processors are no more than N times as fast, but for what costs time on one, too. */
void sw_ledger_limit(struct sw_verdict *verdict);
/* By gain. The first is the cause, if it gains more than noise may: what is paid once at the start gives way to what gains alike. */
void sw_ledger_sort(struct sw_verdict *verdict);
void sw_ledger_rank(struct sw_verdict *verdict, const struct sw_profile *profile);
/* No simulation includes the cache lines that threads fight over. Where there are some, the predicted speedup is an upper bound, and the
 * speedup without them is unknown. They are the cause if they may cost more than fixing the first cause would gain. 0 or -ENOMEM. */
int sw_ledger_rank_shared(struct sw_verdict *verdict, const struct sw_profile *profile,
                          const struct sw_findings *findings);
/* A program that is not healthy does not scale: then what loses most of the processors' time holds it back, if that is more than
 * noise, even if nothing is gained by fixing it alone. */
void sw_ledger_face(struct sw_verdict *verdict, const struct sw_profile *profile);

/* The steps, once the cause is known (plan.c). 0 or -ENOMEM. */
int sw_verdict_plan(struct sw_verdict *verdict, const struct sw_profile *profile);

/* "a.c:12"; "in 'f'"; NULL */
struct sw_sentence *sw_verdict_say_at(const struct sw_verdict_place *place);

/* Where a loss is (places.c): by what the ledger has of its cause; by one finding more. 0 or -ENOMEM. */
int sw_verdict_take_entry(struct sw_verdict_loss *loss, const struct sw_profile *profile,
                          const struct sw_findings *findings, const struct sw_tree_loss *entry);
int sw_verdict_take_finding(struct sw_verdict_loss *loss, const struct sw_profile *profile,
                            const struct sw_finding *finding);
/* Of places that are a function's own: where that is called, in profiles that know it. */
void sw_verdict_name_calls(struct sw_verdict *verdict, const struct sw_profile *profile);

/* When the places' functions ran, where samples tell. Of two places of a cause that lose alike, the one that goes on losing comes first. */
void sw_verdict_take_times(struct sw_verdict *verdict, const struct sw_profile *profile);

/* Samples know functions that calls do not: those that were inlined, and serial code outside all regions. `inside`: of that function
 * only, or NULL. 0 or -ENOMEM. */
int sw_verdict_name_by_samples(struct sw_verdict_loss *loss, const struct sw_profile *profile,
                               enum sw_serial_part part, const char *inside,
                               enum sw_verdict_form form);

/* Likewise: what of the work of a simulated run is done once on one core, and by each thread on several (repeated.c). */
void sw_verdict_take_repeated(struct sw_verdict *verdict, const struct sw_profile *profile);

/* After the losses are known, and before they are ranked: what memory bandwidth adds, where the profile tells (memory.c). 0 or -ENOMEM. */
int sw_verdict_take_memory(struct sw_verdict *verdict, const struct sw_profile *profile);

/* The verdict on a sampled real run (effort.c): fills in all but what was measured and the sentences, for the processors that the
 * run had, into one that is empty. 0 or -ENOMEM. */
int sw_verdict_of_effort(struct sw_verdict *verdict, const struct sw_profile *profile);

#define SW_SPAN_SHARE 0.10 /* of the span: less is not worth attacking first */

/* The sites that hold the most of it by themselves; and where none of them does, the call that holds much of it with all
 * that it calls (span_findings.c). Where there is plenty of parallelism it is no advice, and the first is enough to know. */
void sw_span_findings(struct sw_findings *findings, const struct sw_profile *profile,
                      bool is_plenty);
/* The one to begin with, of these findings; NULL: there is none. By how much the span would be shorter without what it is about:
 * the callee's own code, on the line that is named or on all of the function's; or a part, all of a call. */
const struct sw_finding *sw_span_finding_first(const struct sw_findings *findings);
uint64_t sw_span_finding_relief(const struct sw_profile *profile, const struct sw_finding *finding);
