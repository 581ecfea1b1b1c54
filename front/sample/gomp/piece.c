#include "front/sample/gomp/piece.h"

_Thread_local struct sw_gomp_waiting *sw_gomp_waits;

/* What is around the function here is the runtime's scheduling, whatever the thread waits for. */
void sw_gomp_piece(struct sw_worker *worker, struct sw_origin *origin, sw_gomp_function *function,
                   void *data)
{
    struct sw_gomp_waiting *waiting = sw_gomp_waits;
    enum sw_doing before = SW_DOING_WORK;
    if (waiting) {
        before = waiting->wait.before;
        waiting->wait.before = SW_DOING_SCHEDULE;
        sw_gomp_wait_end(waiting);
    }
    origin->frame = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    enum sw_doing around = sw_worker_do(worker, SW_DOING_WORK);
    sw_worker_begin(worker, origin);
    function(data);
    sw_worker_end(worker, origin);
    sw_worker_do(worker, around);
    if (waiting) {
        sw_gomp_wait_begin(waiting, worker);
        sw_wait_goes_on_after(worker, &waiting->wait);
        waiting->wait.before = before;
    }
}
