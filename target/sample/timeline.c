/*
 * The run in stretches of time: a fixed number of them, each twice as long when there is no more room. Whoever
 * comes to that folds them; others add where they are, so that what is added at that very moment may end up in a
 * neighbour. Nothing is lost: all moves are exchanges.
 */
#include "target/sample/record.h"

static void move(_Atomic uint64_t *from, _Atomic uint64_t *to)
{
    atomic_fetch_add(to, atomic_exchange(from, 0));
}

static void fold(struct sw_effort_record *r, uint64_t length)
{
    for (unsigned i = 1; i < SW_EFFORT_STRETCHES; i++) {
        move(&r->stretches[i].work, &r->stretches[i / 2].work);
        move(&r->stretches[i].overhead, &r->stretches[i / 2].overhead);
        move(&r->stretches[i].idle, &r->stretches[i / 2].idle);
    }
    atomic_store(&r->stretch, 2 * length);
}

void sw_timeline_add(struct sw_live *live, uint64_t now, enum sw_doing doing, uint64_t ns,
                     uint64_t idle)
{
    struct sw_effort_record *r = live->effort;
    uint64_t since = now > r->started ? now - r->started : 0;
    uint64_t length = atomic_load(&r->stretch), i = since / length;
    while (i >= SW_EFFORT_STRETCHES && !atomic_exchange(&r->folding, 1)) {
        if (length == atomic_load(&r->stretch))
            fold(r, length);
        length = atomic_load(&r->stretch);
        i = since / length;
        atomic_store(&r->folding, 0);
    }
    if (i >= SW_EFFORT_STRETCHES)
        i = SW_EFFORT_STRETCHES - 1;
    atomic_fetch_add(doing == SW_DOING_WORK ? &r->stretches[i].work : &r->stretches[i].overhead,
                     ns);
    atomic_fetch_add(&r->stretches[i].idle, idle);
}
