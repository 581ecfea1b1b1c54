/*
 * Runs a few threads through all interleavings of their steps, and each step in all the ways in which
 * its memory lets it turn out (memory.h). Nothing is sampled or bounded.
 *
 * Threads are functions that are run over and over again: what a thread does next follows from what
 * its steps have brought so far, its history, so it is run from its start with these results until it
 * comes to a step that is not in it. A state is the memory, the histories, and what the test notes;
 * states seen before (by 128 bits of hash) are not gone into again. A function that returns true is
 * run again from the start with an empty history, and a thread that spins forgets the vain tries: so
 * there are cycles, and few states. From every state some end must be in reach: else somebody waits
 * for ever.
 */
#pragma once

#include "tests/sched/memory.h"

#define MODEL_HISTORY 128
#define MODEL_NOTES   16

/* Steps beside the accesses of memory. */
enum model_kind {
    MODEL_FENCE_OTHER = MEMORY_FENCE + 1, /* of one of the threads in the mask `value`: which */
    MODEL_WAIT,   /* a fence and a load; if that is `value`, waits for a wake at the place */
    MODEL_WAKE,   /* a fence, and all that wait there go on */
    MODEL_CHOOSE, /* one of `value` */
    MODEL_NOTE,   /* for the test; together with the step before */
};

struct model_state {
    struct memory memory;
    struct model_thread {
        struct memory_access next;
        bool ended, waits;
        uint8_t length;
        uint8_t history[MODEL_HISTORY];
    } threads[MEMORY_THREADS];
    uint8_t notes[MODEL_NOTES];
};

struct model_test {
    const struct memory_model *memory;
    unsigned threads;
    uint8_t initial[MEMORY_PLACES];
    bool (*run)(unsigned thread); /* true: once more */
    /* What is wrong, or NULL: when a thread takes a note, which may have an answer; when nobody goes
     * on. */
    const char *(*note)(struct model_state *state, unsigned thread, unsigned what, unsigned which,
                        uint8_t *answer);
    const char *(*end)(const struct model_state *state);
};

struct model_result {
    const char *wrong; /* NULL: nothing */
    unsigned long states, steps, ends;
};

/* Prints the steps that lead to what is wrong, if `aloud`. */
struct model_result model_explore(const struct model_test *test, bool aloud);

/* What a thread calls. */
uint8_t model_step(struct memory_access step);
uint8_t model_note(unsigned what, unsigned which);
void model_spins(unsigned times); /* nothing has been done since this was called with 0 */
unsigned model_others(void);      /* a mask */
