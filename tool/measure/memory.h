/*
 * The memory model of `spanwise predict --memory`: how much longer each section takes on so many threads that share the
 * memory, found by running the program again: by counters, beside a hog, or beside copies of itself.
 */
#pragma once

#include "analysis/machine/memory_model.h"
#include "base/pool.h"
#include "live/options.h"
#include "profile/program_tree.h"
#include "tool/measure/profiling.h"

enum sw_memory_way {
    SW_MEMORY_OFF,
    SW_MEMORY_ANY, /* counters where they work, else its traffic, or a hog where that cannot be followed */
    SW_MEMORY_COUNTERS,
    SW_MEMORY_TRAFFIC,
    SW_MEMORY_HOG,
    SW_MEMORY_COPIES
};

struct sw_memory_request {
    enum sw_memory_way way;
    char *const *argv;
    const struct sw_live_options *options; /* as the tree was recorded */
    const struct sw_program_tree *tree;    /* in nanoseconds */
    struct sw_profiling
        *profiling; /* that it is of, and gets the traffic if that is followed, ... */
    const struct sw_child_end *end;   /* ... and how that ended */
    const struct sw_machine *machine; /* that is predicted for; NULL: this one */
    const unsigned *processors;
    size_t n_processors;
};

struct sw_memory {
    struct sw_pool pool;
    double **burdens; /* by number of processors, then by site; NULL there: not known */
    char *says;       /* how it is known, and how far; owned */
};

/* False after a message. To be released in any case. */
bool sw_memory_find(struct sw_memory *memory, const struct sw_memory_request *request);
void sw_memory_release(struct sw_memory *memory);
