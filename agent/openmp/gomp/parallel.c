/*
 * libgomp's parallel regions, singles, barriers and locks of critical sections, cancellation,
 * teams on the host, and offloading, which stays on the host.
 */
#include "agent/openmp/api/api.h"
#include "agent/openmp/gomp/gomp.h"
#include "agent/openmp/guard/guard.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * OMP_DISPLAY_AFFINITY, as libgomp has it: a line for each thread where a region has another number of them than the
 * last one had, not counting those of one thread; inside others, always.
 */

static void display(const struct sw_omp_team *team)
{
    char text[4096];
    for (unsigned i = 0; i < team->n; i++) {
        sw_api_affinity_text(team->threads[i], sw_api_affinity_format(), text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
}

struct sw_omp_team *sw_gomp_team_begin(struct sw_omp_thread *t, unsigned n,
                                       void (*function)(void *), void *data, const void *address)
{
    struct sw_omp_team *team =
        sw_omp_team_begin(t, SW_CONSTRUCT_PARALLEL, n, function, data, address);
    unsigned *last = &t->simulator->displayed;
    if (!sw_omp_settings.display_affinity || team->n == 1)
        return team;
    if (team->outer->level || *last != team->n)
        display(team);
    if (!team->outer->level)
        *last = team->n;
    return team;
}

/* Regions. */

static struct sw_omp_team *begin(struct sw_omp_thread *t, unsigned n, void (*function)(void *),
                                 void *data, const void *address)
{
    if (n > 1)
        sw_omp_spins_of((const void *)function);
    struct sw_omp_team *team = sw_gomp_team_begin(t, n, function, data, address);
    sw_omp_body(t->simulator, team->construct, function);
    return team;
}

SW_API void GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags)
{
    struct sw_omp_thread *t = sw_omp_enter();
    begin(t, sw_omp_team_size(t, threads), function, data, HERE);
    sw_omp_team_run(t, function, data);
}

/* As gcc before 4.9 has it: the caller runs its own part itself, in between. */
SW_OMP_ENTRY(void, GOMP_parallel_start, (void (*function)(void *), void *data, unsigned threads),
             (void)begin(t, sw_omp_team_size(t, threads), function, data, HERE))

SW_API void GOMP_parallel_end(void)
{
    SW_OMP_INSIDE(t);
    void *job = t->team->abi;
    sw_omp_team_end(t);
    free(job);
}

/* All implicit tasks are in one taskgroup, which has the reductions. */
SW_API unsigned GOMP_parallel_reductions(void (*function)(void *), void *data, unsigned threads,
                                         unsigned flags)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_group group = {.outer = t->task->group};
    unsigned n = sw_omp_team_size(t, threads);
    sw_omp_link_init(&group.waiting);
    sw_gomp_reductions_register(&group, *(uintptr_t **)data, NULL, n);
    struct sw_omp_team *team = begin(t, n, function, data, HERE);
    for (unsigned i = 0; i < n; i++)
        team->tasks[i].group = &group;
    sw_omp_leave(t);
    function(data);
    sw_omp_enter();
    sw_omp_team_end(t);
    sw_omp_end(t->simulator, &group.ends);
    sw_omp_leave(t);
    return n;
}

SW_API void GOMP_barrier(void)
{
    SW_OMP_INSIDE_AS(t, SW_CONSTRUCT_BARRIER, HERE);
    sw_omp_barrier(t, sw_omp_construct(t, SW_CONSTRUCT_BARRIER, HERE));
}

SW_API bool GOMP_barrier_cancel(void)
{
    SW_OMP_INSIDE_AS(t, SW_CONSTRUCT_BARRIER, HERE);
    return sw_omp_barrier_cancellable(t, sw_omp_construct(t, SW_CONSTRUCT_BARRIER, HERE));
}

/* libgomp's teams on the host. */

SW_OMP_CALL(void, GOMP_teams_reg,
            (void (*function)(void *), void *data, unsigned teams, unsigned limit, unsigned flags),
            sw_omp_teams(function, data, teams, limit, HERE))

/* ... and in a target region; gcc before 12 has one, then. */
SW_OMP_CALL(bool, GOMP_teams4, (unsigned least, unsigned most, unsigned limit, bool is_first),
            sw_omp_next_team(least, limit, is_first))
