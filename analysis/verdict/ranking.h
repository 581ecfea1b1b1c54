/*
 * Which site of a program tree is worth changing: for each, the speedup if it alone, by what it does itself, were twice
 * as fast, or spread perfectly over the processors; for each lock, if it were not needed.
 */
#pragma once

#include "analysis/emulate/emulate.h"

struct sw_ranked {
    uint32_t site;        /* 0: the program's own code, or a lock: */
    uint32_t lock;        /* 0: it is none */
    double work, on_span; /* of what it does itself; of a lock: while it is held */
    double faster, parallel,
        freed;      /* speedups, T(1) of how it is over T(N); 0: not asked, or not known */
    double gain;    /* the largest of them over the speedup as it is */
    double at_most; /* a bound of the gain, from work and span */
    int is_known;   /* emulated; else only the bound is known */
};

struct sw_ranking {
    unsigned processors;
    double work, span, speedup; /* as it is */
    double costless;            /* speedup if threads, tasks and locks cost nothing */
    struct sw_ranked *list;     /* emulated ones by gain, then the others by their bound */
    size_t n, n_known;
    bool is_late; /* the time was up before all that could matter were looked at */
};

struct sw_ranking_options {
    struct sw_emulation_options emulation; /* with the number of processors, and the budget */
    size_t top;                            /* who cannot be among so many is left out */
    void (*tell)(size_t done, size_t of);  /* how far it is, as it goes on; or NULL */
};

/* 0 or -errno (-ETIME: not even how it is could be emulated). To be released. */
int sw_ranking_make(struct sw_ranking *rank, const struct sw_program_tree *tree,
                    const struct sw_ranking_options *options);
void sw_ranking_release(struct sw_ranking *rank);
