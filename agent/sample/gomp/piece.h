/*
 * What the wrappers have in common: what a thread does in the runtime, and pieces of the program that the
 * runtime calls, on any thread and in the middle of any wait.
 */
#pragma once

#include "agent/sample/gomp/functions.h"
#include "agent/sample/real.h"
#include "agent/sample/reporter.h"

extern struct sw_reals sw_gomp_reals;
#define SW_GOMP_REAL(gomp, name) ((__typeof__(name) *)(gomp)->functions[SW_NR_##name])
/* In a wrapper: that of who called it. */
#define SW_GOMP_MINE             sw_real_of(&sw_gomp_reals, __builtin_return_address(0))

/* The calling thread's worker, if it is us who tell what it does. */
static inline struct sw_worker *sw_gomp_worker(const struct sw_real *gomp)
{
    return gomp->told ? NULL : sw_worker_self();
}

/* It does something in the runtime until the end of the block. */
struct sw_gomp_doing {
    struct sw_worker *worker;
    enum sw_doing before;
};
static inline struct sw_gomp_doing sw_gomp_begin(const struct sw_real *gomp, enum sw_doing what)
{
    struct sw_gomp_doing doing = {sw_gomp_worker(gomp), SW_DOING_WORK};
    if (doing.worker)
        doing.before = sw_worker_do(doing.worker, what);
    return doing;
}
static inline void sw_gomp_end(const struct sw_gomp_doing *doing)
{
    if (doing->worker)
        sw_worker_do(doing->worker, doing->before);
}
#define SW_GOMP_DOES(gomp, what)                                                           \
    __attribute__((cleanup(sw_gomp_end), unused)) struct sw_gomp_doing sw_gomp_doing_now = \
        sw_gomp_begin(gomp, what)

/* ... in which the program may run as well: this may be a child of fork() by the end, and the worker its parent's. */
static inline void sw_gomp_end_around(struct sw_gomp_doing *doing)
{
    if (doing->worker != sw_worker_self())
        doing->worker = NULL;
    sw_gomp_end(doing);
}
#define SW_GOMP_DOES_AROUND(gomp, what)                                                           \
    __attribute__((cleanup(sw_gomp_end_around), unused)) struct sw_gomp_doing sw_gomp_doing_now = \
        sw_gomp_begin(gomp, what)

/* It waits until the end of the block, but for pieces that it runs meanwhile. */
struct sw_gomp_waiting {
    struct sw_worker *worker;
    struct sw_wait wait;
};
extern _Thread_local struct sw_gomp_waiting *sw_gomp_waits; /* the calling thread; NULL: does not */

static inline void sw_gomp_wait_begin(struct sw_gomp_waiting *waiting, struct sw_worker *worker)
{
    waiting->worker = worker;
    if (worker) {
        waiting->wait = sw_brief_wait_begin(worker);
        sw_gomp_waits = waiting;
    }
}
static inline void sw_gomp_wait_end(struct sw_gomp_waiting *waiting)
{
    if (waiting->worker && waiting->worker == sw_worker_self()) {
        sw_gomp_waits = NULL;
        sw_brief_wait_end(waiting->worker, &waiting->wait);
    }
}
#define SW_GOMP_WAITS(gomp)                                                              \
    __attribute__((cleanup(sw_gomp_wait_end))) struct sw_gomp_waiting sw_gomp_waits_now; \
    sw_gomp_wait_begin(&sw_gomp_waits_now, sw_gomp_worker(gomp))

/* Calls a function of the program on `worker`, which goes on with what it did before, then. */
void sw_gomp_piece(struct sw_worker *worker, struct sw_origin *origin, sw_gomp_function *function,
                   void *data, bool task);
