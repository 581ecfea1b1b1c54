#include "analysis/machine/machine.h"
#include "analysis/machine/parts.h"

#include <stdlib.h>

/* In the order of struct sw_overheads. */
static const char *const names[SW_OVERHEAD_FIGURES] = {
    "fork_ns",           "fork_thread_ns",     "barrier_ns",
    "barrier_thread_ns", "chunk_dynamic_ns",   "task_ns",
    "lock_ns",           "hand_over_ns",       "region_of_one_ns",
    "nested_of_one_ns",  "barrier_of_one_ns",  "fork_nested_ns",
    "barrier_nested_ns", "lock_moved_ns",      "hand_over_back_ns",
    "section_ns",        "hand_over_empty_ns", "task_make_ns",
    "task_at_once_ns",   "task_wait_ns",       "task_again_ns",
    "task_taken_ns",     "task_part_ns",       "queue_moved_ns",
    "queue_busy_ns",     "queue_wake_ns",      "chunk_of_one_ns",
    "turn_ns",           "turn_given_ns",      "chunk_static_ns",
    "spawn_ns",          "piece_ns",           "steal_ns"};
_Static_assert(offsetof(struct sw_overheads, chunk_static) == SW_OMP_COSTS * sizeof(double),
               "OpenMP's are those that a simulation has");

const char *sw_overhead_name(unsigned number)
{
    return names[number];
}

double *sw_overhead(struct sw_overheads *overheads, unsigned number)
{
    return (double *)overheads + number;
}

void sw_overheads_take(struct sw_overheads *overheads, const struct sw_omp_costs *costs)
{
    struct sw_omp_costs from = *costs;
    for (int i = 0; i < SW_OMP_COSTS; i++)
        *sw_overhead(overheads, (unsigned)i) = (double)*sw_omp_cost(&from, i);
}

void sw_overheads_complete(struct sw_overheads *o, uint64_t known)
{
    const struct {
        double *cost, by;
    } all[] = {{&o->chunk_of_one, o->chunk},
               {&o->task_make, o->task},
               {&o->queue_moved, o->queue_busy},
               {&o->hand_over_empty, o->hand_over_back},
               {&o->piece, o->spawn}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!(known >> (all[i].cost - sw_overhead(o, 0)) & 1))
            *all[i].cost = all[i].by;
}

#define AT(member) offsetof(struct sw_machine, member)
const struct sw_machine_number sw_machine_numbers[] = {
    {"processors", AT(processors), true, 1, SW_MACHINE_MOST_THREADS},
    {"ghz", AT(ghz), false, 1e-3, 1e3},
    {"cache_line_bytes", AT(line), false, 1, 65536},
    {"overheads_seen_to_threads", AT(overheads_seen_to), true, 1, SW_MACHINE_MOST_THREADS},
    {"one_thread_mb_s", AT(one_thread), false, 0, 1e9},
    {"saturation_seen_to_threads", AT(saturation_seen_to), true, 1, SW_MACHINE_MOST_THREADS},
};
const size_t sw_machine_n_numbers = sizeof sw_machine_numbers / sizeof *sw_machine_numbers;

void sw_machine_init(struct sw_machine *machine)
{
    *machine = (struct sw_machine){0};
}

void sw_machine_release(struct sw_machine *m)
{
    for (size_t i = 0; i < m->n_psi; i++)
        sw_curve_release(&m->psi[i].curve);
    for (size_t i = 0; i < m->n_hogs; i++)
        sw_curve_release(&m->hogs[i].slowdown);
    sw_curve_release(&m->phi);
    free(m->psi);
    free(m->hogs);
    free(m->name);
    sw_machine_init(m);
}
