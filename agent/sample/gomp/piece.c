/* Libgomp's own functions, pieces of the program that it runs, and wrappers that do no more than forward a call. */
#include "agent/sample/gomp/piece.h"

#include <dlfcn.h>

static const struct sw_real_name names[] = {
#define F(version, name, ...) {#name, version},
    SW_GOMP_OF_WORDS(F) SW_GOMP_OTHERS(F)
#undef F
};

/* libomp comes under libgomp's name at times, and has its functions. */
static void found(struct sw_real *real, void *handle, const char *name)
{
    sw_runtime_module(name);
    real->told = dlsym(handle, "__kmpc_fork_call") != NULL;
    if (!real->told)
        sw_reporter_active(SW_REPORTER_GOMP);
}

struct sw_reals sw_gomp_reals = {
    .names = names, .n = SW_GOMP_N, .file = "libgomp.so.1", .found = found};

_Thread_local struct sw_gomp_waiting *sw_gomp_waits;

/* What is around the function here is the runtime's scheduling, whatever the thread waits for. */
void sw_gomp_piece(struct sw_worker *worker, struct sw_origin *origin, sw_gomp_function *function,
                   void *data, bool task)
{
    struct sw_gomp_waiting *waiting = sw_gomp_waits;
    if (waiting)
        sw_gomp_wait_end(waiting);
    enum sw_doing before = sw_worker_do(worker, SW_DOING_SCHEDULE);
    origin->frame = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    sw_worker_begin(worker, origin);
    function(data);
    if (sw_worker_self() != worker)
        return; /* a child of fork() */
    sw_worker_do(worker, before);
    sw_worker_end(worker, origin);
    if (waiting) {
        sw_brief_wait_again(worker, &waiting->wait, task);
        sw_gomp_waits = waiting;
    }
}

/* The functions of which it is enough to know what a thread does in them. */

#define WRAPPED(name, n, does)                          \
    SW_GOMP long name(SW_WORDS_##n)                     \
    {                                                   \
        const struct sw_real *gomp = SW_GOMP_MINE;      \
        does(gomp);                                     \
        return SW_GOMP_REAL(gomp, name)(SW_HANDED_##n); \
    }

#define SCHEDULES(gomp)               SW_GOMP_DOES(gomp, SW_DOING_SCHEDULE)
#define SCHEDULE(version, name, n)    WRAPPED(name, n, SCHEDULES)
#define SYNCHRONIZES(gomp)            SW_GOMP_DOES(gomp, SW_DOING_SYNCHRONIZE)
#define SYNCHRONIZE(version, name, n) WRAPPED(name, n, SYNCHRONIZES)
#define WAIT(version, name, n)        WRAPPED(name, n, SW_GOMP_WAITS)
SW_GOMP_SCHEDULE(SCHEDULE)
SW_GOMP_SYNCHRONIZE(SYNCHRONIZE)
SW_GOMP_WAIT(WAIT)
