/* Threads begin at the path of who has created them, and are waited for. */
#include "agent/sample/start.h"
#include "agent/sample/threads/libc.h"

#include <stdlib.h>

/* What a thread is to run. */
struct start {
    void *(*run)(void *);
    thrd_start_t run_c11;
    void *argument;
    uint32_t path;
    uint64_t due; /* of who has made it */
};

/* Who joins it goes on from here. */
static void stop(void *worker)
{
    struct sw_worker *w = worker;
    if (w && w == sw_worker_known())
        sw_release(w, (uint64_t)pthread_self(), SW_RELEASE_JOIN);
    sw_worker_stop(w);
}

/* It may end in the middle: pthread_exit(), cancellation. */
static void *run(void *data)
{
    struct start start = *(struct start *)data;
    struct sw_origin origin = {.frame = (uint64_t)__builtin_frame_address(0), .path = start.path};
    struct sw_worker *w = sw_worker_start(&origin, start.due);
    void *result;
    free(data);
    pthread_cleanup_push(stop, w);
    result =
        start.run ? start.run(start.argument) : (void *)(intptr_t)start.run_c11(start.argument);
    pthread_cleanup_pop(1);
    return result;
}

static int run_c11(void *data)
{
    return (int)(intptr_t)run(data);
}

static struct sw_worker *creator(void)
{
    struct sw_worker *w = sw_worker_self();
    return w ? w : sw_effort_follow();
}

/* NULL: it is not sampled from the start. */
static struct start *prepare(struct sw_worker *w, void *(*run_it)(void *), thrd_start_t run_it_c11,
                             void *argument, void *caller)
{
    if (!sw_runtime_has((uint64_t)caller))
        sw_reporter_active(SW_REPORTER_THREADS);
    struct start *start = w ? malloc(sizeof *start) : NULL;
    if (start)
        *start = (struct start){run_it, run_it_c11, argument, sw_worker_path(w), sw_worker_due(w)};
    return start;
}

SW_REPLACES int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                               void *(*run_it)(void *), void *argument)
{
    struct sw_worker *w = creator();
    const struct sw_libc *libc = sw_libc();
    struct start *start = prepare(w, run_it, NULL, argument, __builtin_return_address(0));
    if (!start)
        return libc->pthread_create(thread, attributes, run_it, argument);
    enum sw_doing before = sw_worker_do(w, SW_DOING_CREATE);
    int error = libc->pthread_create(thread, attributes, run, start);
    sw_worker_do(w, before);
    if (error)
        free(start);
    return error;
}

SW_REPLACES int thrd_create(thrd_t *thread, thrd_start_t run_it, void *argument)
{
    struct sw_worker *w = creator();
    const struct sw_libc *libc = sw_libc();
    struct start *start = prepare(w, NULL, run_it, argument, __builtin_return_address(0));
    if (!start)
        return libc->thrd_create(thread, run_it, argument);
    enum sw_doing before = sw_worker_do(w, SW_DOING_CREATE);
    int result = libc->thrd_create(thread, run_c11, start);
    sw_worker_do(w, before);
    if (result != thrd_success)
        free(start);
    return result;
}

SW_REPLACES int pthread_join(pthread_t thread, void **result)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_join(thread, result);
    return SW_WAITING(w, SW_WAIT_THREADS, thread, libc->pthread_join(thread, result));
}

SW_REPLACES int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_timedjoin_np(thread, result, until);
    return SW_WAITING(w, SW_WAIT_THREADS, thread,
                      libc->pthread_timedjoin_np(thread, result, until));
}

SW_REPLACES int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
                                     const struct timespec *until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_clockjoin_np(thread, result, clock, until);
    return SW_WAITING(w, SW_WAIT_THREADS, thread,
                      libc->pthread_clockjoin_np(thread, result, clock, until));
}

SW_REPLACES int thrd_join(thrd_t thread, int *result)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->thrd_join(thread, result);
    return SW_WAITING(w, SW_WAIT_THREADS, thread, libc->thrd_join(thread, result));
}
