/* Gives deeply nested tasks more stack. */
#include "agent/openmp/simulator/simulator.h"

#include <sys/mman.h>

#define LITTLE  (64 << 10)
#define SEGMENT (1 << 20)

/* A piece: its first bytes. */
struct piece {
    struct piece *next; /* in a list of those that are free */
    uint64_t reserved;
};

static struct piece *take(struct sw_omp_simulator *m)
{
    struct piece *p = m->pieces;
    if (p) {
        m->pieces = p->next;
        return p;
    }
    m->exact = true; /* it takes longer than such things do */
    p = mmap(NULL, SEGMENT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
             0);
    if (p == MAP_FAILED)
        sw_omp_die("not enough memory for tasks that are nested this deep");
    return p;
}

__attribute__((noinline)) static void call_on_piece(struct sw_omp_thread *t,
                                                    struct sw_omp_task *task)
{
    struct sw_omp_simulator *m = t->simulator;
    struct piece *p = take(m);
    uint64_t low = t->low;
    t->low = (uint64_t)p + sizeof *p;
    task->origin.limit = (uint64_t)p + SEGMENT;
    sw_omp_leave(t);
    sw_omp_call_on((uint64_t)p + SEGMENT, task->function, task->data);
    sw_omp_enter();
    t->low = low;
    p->next = m->pieces;
    m->pieces = p;
}

void sw_omp_segment_call(struct sw_omp_thread *t)
{
    struct sw_omp_task *task = t->task;
    uint64_t here = (uint64_t)__builtin_frame_address(0);
    if (here - t->low < LITTLE) {
        call_on_piece(t, task);
        return;
    }
    task->origin.limit = here;
    sw_omp_leave(t);
    task->function(task->data);
    sw_omp_enter();
}

uint64_t sw_omp_segment_end(uint64_t low)
{
    return low - sizeof(struct piece) + SEGMENT;
}
