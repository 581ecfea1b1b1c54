/* The tree as an OpenMP program: what the compiler makes of its pragmas, and the runtime that it comes with. */
#include "engine/tree/node.h"
#include "helpers/synthesize/times.h"
#include "helpers/synthesize/walk.h"

#include <omp.h>

enum { TASKS = 1 }; /* enum sw_paradigm's OMP_TASK */

static const struct sw_synthesis_way *way;

static void visit(uint32_t number, bool inside);

const char *sw_parallel_init(void)
{
    omp_set_dynamic(0);
    return sw_locks_init(sw_plan.n_locks) ? NULL : "no memory for the locks";
}

static void do_items(const struct sw_synthesis_node *node, bool inside)
{
    for (uint32_t i = node->first; i < node->first + node->n; i++)
        for (uint32_t k = 0; k < sw_plan.items[i].count; k++)
            visit(sw_plan.items[i].node, inside);
}

static inline void iterate(struct sw_cursor *cursor, long i)
{
    const struct sw_synthesis_step *step = sw_cursor_at(cursor, (uint64_t)i);
    if (step->before)
        visit(step->before, true);
    visit(step->task, true);
}

/* --- tasks --- */

static void make_tasks(const struct sw_synthesis_node *node)
{
    struct sw_cursor cursor = {.section = node};
    for (uint64_t i = 0; i < node->tasks; i++) {
        const struct sw_synthesis_step *step = sw_cursor_at(&cursor, i);
        uint32_t task = step->task;
        if (step->before)
            visit(step->before, true);
#pragma omp task firstprivate(task)
        visit(task, true);
    }
    if (node->after)
        visit(node->after, true);
#pragma omp taskwait
}

static void do_tasks(const struct sw_synthesis_node *node, bool inside)
{
    if (inside) {
        make_tasks(node);
        return;
    }
#pragma omp parallel num_threads(way->threads)
#pragma omp single
    make_tasks(node);
}

/* --- loops --- */

static unsigned schedule_of(const struct sw_synthesis_node *node)
{
    bool says = node->schedule == SW_SECTION_STATIC || node->schedule == SW_SECTION_DYNAMIC ||
                node->schedule == SW_SECTION_GUIDED || node->schedule == SW_SECTION_TEAM;
    return says && !way->override ? node->schedule : way->schedule;
}

static int chunk_of(const struct sw_synthesis_node *node)
{
    bool says = schedule_of(node) == node->schedule && !way->override;
    return (int)(says ? node->detail : way->chunk);
}

/* All tasks, by the construct with the section's schedule. Each has its own pragma: schedule(runtime) would cost a static loop a call
 * that it does not have. */
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ITERATE(...)             \
    PRAGMA(omp __VA_ARGS__)      \
    for (long i = 0; i < n; i++) \
        iterate(&c, i);
#define BY_SCHEDULE(construct, ...)                            \
    if (schedule == SW_SECTION_DYNAMIC) {                      \
        ITERATE(construct schedule(dynamic, some) __VA_ARGS__) \
    } else if (schedule == SW_SECTION_GUIDED) {                \
        ITERATE(construct schedule(guided, some) __VA_ARGS__)  \
    } else if (chunk && schedule != SW_SECTION_TEAM) {         \
        ITERATE(construct schedule(static, chunk) __VA_ARGS__) \
    } else {                                                   \
        ITERATE(construct schedule(static) __VA_ARGS__)        \
    }

static void do_loop(const struct sw_synthesis_node *node, bool inside)
{
    struct sw_cursor c = {.section = node};
    long n = (long)node->tasks;
    int threads = (int)way->threads, chunk = chunk_of(node), some = chunk ? chunk : 1;
    unsigned schedule = schedule_of(node);
    BY_SCHEDULE(parallel for, num_threads(threads) firstprivate(c))
    if (node->after)
        visit(node->after, inside);
}

/* The same of a team that is there already. */
static void share_loop(const struct sw_synthesis_node *node)
{
    struct sw_cursor c = {.section = node};
    long n = (long)node->tasks;
    int chunk = chunk_of(node), some = chunk ? chunk : 1;
    unsigned schedule = schedule_of(node);
    BY_SCHEDULE(for, nowait)
#pragma omp master
    if (node->after)
        visit(node->after, true);
}

static void do_serially(const struct sw_synthesis_node *node)
{
    struct sw_cursor cursor = {.section = node};
    for (uint64_t i = 0; i < node->tasks; i++)
        iterate(&cursor, (long)i);
    if (node->after)
        visit(node->after, true);
}

static bool by_tasks(const struct sw_synthesis_node *node)
{
    return way->paradigm == TASKS || node->schedule == SW_SECTION_SPAWN;
}

static void do_section(const struct sw_synthesis_node *node, bool inside)
{
    if (by_tasks(node))
        do_tasks(node, inside);
    else if (inside && !way->nested)
        do_serially(node);
    else
        do_loop(node, inside);
}

/* Nobody waits in between; what is no loop is the first thread's. */
static void share_items(const struct sw_synthesis_node *node)
{
    for (uint32_t i = node->first; i < node->first + node->n; i++)
        for (uint32_t k = 0; k < sw_plan.items[i].count; k++) {
            uint32_t number = sw_plan.items[i].node;
            const struct sw_synthesis_node *item = &sw_plan.nodes[number];
            if (item->kind == SW_SYNTHESIS_SECTION && !by_tasks(item))
                share_loop(item);
            else if (omp_get_thread_num() == 0)
                visit(number, true);
        }
}

static void do_region(const struct sw_synthesis_node *node, bool inside)
{
    if (way->paradigm == TASKS || (inside && !way->nested)) {
        do_items(node, inside);
        return;
    }
#pragma omp parallel num_threads(way->threads)
    share_items(node);
}

static void do_locked(const struct sw_synthesis_node *node, bool inside)
{
    bool taken = sw_lock(node->detail);
    if (node->n) {
        sw_delay_visit();
        do_items(node, inside);
    } else
        sw_delay(node->length);
    if (taken)
        sw_unlock(node->detail);
}

/* `inside`: of a section. */
static void visit(uint32_t number, bool inside)
{
    const struct sw_synthesis_node *node = &sw_plan.nodes[number];
    if (node->kind == SW_SYNTHESIS_WORK) {
        sw_delay(node->length);
        return;
    }
    if (node->kind == SW_SYNTHESIS_LOCK) {
        do_locked(node, inside);
        return;
    }
    sw_delay_visit();
    if (node->kind == SW_SYNTHESIS_SECTION)
        do_section(node, inside);
    else if (node->kind == SW_SYNTHESIS_REGION)
        do_region(node, inside);
    else
        do_items(node, inside);
}

/* Also makes a pool of threads that another number of them has left too small. */
void sw_parallel_warm_up(const struct sw_synthesis_way *this)
{
    omp_set_max_active_levels(this->nested ? 1000 : 1);
#pragma omp parallel num_threads(this->threads)
    sw_delay(1000);
}

void sw_parallel_run(uint32_t node, const struct sw_synthesis_way *this)
{
    way = this;
    visit(node, false);
}
