/*
 * A worker that sleeps costs nothing, nor does one that pushes while nobody sleeps. Before it
 * sleeps, a worker sets everybody's alarm, makes all pass a fence, and looks at all deques once
 * more. A push looks at the alarm after it has moved the tail. So either the sleeper sees the tail
 * or the pusher the alarm (deque.h has the argument).
 */
#include "agent/cilk/sched/worker.h"

#include <errno.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool can_fence_all;

static long membarrier(int command)
{
    return syscall(SYS_membarrier, command, 0, 0);
}

void sw_fence_init(bool wanted)
{
    can_fence_all = wanted && membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
}

bool sw_fence_of_all(void)
{
    return can_fence_all;
}

SW_SCHED void sw_deque_fence_all(void)
{
    atomic_thread_fence(memory_order_seq_cst);
    if (can_fence_all)
        membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
}

SW_SCHED static bool anything(struct sw_worker *w)
{
    uint32_t n = atomic_load(&__spanwise_counts.workers);
    for (uint32_t i = 0; i < n; i++)
        if (sw_worker_may(w, sw_workers[i]) && sw_deque_offers(&sw_workers[i]->deque))
            return true;
    return atomic_load(&w->ready) != NULL;
}

SW_SCHED void sw_sleep(struct sw_worker *w)
{
    uint32_t n = atomic_load(&__spanwise_counts.workers);
    atomic_store(&w->asleep, 1);
    atomic_fetch_add(&__spanwise_counts.sleepers, 1);
    for (uint32_t i = 0; i < n; i++) {
        struct sw_deque *d = &sw_workers[i]->deque;
        /* Of many, most are set: those stay where they are cached. */
        if (!(atomic_load(&d->alarm) & SW_ALARM))
            atomic_store(&d->alarm, SW_ALARM | d->fenced);
    }
    sw_deque_fence_all();
    if (anything(w)) {
        sw_wake(w);
        return;
    }
    while (atomic_load(&w->asleep))
        syscall(SYS_futex, &w->asleep, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
}

SW_SCHED void sw_wake(struct sw_worker *w)
{
    if (!atomic_load(&w->asleep) || !atomic_exchange(&w->asleep, 0))
        return;
    atomic_fetch_sub(&__spanwise_counts.sleepers, 1);
    syscall(SYS_futex, &w->asleep, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* Whoever has set the alarm that the caller has just switched off is seen to be asleep: not by a
 * relaxed load, which may come before the store of the alarm. */
SW_SCHED void sw_wake_one(void)
{
    uint32_t n = atomic_load(&__spanwise_counts.workers);
    for (uint32_t i = 0; i < n; i++)
        if (atomic_load(&sw_workers[i]->asleep)) {
            sw_wake(sw_workers[i]);
            return;
        }
}

SW_SCHED void __spanwise_alarm(struct sw_worker *w)
{
    struct sw_deque *d = &w->deque;
    int saved = errno;
    if (d->fenced) {
        atomic_thread_fence(memory_order_seq_cst);
        if (!(atomic_load_explicit(&d->alarm, memory_order_relaxed) & SW_ALARM))
            return;
    }
    atomic_store(&d->alarm, d->fenced);
    sw_wake_one();
    errno = saved;
}