SW_OMP_CALL(void, GOMP_teams, (unsigned teams, unsigned limit),
            (void)sw_omp_next_team(1, limit, true))

/* libgomp's cancellation. */

enum { REGION = 1, LOOP = 2, SECTIONS = 4, TASKGROUP = 8 };

static bool is_cancelled(const struct sw_omp_thread *t, int what)
{
    if (what & (LOOP | SECTIONS))
        return t->team->share_cancelled;
    return what & TASKGROUP ? sw_omp_tasks_are_cancelled(t) : t->team->cancelled;
}

SW_API bool GOMP_cancellation_point(int what)
{
    if (!sw_omp_settings.cancellation)
        return false;
    SW_OMP_INSIDE(t);
    sw_omp_give_way(t); /* to who may cancel it before */
    return is_cancelled(t, what);
}

static void cancel_tasks(struct sw_omp_group *group)
{
    if (group && group->shared && group->outer)
        group = group->outer;
    if (group)
        group->cancelled = true;
}

SW_API bool GOMP_cancel(int what, bool really)
{
    if (!sw_omp_settings.cancellation)
        return false;
    SW_OMP_INSIDE(t);
    sw_omp_give_way(t);
    if (!really)
        return is_cancelled(t, what);
    sw_omp_tree_misses(t->simulator, SW_OMP_MISSES_CANCEL);
    if (what & (LOOP | SECTIONS))
        t->team->share_cancelled |= t->team->level > 0;
    else if (what & TASKGROUP)
        cancel_tasks(t->task->group);
    else
        sw_omp_team_cancel(t);
    return true;
}

/* libgomp's single construct. */

SW_OMP_ENTRY(bool, GOMP_single_start, (void), sw_omp_single(t, HERE))

/* With copyprivate: NULL for the one that does it, for others what that hands over. */
SW_API void *GOMP_single_copy_start(void)
{
    void *copied = NULL;
    SW_OMP_INSIDE(t);
    if (!sw_omp_single(t, HERE)) {
        const struct sw_omp_share *s = sw_omp_member(t)->share;
        sw_omp_barrier(t, s->construct);
        copied = s->copied;
    }
    return copied;
}

SW_API void GOMP_single_copy_end(void *data)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_share *s = sw_omp_member(t)->share;
    s->copied = data;
    sw_omp_barrier(t, s->construct);
}

/* Critical sections, atomic operations that need a lock, ordered parts of loops. */

static struct sw_omp_lock unnamed, atomic;

SW_OMP_ENTRY(void, GOMP_critical_start, (void), sw_omp_critical_begin(t, &unnamed, HERE))
SW_OMP_ENTRY(void, GOMP_critical_end, (void), sw_omp_critical_end(t, &unnamed))
SW_OMP_ENTRY(void, GOMP_critical_name_start, (void **name),
             sw_omp_critical_begin(t, sw_omp_lock_of(name), HERE))
SW_OMP_ENTRY(void, GOMP_critical_name_end, (void **name),
             sw_omp_critical_end(t, sw_omp_lock_of(name)))
SW_OMP_ENTRY(void, GOMP_atomic_start, (void), sw_omp_critical_begin(t, &atomic, HERE))
SW_OMP_ENTRY(void, GOMP_atomic_end, (void), sw_omp_critical_end(t, &atomic))
SW_OMP_ENTRY(void, GOMP_ordered_start, (void), sw_omp_ordered_begin(t, HERE))
SW_OMP_ENTRY(void, GOMP_ordered_end, (void), sw_omp_ordered_end(t))

/* #pragma omp error at(execution) */

/* A length of -1: it ends with a zero. */
static void print(const char *what, const char *message, size_t length)
{
    int most = length == SIZE_MAX ? -1 : length < 4096 ? (int)length : 4096;
    fprintf(stderr, "\nlibgomp: %serror directive encountered%s%.*s\n", what, message ? ": " : "",
            most, message ? message : "");
}

SW_OMP_CALL(void, GOMP_warning, (const char *message, size_t length), print("", message, length))

SW_API void GOMP_error(const char *message, size_t length)
{
    print("fatal error: ", message, length);
    exit(EXIT_FAILURE);
}
