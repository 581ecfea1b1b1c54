/* Which functions a function may call, itself or through others, as far as a profile has seen. */
#pragma once

#include "analysis/workspan/intern.h"
#include "profile/profile.h"

struct sw_call_graph {
    struct sw_intern names;
    struct sw_call {
        uint32_t caller, callee;
    } * calls; /* by caller */
    size_t n_calls;
    uint8_t *reached; /* of each function: by the last sw_call_graph_reach() */
    uint32_t *queue;
};

/* Borrows the profile's names. 0 or -ENOMEM (then it is empty). */
int sw_call_graph_init(struct sw_call_graph *graph, const struct sw_profile *profile);
void sw_call_graph_release(struct sw_call_graph *graph);

/* The function whose code the call is in: what is inlined is its. */
const char *sw_site_function(const struct sw_site *site);

/* Marks the function and all that it calls. */
void sw_call_graph_reach(struct sw_call_graph *graph, const char *function);
int sw_call_graph_is_reached(struct sw_call_graph *graph, const char *function);
