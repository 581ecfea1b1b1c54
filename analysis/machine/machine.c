#include "analysis/machine/machine.h"
#include "analysis/machine/parts.h"

#include <stdlib.h>

/* In the order of struct sw_overheads. */
static const char *const names[SW_OVERHEAD_FIGURES] = {
    "fork_ns",        "fork_thread_ns",    "barrier_ns",      "barrier_thread_ns",
    "fork_nested_ns", "barrier_nested_ns", "chunk_static_ns", "chunk_dynamic_ns",
    "task_ns",        "lock_ns",           "hand_over_ns",    "spawn_ns",
    "steal_ns"};

const char *sw_overhead_name(unsigned number)
{
    return names[number];
}

double *sw_overhead(struct sw_overheads *overheads, unsigned number)
{
    return (double *)overheads + number;
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
