/*
 * For steals.c: random programs, and a machine that runs them with invented costs, on one thread or
 * on several with steals.
 */
#pragma once

#include "live/live.h"

/* Random numbers, from a seed. */
void seed(uint64_t number);
uint32_t pick(uint32_t below);

/* --- steals_program.c --- */

enum {
    FUNCTIONS = 8, /* from 2 on */
    SLEDS = 4,     /* of each kind in a function */
    LABELS = 3,
    STEPS = 6000, /* of a program, about */
};

/* The first six have an end: what is between is in them. */
enum kind { CALL, SPAWN, TASK, SCOPE, RANGE, DIVIDE, END, SYNC, REGION, REGION_END };

struct step {
    enum kind kind;
    uint32_t function; /* called; of others, that they are in */
    uint32_t which;    /* of its sleds or places; of a region, its label */
    uint32_t room;     /* on the stack */
    uint32_t tail;     /* of the END of a function: another one that it jumps to, or 0 */
    bool vanishes;     /* of the END of a function: no EXIT sled is passed */
    bool elsewhere;    /* called from code that is not in the function, as a task's is */
    uint64_t cost;
    size_t end;
};

struct program {
    struct step steps[STEPS + 1000];
    size_t n;
    uint32_t link_bytes; /* that a call puts on the stack: a return address, or nothing */
};

/* In serial order. */
void write_program(struct program *program);

/* --- steals_machine.c --- */

struct machine {
    struct sw_live *live;
    struct sw_thread *threads[6];
    uint32_t n_threads;
    struct offer *offers[STEPS];
    uint32_t n_offers;
    uint64_t stacks;    /* made */
    uint32_t eagerness; /* a steal before one note in so many; 0: none */
    uint64_t at_once;   /* of its steals: run before the child was done */
    uint64_t region_ids, lost_regions;
};

void machine_init(struct machine *machine, uint32_t eagerness, uint64_t burden);
void machine_release(struct machine *machine);

/* Afterwards the first thread's own strand has all, but for what the legs' have in `off`. */
void machine_run(struct machine *machine, const struct program *program);
