/* What the files that make the verdict share. */
#pragma once

#include "analysis/emulate/emulate.h"
#include "analysis/verdict/tree_ledger.h"
#include "analysis/verdict/verdict.h"
#include "analysis/workspan/serial_functions.h"

/* Its sentences, of all else; the findings' first warning is the last of them. 0 or -ENOMEM. */
int sw_verdict_say(struct sw_verdict *verdict, const struct sw_profile *profile,
                   const struct sw_findings *findings);

/* Why nothing can be told of the program, where that is so; NULL: it can, or the findings say why. */
struct sw_sentence *sw_verdict_say_unknown(const struct sw_profile *profile);
bool sw_verdict_is_unknown(const struct sw_profile *profile, const struct sw_findings *findings);

/* After they are ranked: where fixing gains nothing, though the program does not scale, the cause is what loses most. */
void sw_verdict_face(struct sw_verdict *verdict, const struct sw_profile *profile);

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

/* The speedups to expect by number of processors (expected.c): as they were simulated; by emulating the profile's tree with these
 * options, over T(1); or by work and span. The verdict's own speedup is known. 0 or -ENOMEM. */
int sw_verdict_expect_simulated(struct sw_verdict *verdict, const struct sw_profile *profile);
int sw_verdict_expect_emulated(struct sw_verdict *verdict, const struct sw_profile *profile,
                               const struct sw_emulation_options *options, double one);
int sw_verdict_expect_bounded(struct sw_verdict *verdict, const struct sw_profile *profile,
                              double one, double span, double locked);

/* After the losses are known, and before they are ranked: what memory bandwidth adds, where the profile tells (memory.c). 0 or -ENOMEM. */
int sw_verdict_take_memory(struct sw_verdict *verdict, const struct sw_profile *profile);

/* By work and span alone: what a greedy scheduler takes where spawns cost what they do and steals on the critical path the burden; who
 * has nothing to gain by steals is left alone by them. And no less than one lock is held: of several, most find theirs free. */
double sw_verdict_bounded_time(double one, double work, double span, double locked,
                               double processors);
