/* A thread to replay the notes of hooks on, in a process that does not exist: there is no code. */
#ifndef TESTS_OPENCILK_SUBJECT_H
#define TESTS_OPENCILK_SUBJECT_H

#include "front/opencilk/replay.h"
#include "profile/profile.h"
#include "runtime/site.h"
#include "tests/check.h"

#include <stdlib.h>
#include <sys/mman.h>

#define FUNCTIONS 8 /* numbered from 2 on */
#define SIZE      ((size_t)1 << 28)
#define CODE      0x10000
#define BURDEN    50

struct subject {
    struct sw_live *live;
    struct sw_thread *t;
};

static inline struct subject make_subject(uint64_t depth)
{
    struct subject s = {0};
    s.live = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                  -1, 0);
    if (s.live == MAP_FAILED)
        abort();
    struct sw_arena *arena = &s.live->arena;
    sw_arena_init(arena, s.live, SIZE);
    sw_arena_take(arena, sizeof *s.live);
    s.live->functions = sw_arena_take(arena, 64 * sizeof *s.live->functions);
    s.live->sites = sw_arena_take(arena, 4096 * sizeof *s.live->sites);
    s.live->slots = sw_arena_take(arena, 2 * SW_SITES_MAX * sizeof *s.live->slots);
    s.live->gone = 1; /* there is no code to look at */
    s.live->n_modules = 1;
    s.live->modules[0].code = CODE - 0x1000;
    s.live->modules[0].code_end = CODE + 0x100000;
    s.live->most_numbers = SW_SITES_MAX;
    atomic_store(&s.live->n_sites, 2);
    atomic_store(&s.live->n_functions, 2 + FUNCTIONS);
    for (uint32_t f = 2; f < 2 + FUNCTIONS; f++) {
        s.live->functions[f].address = CODE + f * 0x1000 + 0x20;
        s.live->functions[f].id = f == 9 ? 8 : f; /* 9 is a copy of 8 */
    }
    s.t = sw_arena_take(arena, sizeof *s.t);
    s.t->own = sw_arena_take(arena, sizeof *s.t->own);
    if (!sw_strand_init(&s.t->own->strand, arena, depth, BURDEN, 1, 1))
        abort();
    s.t->leg = s.t->own;
    s.t->strand = &s.t->own->strand;
    s.t->strand->at.top->mark = UINT64_MAX;
    s.t->calls = sw_arena_take(arena, 64 * sizeof *s.t->calls);
    s.t->live = s.live;
    s.t->functions = s.live->functions;
    s.t->slots = s.live->slots;
    s.t->seen = 1000;
    return s;
}

#endif
