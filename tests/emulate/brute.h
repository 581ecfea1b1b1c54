/*
 * The rules of analysis/emulate/emulate.h once more, as plainly as can be: the tree unfolded, a stack for each
 * simulated thread, every event found by looking at all threads. What the emulator leaps over is done here.
 */
#pragma once

#include "tests/emulate/threads.h"
#include "tests/emulate/unfold.h"

/* As sw_emulate(). -EDEADLK: threads wait for each other; -E2BIG: more threads than this is for. */
int brute(const struct sw_program_tree *tree, const struct sw_emulation_options *options,
          struct sw_emulation *emulation);

/* What follows is between the files of the brute force. */

/* Items of one node as they are done one after the other. */
struct row {
    struct team *team; /* of a NOWAIT section among them, which is to be waited for */
    struct team *kept; /* of the last section, which was: for one that says SAME_TEAM */
    struct unfolded **items;
    size_t at, n; /* the item behind the one that is done, and their end */
};

extern const struct sw_emulation_options *rules;
extern struct sw_overheads cost;
extern bool too_big;

void do_item(struct unfolded *item, struct row *row);
void do_items(struct unfolded *node);

/* One iteration of a section: what belongs in front of its task, and that. */
void do_iteration(struct unfolded *section, size_t i);

/* What follows the last task. */
void do_rest(struct unfolded *section);

void open_section(struct unfolded *section);
void close_section(struct unfolded *section);

void omp_begin(struct fiber *root);
void omp_section(struct unfolded *section, struct row *row);
void omp_end_of_row(struct row *row);

void cilk_begin(struct fiber *root);
void cilk_section(struct unfolded *section);
struct fiber *cilk_nothing_left(void);
