#include "target/threads/park.h"
#include "target/threads/wait.h"

#define BUCKETS 1024

static struct bucket {
    struct sw_vthread *first, *last;
} buckets[BUCKETS];

static struct bucket *bucket_of(const volatile void *on)
{
    uint64_t address = (uint64_t)on;
    return &buckets[(address >> 2) * 0x9e3779b97f4a7c15ull >> 54];
}

static void add(struct sw_vthread *t, const volatile void *on)
{
    struct bucket *b = bucket_of(on);
    t->on = on;
    t->next_parked = NULL;
    if (b->first)
        b->last->next_parked = t;
    else
        b->first = t;
    b->last = t;
}

static void take_out(struct sw_vthread *t)
{
    struct bucket *b = bucket_of(t->on);
    struct sw_vthread *before = NULL;
    if (!t->on)
        return;
    for (struct sw_vthread *at = b->first; at != t; at = at->next_parked)
        before = at;
    if (before)
        before->next_parked = t->next_parked;
    else
        b->first = t->next_parked;
    if (b->last == t)
        b->last = before;
    t->on = NULL;
}

bool sw_park(struct sw_vthread *t, const volatile void *on, uint32_t bits,
             const struct sw_wait_at *at, uint64_t deadline)
{
    t->bits = bits;
    add(t, on);
    sw_wait_begin(t, at);
    bool woken = sw_hook_block(t, at->why, deadline);
    if (!__atomic_load_n(&sw_sim.on, __ATOMIC_RELAXED))
        return true;
    if (!woken)
        take_out(t);
    sw_wait_end(t);
    return woken;
}

void sw_unpark_thread(struct sw_vthread *t, struct sw_vthread *by)
{
    take_out(t);
    sw_wait_told(t, by);
    sw_hook_wake(t, by);
}

struct sw_vthread *sw_parked_first(const volatile void *on)
{
    struct sw_vthread *t = bucket_of(on)->first;
    while (t && t->on != on)
        t = t->next_parked;
    return t;
}

uint32_t sw_parked_count(const volatile void *on)
{
    uint32_t n = 0;
    for (const struct sw_vthread *t = bucket_of(on)->first; t; t = t->next_parked)
        n += t->on == on;
    return n;
}

struct sw_vthread *sw_unpark(const volatile void *on, uint32_t bits, struct sw_vthread *by)
{
    struct sw_vthread *t = bucket_of(on)->first;
    while (t && (t->on != on || !(t->bits & bits) || t->runner.state != SW_RUNNER_BLOCKED))
        t = t->next_parked;
    if (t)
        sw_unpark_thread(t, by);
    return t;
}

uint32_t sw_park_move(const volatile void *from, const volatile void *to, uint32_t most)
{
    uint32_t n = 0;
    for (struct sw_vthread *t; n < most && (t = sw_parked_first(from)); n++) {
        take_out(t);
        add(t, to);
    }
    return n;
}

void sw_barrier_open(struct sw_vthread *t, const volatile void *on)
{
    for (const struct sw_vthread *other = bucket_of(on)->first; other; other = other->next_parked)
        if (other->on == on)
            sw_dag_join(sw_sim.dag, &t->strand, &other->strand, 0);
    while (sw_unpark(on, 1, t))
        ;
}
