/* What changes of a program tree come to: work and span exactly, times by emulation, before and after. */
#pragma once

#include "analysis/emulate/emulate.h"
#include "analysis/predict/what_if.h"

struct sw_consequence_on {
    unsigned processors;
    double before, after;                 /* times */
    double speedup_before, speedup_after; /* over T(1) as it was before */
    double gain;                          /* before / after */
};

struct sw_consequence {
    double work_before, work_after, span_before, span_after;
    struct sw_consequence_on *on; /* for each number of processors ... */
    size_t n_on;
    size_t n_left_out; /* ... but for those that the budget was too small for */
};

struct sw_consequence_options {
    struct sw_emulation_options
        emulation; /* with the budget; on each of these numbers of processors, not on its own */
    const unsigned *processors;
    size_t n_processors;
    void (*tell)(size_t done, size_t of); /* how many emulations are done, as it goes on; or NULL */
};

/* 0 or -errno. To be released. */
int sw_consequence_make(struct sw_consequence *consequence, const struct sw_program_tree *tree,
                        const struct sw_change_of_sites *changes, size_t n_changes,
                        const struct sw_consequence_options *options);
void sw_consequence_release(struct sw_consequence *consequence);
