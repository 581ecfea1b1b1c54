/*
 * The synthesizer: a program tree synthesized as a real parallel program on this machine, by gcc's OpenMP or by our
 * Cilk runtime. Children do it (helpers/synthesize/), which the tool gives the tree and a limit in time.
 */
#pragma once

#include "analysis/emulate/emulate.h"
#include "profile/program_tree.h"

struct sw_synthesis_options {
    const struct sw_emulation_options *ways; /* how; overheads are not looked at: they are real */
    size_t n_ways;
    /* Time for all of it, about; 0: SW_SYNTHESIS_BUDGET_NS at most, and no longer than it takes. */
    double budget_ns;
    bool oversubscribe; /* more threads than processors are no error */
};

#define SW_SYNTHESIS_BUDGET_NS 10e9

/* Of outermost sections, by their site. */
struct sw_synthesized_section {
    uint32_t site;
    double count, work, time;
};

/* Of one way. In nanoseconds, as the tree is. */
struct sw_synthesized {
    double work, time; /* speedup = work / time */
    double waited;     /* the part of the time that threads waited for a processor: others ran */
    double differs;    /* of nested ones instead: the median's standard error, of its time */
    struct sw_synthesized_section *sections;
    size_t n_sections;
};

struct sw_synthesis {
    struct sw_synthesized *ways; /* as many as the options have */
    size_t n_ways;
    double serial;      /* what the serial run took, over what the tree says: 1 is right */
    double took_ns;     /* for all of it */
    size_t synthesized; /* outermost sections that were ... */
    double sections;    /* ... of so many, equal ones counted once each time ... */
    size_t distinct;    /* ... and so many distinct */
};

/* Whether the serial run took something else than the tree says. */
#define SW_SYNTHESIS_TOLERANCE 0.02
static inline bool sw_synthesis_is_off(const struct sw_synthesis *synthesis)
{
    return synthesis->serial < 1 - SW_SYNTHESIS_TOLERANCE ||
           synthesis->serial > 1 + SW_SYNTHESIS_TOLERANCE;
}

/* Why its figures are not to be trusted: part of a sentence; NULL: they are. */
const char *sw_synthesis_doubt(const struct sw_synthesis *synthesis);

/* 0, or -errno after an error message; -EINTR without one: a signal asked us to end (interrupt.h), and the
 * caller is to. To be released in any case. The tree's unit
 * must be nanoseconds. */
int sw_synthesize(const struct sw_program_tree *tree, const struct sw_synthesis_options *options,
                  struct sw_synthesis *synthesis);
void sw_synthesis_release(struct sw_synthesis *synthesis);
