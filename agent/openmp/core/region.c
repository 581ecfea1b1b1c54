/* Parallel regions: makes a team, gives its threads their implicit tasks, and ends it. */
#include "agent/core/start.h"
#include "agent/openmp/core/constructs.h"
#include "agent/openmp/guard/guard.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct sw_omp_team *sw_omp_team_new(unsigned n)
{
    size_t each =
        sizeof(struct sw_omp_task) + sizeof(struct sw_omp_member) + sizeof(struct sw_omp_thread *);
    struct sw_omp_team *team = calloc(1, sizeof *team + n * each);
    if (!team)
        sw_omp_die("not enough memory for a region of %u threads", n);
    team->n = n;
    team->tasks = (struct sw_omp_task *)(team + 1);
    team->members = (struct sw_omp_member *)(team->tasks + n);
    team->threads = (struct sw_omp_thread **)(team->members + n);
    sw_omp_link_init(&team->waiting);
    team->n_teams = 1;
    return team;
}

static uint64_t own_stack_low(void)
{
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes))
        return 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return (uint64_t)low;
}

void sw_omp_team_begin_root(struct sw_omp_thread *root)
{
    struct sw_omp_team *team = sw_omp_team_new(1);
    sw_omp_watch_join();
    sw_omp_task_init(&team->tasks[0], NULL, team);
    team->tasks[0].implicit = true;
    team->tasks[0].icv = sw_omp_settings.initial;
    team->threads[0] = root;
    root->team = team;
    root->task = &team->tasks[0];
    root->low = root->first_low = sw_is_enclosed ? 0 : own_stack_low();
}

unsigned sw_omp_team_size(struct sw_omp_thread *t, unsigned asked)
{
    const struct sw_omp_icv *icv = &t->task->icv;
    sw_omp_give_way(t); /* regions beside it share the threads that there are */
    unsigned busy = t->team->level ? t->simulator->n_busy : 0;
    if (asked == 1 || t->team->active_level >= icv->max_active_levels)
        return 1;
    unsigned n = asked && !sw_omp_settings.force ? asked : icv->threads;
    if (icv->dynamic && n > sw_omp_settings.processors)
        n = sw_omp_settings.processors;
    unsigned left = icv->thread_limit > busy ? icv->thread_limit - busy : 1;
    n = n < left ? n : left;
    n = t->team->most && n > t->team->most ? t->team->most : n;
    return n ? n : 1;
}

/* The threads of the level below. */
static void inherit(struct sw_omp_icv *icv, unsigned level)
{
    if (level && level <= sw_omp_settings.n_nested)
        icv->threads = sw_omp_settings.nested_threads[level - 1];
}

/* What it takes to begin a region, until its first thread is in it: one inside another waits for its threads to be made. */
static uint64_t fork_cost(const struct sw_omp_simulator *m, const struct sw_omp_team *team)
{
    const struct sw_omp_costs *c = &m->costs;
    if (team->n == 1 && team->level == team->outer->level)
        return 0;
    if (team->n == 1)
        return team->outer->level ? c->nested_of_one : c->region_of_one;
    return c->fork + (sw_omp_is_nested(team->outer) ? (team->n - 1) * c->fork_nested : 0);
}

/* ... and from then on until its thread i is. */
static uint64_t start_cost(const struct sw_omp_simulator *m, const struct sw_omp_team *team,
                           unsigned i)
{
    return sw_omp_is_nested(team->outer) && m->costs.fork_nested ? 0 : i * m->costs.fork_thread;
}

static void begin_implicit(struct sw_omp_team *team, unsigned i, struct sw_omp_thread *t,
                           struct sw_omp_task *parent)
{
    struct sw_omp_task *task = &team->tasks[i];
    struct sw_omp_simulator *m = t->simulator;
    sw_omp_task_init(task, parent, team);
    task->implicit = true;
    task->icv = parent->icv;
    inherit(&task->icv, team->level);
    task->origin = i ? (struct sw_omp_origin){.path = team->path} : parent->origin;
    sw_omp_fork(m, &task->strand, &parent->strand, fork_cost(m, team) + start_cost(m, team, i));
    memset(&team->members[i], 0, sizeof team->members[i]);
    team->threads[i] = t;
    t->team = team;
    t->task = task;
    t->number = i;
}

/* Those that the system has no threads for are missing. */
static unsigned get_threads(struct sw_omp_simulator *m, struct sw_omp_thread **threads, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        if (!(threads[i] = sw_omp_thread_take(m)))
            return i;
    return n;
}

/* A region counts from its begin to its end, and its threads' lives do. So that one is known until now that
 * never ends, the begin is subtracted at once and the end is added later. */
static void count_open(struct sw_omp_simulator *m, const struct sw_omp_team *team,
                       uint64_t more_or_less, uint64_t clock)
{
    uint64_t top = more_or_less * team->instance.top, more = more_or_less * (team->n - 1);
    sw_omp_count(m, team->construct, SW_OMP_OPEN, more_or_less);
    sw_omp_count(m, team->construct, SW_OMP_OPEN_TOP, top);
    sw_omp_count(m, team->construct, SW_OMP_OPEN_THREADS, more);
    sw_omp_count(m, team->construct, SW_OMP_ELAPSED, -(top * clock));
    sw_omp_count(m, team->construct, SW_OMP_OCCUPIED, -(more * clock));
}

