#include "front/sample/gomp/piece.h"

_Thread_local struct sw_gomp_waiting *sw_gomp_waits;

void sw_gomp_piece(struct sw_worker *worker, struct sw_origin *origin, sw_gomp_function *function,
                   void *data)
{
    struct sw_gomp_waiting *waiting = sw_gomp_waits;
    if (waiting)
        sw_gomp_wait_end(waiting);
    enum sw_doing before = sw_worker_do(worker, SW_DOING_WORK);
    origin->frame = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    sw_worker_begin(worker, origin);
    function(data);
    sw_worker_end(worker, origin);
    sw_worker_do(worker, before);
    if (waiting)
        sw_gomp_wait_begin(waiting, worker);
}
