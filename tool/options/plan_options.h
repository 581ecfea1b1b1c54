/* The options of `predict` and `what-if`, and the program tree that they emulate. */
#pragma once

#include "analysis/predict/predict.h"
#include "profile/profile.h"
#include "tool/measure/child.h"
#include "tool/measure/profiling.h"
#include "tool/options/options.h"
#include "tool/options/run_options.h"

enum { SW_PLAN_PROCESSORS_MAX = 4096 };

/* Where none are given. */
#define SW_PLAN_PROCESSORS "2,4,8,...,128"
#define SW_RANK_PROCESSORS "16"

struct sw_plan_options {
    bool wanted[SW_PLAN_PROCESSORS_MAX + 1];
    bool paradigms[SW_PARADIGMS], has_paradigm, nested;
    struct sw_plan schedules[SW_PLANS_MOST];
    size_t n_schedules;
    const char *machine_name; /* NULL: this one */
    double seconds;           /* that emulating may take; 0: as many steps as a budget has */
    /* After they are settled: */
    bool is_chosen; /* the plans were asked for: ... */
    size_t n_asked; /* ... so many; a paradigm without a schedule is one */
    unsigned *processors;
    size_t n_processors;
    struct sw_plan plans[SW_PLANS_MOST];
    size_t n_plans;
    struct sw_machine machine;
    struct sw_overheads costs;            /* of the profile on that machine */
    const struct sw_overheads *overheads; /* NULL: none are known, or none are wanted */
    struct sw_emulation one;              /* T(1) of the program as it is */
    char overheads_are[400];              /* what is to be said of them */
    struct sw_emulation_budget budget;    /* begins when they are settled */
};

/* To be included, bound to a struct sw_plan_options. -N is worded by each, and bound to its `wanted`. */
extern const struct sw_option sw_plan_takes[];

/* Once it is known what they are for. `processors` are those where none were given: a list as -N takes
 * it. False after a message. To be released. */
bool sw_plan_options_settle(struct sw_plan_options *options, const struct sw_profile *profile,
                            const struct sw_program_tree *tree, const char *processors);

/* How to emulate by that plan, but for what machines and burdens add. */
struct sw_emulation_options sw_plan_way(const struct sw_plan *plan, unsigned processors,
                                        bool nested);

/* The message where sw_emulate() and its like ended with an error, of the tree from there. */
void sw_plan_options_explain(const char *name, int error);
void sw_plan_options_release(struct sw_plan_options *options);

/* A program tree that a command is to look at: of a profile, of a text, or of a program that is run for it. */

struct sw_tree_input {
    const char *name;              /* of the file or program */
    struct sw_profile read;        /* of a profile; of a text, it has the name and the unit */
    struct sw_program_tree text;   /* of a text */
    struct sw_profiling profiling; /* of a program */
    bool is_run;
    struct sw_child_end end;            /* of a program: how it ended */
    const struct sw_profile *profile;   /* what it came from ... */
    const struct sw_program_tree *tree; /* ... and what is wanted; neither is NULL */
};

/* Whether it is a file with a tree, or should be: a profile, or a name that ends with ".tree". */
bool sw_tree_input_is_file(const char *path);

/* Both: false after a message, as where there is no tree. To be released in any case. */
bool sw_tree_input_read(struct sw_tree_input *input, const char *path);

/* Runs the program, whose input and output stay its own. *status is what to end with where it could not be run;
 * 0: it was. Signals are held from now on (interrupt.h). */
bool sw_tree_input_run(struct sw_tree_input *input, char *const *argv,
                       const struct sw_run_options *options, int *status);

void sw_tree_input_release(struct sw_tree_input *input);
