/*
 * Runs a piece of the program that libgomp calls, and keeps track of what the thread does around
 * it.
 */
#include "agent/sample/gomp/piece.h"

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
