#include "front/openmp/team.h"
#include "front/openmp/depend.h"
#include "front/openmp/guard/watch.h"
#include "front/openmp/record.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct sw_omp_team *sw_omp_team_new(unsigned n)
{
    struct sw_omp_team *team = calloc(1, sizeof *team);
    if (team) {
        team->n = n;
        team->threads = calloc(n, sizeof *team->threads);
        team->tasks = calloc(n, sizeof *team->tasks);
        team->members = calloc(n, sizeof *team->members);
    }
    if (!team || !team->threads || !team->tasks || !team->members)
        sw_omp_die("not enough memory for a region of %u threads", n);
    sw_omp_link_init(&team->waiting);
    team->n_teams = 1;
    return team;
}

void sw_omp_team_release(struct sw_omp_team *team)
{
    free(team->threads);
    free(team->tasks);
    free(team->members);
    free(team);
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
    sw_omp_task_init(&team->tasks[0], NULL, team);
    team->tasks[0].implicit = true;
    team->tasks[0].icv = sw_omp_settings.initial;
    team->threads[0] = root;
    root->team = team;
    root->task = &team->tasks[0];
    root->low = own_stack_low();
}

unsigned sw_omp_team_size(const struct sw_omp_thread *t, unsigned asked)
{
    const struct sw_omp_icv *icv = &t->task->icv;
    unsigned busy = t->team->level ? t->machine->n_busy : 0;
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

static void begin_implicit(struct sw_omp_team *team, unsigned i, struct sw_omp_thread *t,
                           struct sw_omp_task *parent)
{
    struct sw_omp_task *task = &team->tasks[i];
    struct sw_omp_machine *m = t->machine;
    sw_omp_task_init(task, parent, team);
    task->implicit = true;
    task->icv = parent->icv;
    inherit(&task->icv, team->level);
    sw_omp_fork(m, &task->strand, &parent->strand, m->costs.fork + i * m->costs.fork_thread);
    memset(&team->members[i], 0, sizeof team->members[i]);
    team->threads[i] = t;
    t->team = team;
    t->task = task;
    t->number = i;
}

/* Those that the system has no threads for are missing. */
static unsigned get_threads(struct sw_omp_machine *m, struct sw_omp_thread **threads, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        if (!(threads[i] = sw_omp_thread_take(m)))
            return i;
    return n;
}

static struct sw_omp_team *begin(struct sw_omp_thread *t, enum sw_omp_kind kind, unsigned n,
                                 void (*function)(void *), void *data, const void *address)
{
    struct sw_omp_machine *m = t->machine;
    m->exact = true;
    if (!m->tried)
        sw_omp_record_begin(m);
    if (m->record && m->record->processors < n)
        m->record->processors = n;
    struct sw_omp_team *outer = t->team, *team = sw_omp_team_new(n);
    struct sw_omp_task *parent = t->task;
    if (get_threads(m, team->threads, n) < n)
        sw_omp_die("a region wants %u threads, and the system gives no more than %zu (%s); "
                   "try fewer, or less stack by OMP_STACKSIZE",
                   n, m->n_threads + 1, strerror(m->error));
    m->n_busy += n - 1;
    team->outer = outer;
    team->outer_task = parent;
    team->outer_number = t->number;
    team->outer_phase = t->phase;
    team->level = outer->level + (kind == SW_OMP_PARALLEL);
    team->active_level = outer->active_level + (kind == SW_OMP_PARALLEL && n > 1);
    team->address = address;
    team->team_number = outer->team_number;
    team->n_teams = outer->n_teams;
    team->place = sw_omp_place(t, kind, address);
    sw_omp_open(m, &team->instance, &parent->strand, team->place);
    team->begun = t->clock;
    sw_omp_count(m, team->place, SW_OMP_THREADS, n);
    if (n > 1) {
        sw_omp_spend(t, team->place, m->costs.fork);
        sw_omp_watch(m);
    }
    team->phase = t->clock;
    for (unsigned i = 1; i < n; i++) {
        struct sw_omp_thread *other = team->threads[i];
        sw_omp_count(m, team->place, SW_OMP_OVERHEAD, m->costs.fork + i * m->costs.fork_thread);
        begin_implicit(team, i, other, parent);
        other->job = function;
        other->job_data = data;
        other->clock = other->phase = t->clock + i * m->costs.fork_thread;
        sw_omp_ready_push(&m->ready, other, other->clock);
    }
    begin_implicit(team, 0, t, parent);
    t->phase = t->clock;
    return team;
}

struct sw_omp_team *sw_omp_team_begin(struct sw_omp_thread *t, unsigned n, void (*function)(void *),
                                      void *data, const void *address)
{
    return begin(t, SW_OMP_PARALLEL, n, function, data, address);
}

struct sw_omp_team *sw_omp_league_begin(struct sw_omp_thread *t, unsigned n,
                                        void (*function)(void *), void *data, const void *address)
{
    return begin(t, SW_OMP_TEAMS, n, function, data, address);
}

/* What all have done since the last barrier. */
static void count_phase(struct sw_omp_team *team, uint32_t place, uint64_t end)
{
    struct sw_omp_machine *m = team->threads[0]->machine;
    uint64_t busy = 0, longest = 0, wait = 0;
    for (unsigned i = 0; i < team->n; i++) {
        const struct sw_omp_thread *t = team->threads[i];
        uint64_t own = t->clock - t->phase;
        busy += own;
        if (m->record && team->level == 1)
            m->record->busy[i < SW_OMP_NUMBERS ? i : SW_OMP_NUMBERS - 1] += own;
        longest = own > longest ? own : longest;
        wait += end - t->clock;
    }
    sw_omp_count(m, team->place, SW_OMP_BUSY, busy);
    sw_omp_count(m, team->place, SW_OMP_LONGEST, longest);
    sw_omp_count(m, place, SW_OMP_WAIT, wait);
    if (place == team->place)
        return;
    if (m->dag && sw_dag_record(m->dag, place)->kind == SW_OMP_BARRIER) {
        sw_omp_count(m, place, SW_OMP_ELAPSED, end - team->phase);
        sw_omp_count(m, place, SW_OMP_BUSY, busy);
        sw_omp_count(m, place, SW_OMP_LONGEST, longest);
        sw_omp_count(m, place, SW_OMP_THREADS, team->n);
        sw_dag_record(m->dag, place)->count++;
    }
    sw_omp_count(m, team->place, SW_OMP_WAIT, wait);
}

/* What the implicit tasks have gathered of their children. */
static void gather_ends(struct sw_omp_machine *m, struct sw_omp_team *team)
{
    for (unsigned i = 0; m->dag && i < team->n; i++) {
        struct sw_dag_strand *ends = &team->tasks[i].ends;
        if (ends->path)
            sw_omp_meet(m, &team->meeting, ends);
        *ends = (struct sw_dag_strand){0};
    }
}

/* All have come and are idle, and all tasks have ended: everybody goes on, or, at the region's end, its thread 0. */
static void release(struct sw_omp_thread *last, uint32_t place, bool final)
{
    struct sw_omp_team *team = last->team;
    struct sw_omp_machine *m = last->machine;
    uint64_t cost = team->n > 1 ? m->costs.barrier + team->n * m->costs.barrier_thread : 0;
    uint64_t end = team->latest + cost;
    gather_ends(m, team);
    count_phase(team, place, team->latest);
    sw_omp_count(m, place, SW_OMP_OVERHEAD, team->n * cost);
    for (unsigned i = 0; i < team->n; i++) {
        struct sw_omp_thread *t = team->threads[i];
        t->clock = t->phase = end;
        team->members[i].released = true;
        team->members[i].cancellable = false;
        if (!final)
            sw_omp_part(m, &t->task->strand, &team->meeting, cost);
        if (t != last && (!final || !i))
            sw_omp_ready_push(&m->ready, t, end);
    }
    if (!final) {
        sw_omp_end(m, &team->meeting);
        team->meeting = (struct sw_dag_strand){0};
    }
    team->phase = end;
    team->latest = 0;
    team->n_arrived = 0;
    team->idle = NULL;
    team->n_idle = 0;
    team->share_cancelled = false;
}

enum barrier { PLAIN, CANCELLABLE, FINAL };

static void arrive(struct sw_omp_thread *t, enum barrier kind)
{
    struct sw_omp_team *team = t->team;
    struct sw_omp_member *member = sw_omp_member(t);
    member->released = false;
    member->cancellable = kind == CANCELLABLE;
    if (kind == CANCELLABLE) /* it may go on as if it had not come */
        sw_omp_join(t->machine, &team->meeting, &t->task->strand);
    else
        sw_omp_meet(t->machine, &team->meeting, &t->task->strand);
    team->latest = t->clock > team->latest ? t->clock : team->latest;
    team->n_arrived++;
}

/* Until all have come, or the region is cancelled; runs tasks meanwhile. When the region has ended
 * nobody but its thread 0 comes back before there is another one: the team has gone then. */
static void wait_for_all(struct sw_omp_thread *t, uint32_t place, enum barrier kind)
{
    struct sw_omp_team *team = t->team;
    struct sw_omp_member *member = sw_omp_member(t);
    arrive(t, kind);
    while (!member->released) {
        if (team->n_waiting) {
            sw_omp_give_way(t);
            struct sw_omp_task *task = member->released ? NULL : sw_omp_task_of_team(team);
            if (task)
                sw_omp_task_run(t, task);
        } else if (team->n_idle + 1 == team->n && !team->n_tasks) {
            release(t, place, kind == FINAL);
        } else {
            t->next = team->idle;
            team->idle = t;
            team->n_idle++;
            sw_omp_block(t);
            if (t->job)
                return;
        }
    }
}

void sw_omp_team_wake_one(struct sw_omp_team *team, uint64_t clock)
{
    struct sw_omp_thread *t = team->idle;
    if (!t)
        return;
    team->idle = t->next;
    team->n_idle--;
    t->phase += sw_omp_wake(t, clock);
}

/* Of a thread that is alone, when all tasks have ended: what they did comes before it too. */
static void pass_alone(struct sw_omp_thread *t)
{
    struct sw_omp_team *team = t->team;
    struct sw_dag_strand *strand = &t->task->strand;
    team->share_cancelled = false;
    sw_omp_meet(t->machine, strand, &t->task->ends);
    sw_omp_meet(t->machine, strand, &team->meeting);
    t->task->ends = team->meeting = (struct sw_dag_strand){0};
}

void sw_omp_barrier(struct sw_omp_thread *t, uint32_t place)
{
    if (t->team->n > 1 || t->team->n_tasks)
        wait_for_all(t, place, PLAIN);
    else
        pass_alone(t);
}

bool sw_omp_barrier_cancellable(struct sw_omp_thread *t, uint32_t place)
{
    if (t->team->cancelled)
        return true;
    if (t->team->n > 1 || t->team->n_tasks)
        wait_for_all(t, place, CANCELLABLE);
    else
        pass_alone(t);
    return t->team->cancelled;
}

static void leave_barrier(struct sw_omp_team *team, unsigned i, uint64_t clock)
{
    struct sw_omp_thread *t = team->threads[i];
    struct sw_omp_thread **link = &team->idle;
    team->members[i].cancellable = false;
    team->members[i].released = true;
    team->n_arrived--;
    while (*link && *link != t)
        link = &(*link)->next;
    if (!*link)
        return; /* it runs a task, or is about to */
    *link = t->next;
    team->n_idle--;
    t->phase += sw_omp_wake(t, clock);
}

void sw_omp_team_cancel(struct sw_omp_thread *t)
{
    struct sw_omp_team *team = t->team;
    team->cancelled = true;
    for (unsigned i = 0; i < team->n; i++)
        if (team->members[i].cancellable)
            leave_barrier(team, i, t->clock);
}

/* Work-sharing constructs that were left without a barrier. */
static void forget_shares(struct sw_omp_team *team)
{
    for (struct sw_omp_share *s = team->first_share, *next; s; s = next) {
        next = s->next;
        sw_omp_share_release(team->threads[0]->machine, s);
    }
    team->first_share = NULL;
}

static void end_implicit(struct sw_omp_machine *m, struct sw_omp_task *task)
{
    sw_omp_end(m, &task->ends);
    sw_omp_depend_forget(m, task);
}

void sw_omp_team_end(struct sw_omp_thread *t)
{
    struct sw_omp_team *team = t->team;
    struct sw_omp_machine *m = t->machine;
    struct sw_omp_task *parent = team->outer_task;
    m->exact = true;
    wait_for_all(t, team->place, FINAL);
    forget_shares(team);
    sw_omp_meet(m, &parent->strand, &team->meeting);
    for (unsigned i = 0; i < team->n; i++)
        end_implicit(m, &team->tasks[i]);
    sw_omp_close(m, &team->instance, &parent->strand);
    sw_omp_count(m, team->place, SW_OMP_ELAPSED, t->clock - team->begun);
    for (unsigned i = team->n - 1; i > 0; i--)
        sw_omp_thread_give_back(team->threads[i]);
    m->n_busy -= team->n - 1;
    t->team = team->outer;
    t->task = parent;
    t->number = team->outer_number;
    t->phase = team->outer_phase;
    if (m->record && !t->team->level)
        m->record->regions++;
    if (!t->team->level)
        sw_omp_record_settle(m);
    sw_omp_team_release(team);
}

void sw_omp_team_serve(struct sw_omp_thread *t)
{
    void (*job)(void *) = t->job;
    t->job = NULL;
    sw_omp_leave(t);
    job(t->job_data);
    sw_omp_enter();
    wait_for_all(t, t->team->place, FINAL);
    while (!t->job)
        sw_omp_block(t);
}

void sw_omp_parallel(void (*function)(void *), void *data, unsigned asked, const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_team_begin(t, sw_omp_team_size(t, asked), function, data, address);
    sw_omp_leave(t);
    function(data);
    sw_omp_enter();
    sw_omp_team_end(t);
    sw_omp_leave(t);
}
