/*
 * For tests that replay notes: a live range with one thread, in a process that does not exist, and the
 * same notes replayed one at a time and many at once.
 */
#pragma once

#include "live/live.h"
#include "tests/check.h"
#include "tests/engine/events.h"

#include <stdlib.h>
#include <sys/mman.h>

#define SUBJECT_SIZE  ((size_t)1 << 28)
#define SUBJECT_SITES 4096
#define SUBJECT_START 1000 /* ticks */

struct subject {
    struct sw_live *live;
    struct sw_thread *t;
};

static inline struct subject subject_new(uint64_t depth, uint64_t burden)
{
    struct subject s = {0};
    s.live = mmap(NULL, SUBJECT_SIZE, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (s.live == MAP_FAILED)
        abort();
    struct sw_arena *arena = &s.live->arena;
    sw_arena_init(arena, s.live, SUBJECT_SIZE);
    sw_arena_take(arena, sizeof *s.live);
    s.live->functions = sw_arena_take(arena, 64 * sizeof *s.live->functions);
    s.live->sites = sw_arena_take(arena, SUBJECT_SITES * sizeof *s.live->sites);
    s.live->cilk.sleds = sw_arena_take(arena, 256 * sizeof *s.live->cilk.sleds);
    s.live->slots = sw_arena_take(arena, 2 * SW_SITES_MAX * sizeof *s.live->slots);
    s.live->most_numbers = SW_SITES_MAX;
    atomic_store(&s.live->n_sites, 2);
    s.t = sw_arena_take(arena, sizeof *s.t);
    s.t->own = s.t->leg = sw_arena_take(arena, sizeof *s.t->own);
    if (!test_strand_init(&s.t->own->strand, arena, depth, burden, 1, 1))
        abort();
    s.t->strand = &s.t->own->strand;
    s.t->strand->at.top->mark = UINT64_MAX;
    s.t->calls = sw_arena_take(arena, 64 * sizeof *s.t->calls);
    s.t->live = s.live;
    s.t->functions = s.live->functions;
    s.t->slots = s.live->slots;
    s.t->meter.seen = SUBJECT_START;
    return s;
}

static inline void subject_release(struct subject *s)
{
    munmap(s->live, SUBJECT_SIZE);
}

static inline void
subject_replay_one_by_one(struct subject *s, const struct sw_note *program, size_t n_notes,
                          void (*one)(struct sw_thread *, const struct sw_note *, uint64_t))
{
    uint64_t before = SUBJECT_START;
    for (size_t i = 0; i < n_notes; i++) {
        one(s->t, &program[i], program[i].ticks - before);
        before = program[i].ticks;
    }
}

/* In pieces of random lengths. */
static inline void subject_replay_in_pieces(struct subject *s, const struct sw_note *program,
                                            size_t n_notes, uint32_t (*pick)(uint32_t),
                                            void (*many)(struct sw_thread *, struct sw_note *))
{
    static struct sw_note notes[1024];
    s->t->notes = notes;
    for (size_t i = 0, n; i < n_notes; i += n) {
        n = 1 + pick(pick(2) ? 8 : 600);
        n = n < n_notes - i ? n : n_notes - i;
        memset(notes, 0, sizeof notes);
        memcpy(notes, &program[i], n * sizeof *notes);
        s->t->replayed = notes;
        many(s->t, notes + n);
        CHECK_EQ(s->t->meter.seen, program[i + n - 1].ticks);
    }
}

static inline void subject_compare_profs(const struct sw_prof *a, const struct sw_prof *b)
{
    static const struct sw_record none;
    int differ = 0;
    for (uint32_t i = 0; i < SUBJECT_SITES; i++) {
        const struct sw_record *x = i < a->capacity ? &a->array[i] : &none;
        const struct sw_record *y = i < b->capacity ? &b->array[i] : &none;
        differ += memcmp(x, y, sizeof *x) != 0;
    }
    CHECK_EQ(differ, 0);
}

/* All figures are the same. Ends both strands. */
static inline void subject_compare(struct subject *a, struct subject *b)
{
    struct sw_position x = sw_strand_position(a->t->strand);
    struct sw_position y = sw_strand_position(b->t->strand);
    CHECK_EQ(y.work, x.work);
    CHECK_EQ(y.span, x.span);
    CHECK_EQ(y.burdened_span, x.burdened_span);
    CHECK_EQ(y.spawns, x.spawns);
    CHECK_EQ(y.syncs, x.syncs);
    CHECK_EQ(b->t->events, a->t->events);
    CHECK_EQ(b->t->elsewhere, a->t->elsewhere);
    CHECK_EQ(b->t->strand->lost_frames, a->t->strand->lost_frames);
    CHECK_EQ(sw_strand_depth(b->t->strand), sw_strand_depth(a->t->strand));
    CHECK_EQ(atomic_load(&b->live->n_sites), atomic_load(&a->live->n_sites));
    sw_strand_finish(a->t->strand);
    sw_strand_finish(b->t->strand);
    subject_compare_profs(&a->t->strand->root, &b->t->strand->root);
    subject_compare_profs(&a->t->strand->off, &b->t->strand->off);
}
