#include "analysis/machine/machine.h"
#include "analysis/machine/parts.h"

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
    {"l1_bytes", AT(l1), false, 0, 1e12},
    {"l2_bytes", AT(l2), false, 0, 1e12},
    {"llc_bytes", AT(llc), false, 0, 1e12},
    {"llc_cores", AT(llc_cores), true, 1, SW_MACHINE_MOST_THREADS},
    {"latency_ns", AT(latency), false, 0, 1e6},
    {"transfer_ns", AT(transfer.streamed), false, 0, 1e6},
    {"transfer_llc_ns", AT(transfer.by_llc), false, 0, 1e6},
    {"transfer_apart_ns", AT(transfer.apart), false, 0, 1e6},
    {"transfer_atomic_ns", AT(transfer.atomic), false, 0, 1e6},
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
    sw_curve_release(&m->bandwidth);
    free(m->psi);
    free(m->hogs);
    free(m->name);
    free(m->architecture);
    free(m->transfer_as_on);
    sw_machine_init(m);
}

/* By the kernel that draws most. */
static double bandwidth_by_psi(const struct sw_machine *m, double cores)
{
    double threads = 1, before = m->one_thread;
    for (size_t i = 0; i < m->n_psi; i++) {
        double there = m->psi[i].threads * sw_curve_at(&m->psi[i].curve, m->one_thread);
        if (m->psi[i].threads >= cores)
            return fmin(before * cores / threads, there);
        threads = m->psi[i].threads;
        before = there;
    }
    return m->one_thread > 0 ? before : (double)NAN;
}

double sw_machine_bandwidth(const struct sw_machine *m, double cores)
{
    const struct sw_curve *b = &m->bandwidth;
    if (b->kind != SW_CURVE_POINTS)
        return bandwidth_by_psi(m, cores);
    size_t i = 0;
    if (cores < b->x[0])
        return b->y[0];
    while (i + 1 < b->n && b->x[i + 1] <= cores)
        i++;
    double mb_s = b->y[i] * cores / b->x[i];
    return i + 1 < b->n ? fmin(mb_s, fmax(b->y[i], b->y[i + 1])) : fmin(mb_s, b->y[i]);
}

int sw_machine_borrow_transfers(struct sw_machine *m, const struct sw_machine *from)
{
    if (m->transfer.streamed > 0 || !(from->transfer.streamed > 0))
        return 0;
    m->transfer = from->transfer;
    m->transfer_as_on = strdup(from->name && *from->name ? from->name : "another machine");
    return m->transfer_as_on ? 0 : -ENOMEM;
}

double sw_machine_cache(const struct sw_machine *m, double cores)
{
    double sharing = m->llc_cores ? m->llc_cores : fmax(cores, m->processors);
    return cores * m->l2 + m->llc * ceil(cores / sharing);
}

double sw_machine_cache_share(const struct sw_machine *m, double cores)
{
    return m->l2 + m->llc / fmax(1, m->llc_cores ? fmin(cores, m->llc_cores) : cores);
}