struct sw_omp_team *sw_omp_team_begin(struct sw_omp_thread *t, enum sw_construct_kind kind,
                                      unsigned n, void (*function)(void *), void *data,
                                      const void *address)
{
    struct sw_omp_simulator *m = t->simulator;
    m->exact = true;
    if (!m->tried)
        sw_omp_process_record(m);
    if (m->record && m->record->processors < n)
        m->record->processors = n;
    struct sw_omp_team *outer = t->team, *team = sw_omp_team_new(n);
    struct sw_omp_task *parent = t->task;
    unsigned got = get_threads(m, team->threads, n);
    if (got <
        n) { /* natively it may want fewer, and have memory for them: it goes on with those there are, unmeasured */
        sw_omp_process_give_up(m, "the system has no memory for the threads of a region");
        team->n = n = got;
    }
    m->n_busy += n - 1;
    if (m->record && m->record->at_once <= m->n_busy)
        m->record->at_once = m->n_busy + 1;
    team->outer = outer;
    team->outer_task = parent;
    team->outer_number = t->number;
    team->outer_phase = t->phase;
    team->level = outer->level + (kind == SW_CONSTRUCT_PARALLEL);
    team->active_level = outer->active_level + (kind == SW_CONSTRUCT_PARALLEL && n > 1);
    team->address = address;
    team->team_number = outer->team_number;
    team->n_teams = outer->n_teams;
    team->construct = sw_omp_construct(t, kind, address);
    if (!outer->outer)
        sw_omp_record_region(m, team->construct);
    sw_omp_open(m, &team->instance, &parent->strand, team->construct);
    team->begun = t->clock;
    sw_omp_count(m, team->construct, SW_OMP_THREADS, n);
    sw_omp_count(m, team->construct, SW_OMP_INNER, !team->instance.top);
    count_open(m, team, 1, team->begun);
    sw_omp_spend(t, team->construct, fork_cost(m, team));
    if (n > 1) {
        team->path = sw_omp_origin(t, address, false);
        sw_omp_watch(m);
    }
    team->phase = t->clock;
    for (unsigned i = 1; i < n; i++) {
        struct sw_omp_thread *other = team->threads[i];
        sw_omp_count(m, team->construct, SW_OMP_OVERHEAD,
                     team->phase - team->begun + start_cost(m, team, i));
        begin_implicit(team, i, other, parent);
        other->job = function;
        other->job_data = data;
        other->clock = other->phase = t->clock + start_cost(m, team, i);
        sw_omp_ready_push(&m->ready, other, other->clock);
    }
    begin_implicit(team, 0, t, parent);
    t->phase = t->clock;
    if (m->tree)
        sw_omp_tree_region(m, team);
    return team;
}

void sw_omp_team_end(struct sw_omp_thread *t)
{
    struct sw_omp_team *team = t->team;
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_task *parent = team->outer_task;
    m->exact = true;
    sw_omp_barrier_final(t);
    sw_omp_give_way(t); /* who is behind cannot have its threads */
    sw_omp_shares_release(team);
    sw_omp_meet(m, &parent->strand, &team->meeting);
    for (unsigned i = 0; i < team->n; i++) {
        sw_omp_end(m, &team->tasks[i].ends);
        sw_omp_depend_forget(m, &team->tasks[i]);
    }
    sw_omp_close(m, &team->instance, &parent->strand);
    count_open(m, team, -1ull, t->clock);
    for (unsigned i = team->n - 1; i > 0; i--)
        sw_omp_thread_give_back(team->threads[i]);
    m->n_busy -= team->n - 1;
    t->team = team->outer;
    t->task = parent;
    t->number = team->outer_number;
    t->phase = team->outer_phase;
    sw_omp_member(t)->inside += t->clock - team->begun;
    if (!t->team->outer) {
        if (m->record)
            m->record->regions++;
        sw_omp_record_settle(m);
    }
    free(team);
}

void sw_omp_team_run(struct sw_omp_thread *t, void (*function)(void *), void *data)
{
    sw_omp_leave(t);
    function(data);
    sw_omp_enter();
    sw_omp_team_end(t);
    sw_omp_leave(t);
}

/* Runs its part of a region, and waits for the next one. */
static void serve(struct sw_omp_thread *t)
{
    void (*job)(void *) = t->job;
    t->job = NULL;
    t->task->origin.limit = (uint64_t)__builtin_frame_address(0);
    sw_omp_leave(t);
    job(t->job_data);
    sw_omp_enter();
    sw_omp_barrier_final(t);
    while (!t->job)
        sw_omp_block(t);
}

/* A logical thread's life: region after region. */
void sw_omp_team_live(struct sw_omp_thread *t)
{
    sw_omp_record_thread(t);
    for (;;)
        serve(t);
}

void sw_omp_parallel(void (*function)(void *), void *data, unsigned asked, const void *address,
                     const void *body)
{
    struct sw_omp_thread *t = sw_omp_enter();
    unsigned n = sw_omp_team_size(t, asked);
    if (n > 1)
        sw_omp_spins_of(body);
    sw_omp_team_begin(t, SW_CONSTRUCT_PARALLEL, n, function, data, address);
    sw_omp_team_run(t, function, data);
}
