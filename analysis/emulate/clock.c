/* What comes next, in a heap of four branches, and what the time until then was used for. */
#include "analysis/emulate/parts.h"

void sw_emulator_at(struct sw_emulator *e, sw_ticks at, uint64_t number, uint32_t thread,
                    uint32_t ghosts)
{
    if (!SW_EMULATOR_GROW(e, e->moments, e->n_moments, e->room_moments))
        return;
    struct sw_moment moment = {at, number, thread, ghosts};
    size_t i = e->n_moments++;
    while (i && sw_moment_is_sooner(&moment, &e->moments[(i - 1) / 4])) {
        e->moments[i] = e->moments[(i - 1) / 4];
        i = (i - 1) / 4;
    }
    e->moments[i] = moment;
}

bool sw_emulator_next(struct sw_emulator *e, struct sw_moment *moment)
{
    if (!e->n_moments)
        return false;
    *moment = e->moments[0];
    struct sw_moment last = e->moments[--e->n_moments];
    if (e->n_moments)
        sw_moment_sink(e->moments, e->n_moments, 0, last);
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
    e->sums.lost[SW_WHY_CONTENTION] += passed * (sw_area)waiting;
    *(e->n_open ? &e->sums.lost[SW_WHY_IMBALANCE] : &e->sums.lost[SW_WHY_PARALLELISM]) +=
        passed * (sw_area)(idle - waiting);
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
    e->sums.lost[SW_WHY_GRAIN] += cost;
    return sw_emulator_run(e, thread, cost);
}

void sw_emulator_wake(struct sw_emulator *e, uint32_t thread)
{
    sw_emulator_at(e, e->now, e->threads[thread].number, thread, e->threads[thread].version);
}
