/* What comes next, in a heap of four branches, and what the time until then was used for. */
#include "analysis/emulate/parts.h"

static bool sooner(const struct sw_moment *a, const struct sw_moment *b)
{
    return a->at != b->at ? a->at < b->at : a->number < b->number;
}

void sw_emulator_at(struct sw_emulator *e, sw_ticks at, uint64_t number, uint32_t thread,
                    uint32_t ghosts)
{
    if (!SW_EMULATOR_GROW(e, e->moments, e->n_moments, e->room_moments))
        return;
    struct sw_moment moment = {at, number, thread, ghosts};
    size_t i = e->n_moments++;
    while (i && sooner(&moment, &e->moments[(i - 1) / 4])) {
        e->moments[i] = e->moments[(i - 1) / 4];
        i = (i - 1) / 4;
    }
    e->moments[i] = moment;
}

static void sift_down(struct sw_moment *moments, size_t n, struct sw_moment moment)
{
    size_t i = 0;
    for (;;) {
        size_t first = 4 * i + 1, least = first;
        if (first >= n)
            break;
        for (size_t k = first + 1; k < first + 4 && k < n; k++)
            if (sooner(&moments[k], &moments[least]))
                least = k;
        if (!sooner(&moments[least], &moment))
            break;
        moments[i] = moments[least];
        i = least;
    }
    moments[i] = moment;
}

bool sw_emulator_next(struct sw_emulator *e, struct sw_moment *moment)
{
    if (!e->n_moments)
        return false;
    *moment = e->moments[0];
    struct sw_moment last = e->moments[--e->n_moments];
    if (e->n_moments)
        sift_down(e->moments, e->n_moments, last);
    return true;
}

void sw_emulator_advance(struct sw_emulator *e, sw_ticks to)
{
    sw_area passed = to - e->now;
    uint64_t n = e->n_running, P = e->P;
    e->now = to;
    if (n >= P) {
        e->sums.total += passed * (sw_area)n;
        return;
    }
    uint64_t idle = P - n, waiting = e->n_lock_waiters < idle ? e->n_lock_waiters : idle;
    e->sums.total += passed * (sw_area)P;
    e->sums.locks += passed * (sw_area)waiting;
    *(e->n_open ? &e->sums.imbalance : &e->sums.serial) += passed * (sw_area)(idle - waiting);
}

enum sw_outcome sw_emulator_run(struct sw_emulator *e, uint32_t thread, sw_ticks length)
{
    if (!length)
        return SW_GOES_ON;
    struct sw_thread *t = &e->threads[thread];
    t->runs = true;
    e->n_running++;
    sw_emulator_at(e, e->now + length, t->number, thread, t->version);
    return SW_RUNS;
}

enum sw_outcome sw_emulator_pay(struct sw_emulator *e, uint32_t thread, sw_ticks cost)
{
    e->sums.overhead += cost;
    return sw_emulator_run(e, thread, cost);
}

void sw_emulator_wake(struct sw_emulator *e, uint32_t thread)
{
    sw_emulator_at(e, e->now, e->threads[thread].number, thread, e->threads[thread].version);
}
