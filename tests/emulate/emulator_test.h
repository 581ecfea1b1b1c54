/* A tree as text, emulated: for tests that state what comes out. */
#pragma once

#include "analysis/emulate/emulate.h"
#include "profile/tree_text.h"
#include "tests/check.h"

#include <math.h>
#include <stdlib.h>

static inline struct sw_program_tree tree_of(const char *text)
{
    struct sw_program_tree tree;
    char why[200];
    if (sw_tree_text_parse(&tree, text, strlen(text), why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        exit(1);
    }
    return tree;
}

/* The time; whatever the tree, the losses must add up. */
static inline double time_of(const struct sw_program_tree *tree,
                             const struct sw_emulation_options *options)
{
    struct sw_emulation emulation;
    int error = sw_emulate(tree, options, &emulation);
    CHECK_EQ(error, 0);
    if (error)
        return -1;
    double sum = emulation.work, root = sw_node_length(&tree->nodes[sw_program_tree_root(tree)]);
    for (int i = 0; i < SW_WHY_CAUSES; i++) {
        CHECK(emulation.lost[i] >= 0);
        sum += emulation.lost[i];
    }
    CHECK(fabs(sum - options->processors * emulation.time) <= 1e-9 * sum);
    CHECK(fabs(emulation.work - root) <= 1e-3 * root + 1e-3);
    double time = emulation.time;
    sw_emulation_release(&emulation);
    return time;
}

static inline double emulated(const char *text, struct sw_emulation_options options)
{
    struct sw_program_tree tree = tree_of(text);
    double time = time_of(&tree, &options);
    sw_program_tree_release(&tree);
    return time;
}

#define CHECK_TIME(got, want)                                                                \
    do {                                                                                     \
        double got_ = (got), want_ = (want);                                                 \
        if (fabs(got_ - want_) <= 1e-9 * fabs(want_))                                        \
            check_passed++;                                                                  \
        else if (check_failed++ < 50)                                                        \
            fprintf(stderr, "%s:%d: %s is %.6f, not %.6f\n", __FILE__, __LINE__, #got, got_, \
                    want_);                                                                  \
    } while (0)
