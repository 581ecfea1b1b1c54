/* Threads begin at the path of who has created them. */
#include "agent/core/libc.h"
#include "agent/sample/record.h"

#include <stdlib.h>

/* What a thread is to run. */
struct start {
    void *(*run_posix)(void *);
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
static void *begin_posix(void *data)
{
    struct start start = *(struct start *)data;
    struct sw_origin origin = {.frame = (uint64_t)__builtin_frame_address(0), .path = start.path};
    struct sw_worker *w = sw_worker_start(&origin, start.due);
    void *result;
    free(data);
    pthread_cleanup_push(stop, w);
    result = start.run_posix ? start.run_posix(start.argument)
                             : (void *)(intptr_t)start.run_c11(start.argument);
    pthread_cleanup_pop(1);
    return result;
}

static int begin_c11(void *data)
{
    return (int)(intptr_t)begin_posix(data);
}

static struct sw_worker *creator(void)
{
    struct sw_worker *w = sw_worker_self();
    return w ? w : sw_effort_follow();
}

/* NULL: it is not sampled from the start. */
static struct start *prepare(struct sw_worker *w, void *argument, void *caller)
{
    if (!sw_runtime_has((uint64_t)caller))
        sw_reporter_active(SW_REPORTER_THREADS);
    struct start *start = w ? malloc(sizeof *start) : NULL;
    if (start)
        *start = (struct start){
            .argument = argument, .path = sw_worker_path(w), .due = sw_worker_due(w)};
    return start;
}

/* As libc's, which says by 0 that it has made it: so does C11's, whose thrd_success is that. */
#define CREATES(type, name, parameters, arguments, attributes_, names)           \
    SW_REPLACES type name parameters                                             \
    {                                                                            \
        struct sw_worker *w = creator();                                         \
        const struct sw_libc *libc = sw_libc();                                  \
        struct start *start = prepare(w, argument, __builtin_return_address(0)); \
        if (!start)                                                              \
            return libc->name arguments;                                         \
        start->run_##names = run;                                                \
        run = begin_##names;                                                     \
        argument = start;                                                        \
        enum sw_doing before = sw_worker_do(w, SW_DOING_CREATE);                 \
        int error = libc->name arguments;                                        \
        sw_worker_do(w, before);                                                 \
        if (error)                                                               \
            free(start);                                                         \
        return error;                                                            \
    }
SW_LIBC_CREATES(CREATES)
