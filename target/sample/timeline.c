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

/* The path that leads has more samples than all others together, or none has. */
static void vote(_Atomic uint64_t *alone, uint32_t path, uint32_t samples)
{
    uint64_t was = atomic_load(alone), now;
    do {
        uint32_t lead = (uint32_t)was, leader = (uint32_t)(was >> 32);
        if (leader == path)
            lead += samples;
        else if (samples > lead) {
            leader = path;
            lead = samples - lead;
        } else
            lead -= samples;
        now = (uint64_t)leader << 32 | lead;
    } while (samples && !atomic_compare_exchange_weak(alone, &was, now));
}

static void fold(struct sw_effort_record *r, uint64_t length)
{
    for (unsigned i = 1; i < SW_EFFORT_STRETCHES; i++) {
        move(&r->stretches[i].work, &r->stretches[i / 2].work);
        move(&r->stretches[i].overhead, &r->stretches[i / 2].overhead);
        move(&r->stretches[i].idle, &r->stretches[i / 2].idle);
        uint64_t alone = atomic_exchange(&r->stretches[i].alone, 0);
        vote(&r->stretches[i / 2].alone, (uint32_t)(alone >> 32), (uint32_t)alone);
    }
    atomic_store(&r->stretch, 2 * length);
}

void sw_timeline_add(struct sw_live *live, uint64_t now, enum sw_doing doing, uint64_t ns,
                     uint64_t idle, uint32_t alone)
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
    if (alone)
        vote(&r->stretches[i].alone, alone, 1);
}
