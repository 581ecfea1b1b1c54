/*
 * What a program tree would gain from processors: emulated (emulate.h) for numbers of processors and
 * plans, a plan being a way to make its sections parallel.
 */
#pragma once

#include "analysis/emulate/emulate.h"
#include "analysis/findings/findings.h"

enum { SW_PLAN_NAME = 32, SW_PLANS_MOST = 12 };

#define SW_PLANS_ALIKE 1.05 /* speedups of plans that are no different */

struct sw_plan {
    enum sw_paradigm paradigm;
    enum sw_section_schedule schedule; /* OMP only; ANY: as the program has it */
    unsigned chunk;
};

/* "static", "dynamic,1", "guided", "as written", "omp tasks", "Cilk". Returns the buffer. */
char *sw_plan_name(const struct sw_plan *plan, char name[SW_PLAN_NAME]);
/* The same in a sentence: "even with the schedules as written". */
struct sw_sentence *sw_plan_say(const struct sw_plan *plan);

/* What is told to sw_predict(); all is borrowed, and lives as long as the prediction. */
struct sw_predict_options {
    const struct sw_plan *plans;
    size_t n_plans;
    const unsigned *processors; /* ascending */
    size_t n_processors;
    unsigned focus; /* the number that details are for; one of these */
    bool nested;
    const struct sw_overheads *overheads; /* NULL: nothing costs anything */
    const double *const
        *burdens; /* for each of the processors, by site, or NULL where not known; NULL: no
                                     memory model */
    void (*tell)(size_t done, size_t of); /* how far it is, as it goes on; or NULL */
    const struct sw_emulation *one;       /* sw_emulate_one(); NULL: the tree's work */
    struct sw_emulation_budget *budget; /* of all that is emulated for it; NULL: each has its own */
};

struct sw_predicted {
    const struct sw_plan *plan;
    unsigned processors;
    struct sw_emulation emulation;   /* without the memory model; empty: the budget was too small */
    struct sw_emulation with_memory; /* where has_memory */
    bool has_memory;
    double synthesized; /* the speedup that a synthesis had; 0: there was none */
};

struct sw_prediction {
    const struct sw_program_tree *tree;
    struct sw_predict_options options;
    struct sw_predicted *cells; /* plan by plan, each for all processors */
    double one;                 /* T(1), which speedups are over */
    double work, span, locked;  /* locked: the longest sum over one lock, ... */
    uint32_t lock;              /* ... which is this */
    uint64_t tasks;
    size_t n_left_out; /* cells that the budget was too small for: their speedup is not a number */
};

/* 0 or -errno (-ENOMEM, -EINVAL; -ETIME: none of the plans could be emulated at the focus). To be released. */
int sw_predict(struct sw_prediction *prediction, const struct sw_program_tree *tree,
               const struct sw_predict_options *options);
void sw_prediction_release(struct sw_prediction *prediction);

const struct sw_predicted *sw_predicted_at(const struct sw_prediction *prediction, size_t plan,
                                           size_t processors);

/* What counts: with the memory model where that has something to say. */
const struct sw_emulation *sw_predicted_emulation(const struct sw_predicted *cell);
double sw_predicted_speedup(const struct sw_predicted *cell);

/* The plan with the highest speedup on a number of processors (an index); the first of equal ones. */
const struct sw_predicted *sw_prediction_best(const struct sw_prediction *prediction,
                                              size_t processors);
size_t sw_prediction_index(const struct sw_prediction *prediction, unsigned processors);
const struct sw_predicted *sw_prediction_focus(const struct sw_prediction *prediction);

/* A tree, which may be another one than the prediction's, under the same conditions as a cell. `costless`:
 * without overheads. 0 or -errno. To be released. */
int sw_prediction_emulate(const struct sw_prediction *prediction,
                          const struct sw_program_tree *tree, const struct sw_plan *plan,
                          unsigned processors, bool costless, struct sw_emulation *emulation);

/* What it means, in sentences: the best plan, what bounds it, where it loses and what that is worth. 0 or -ENOMEM (then *findings is
 * empty). To be released by sw_findings_release(). */
int sw_predict_findings(struct sw_findings *findings, const struct sw_prediction *prediction,
                        const struct sw_units *units);

/* What no number of processors beats: by the span, or by the lock that most is done under. */
double sw_prediction_bound(const struct sw_prediction *prediction);
