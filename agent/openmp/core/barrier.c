/* Barriers: who has come runs tasks until all have and all tasks have ended. The last one lets all go. */
#include "agent/openmp/core/barrier_facts.h"
#include "agent/openmp/core/queue_cost.h"
#include "agent/openmp/core/region.h"
#include "agent/openmp/core/tasking.h"
#include "agent/openmp/core/tree.h"
#include "agent/openmp/simulator/record.h"
#include "agent/openmp/simulator/settings.h"

/* What the implicit tasks have gathered of their children. */
static void gather_ends(struct sw_omp_simulator *m, struct sw_omp_team *team)
{
    for (unsigned i = 0; m->dag && i < team->n; i++) {
        struct sw_dag_strand *ends = &team->tasks[i].ends;
        if (ends->history)
            sw_omp_meet(m, &team->meeting, ends);
        *ends = (struct sw_dag_strand){0};
    }
}

/* Once all have come. A region of one thread has its end in the cost of its begin; outside all regions there is no team. */
static uint64_t barrier_cost(const struct sw_omp_simulator *m, const struct sw_omp_team *team,
                             bool final)
{
    const struct sw_omp_costs *c = &m->costs;
    bool nested = team->outer && sw_omp_is_nested(team->outer);
    if (team->n == 1)
        return final || !team->level ? 0 : c->barrier_of_one;
    return c->barrier + team->n * c->barrier_thread +
           (final && nested ? (team->n - 1) * c->join_nested : 0);
}

/* More threads than processors take turns: then a phase is no shorter than all that the team did, on the part of them that it has. */
static uint64_t end_of_turns(const struct sw_omp_simulator *m, const struct sw_omp_team *team)
{
    double busy = 0, at_once = m->n_busy + 1, processors = sw_omp_settings.processors;
    if (at_once <= processors)
        return 0;
    for (unsigned i = 0; i < team->n; i++)
        busy += (double)(team->threads[i]->clock - team->threads[i]->phase);
    return team->phase + (uint64_t)(busy * at_once / (processors * team->n)) + 1;
}

/* All have come and are idle, and all tasks have ended: everybody goes on, or, at the region's end, its thread 0. */
static void release(struct sw_omp_thread *last, uint32_t construct, bool final)
{
    struct sw_omp_team *team = last->team;
    struct sw_omp_simulator *m = last->simulator;
    uint64_t cost = barrier_cost(m, team, final);
    uint64_t turns = end_of_turns(m, team);
    uint64_t end = (turns > team->latest ? turns : team->latest) + cost;
    gather_ends(m, team);
    construct = sw_omp_barrier_count(team, construct);
    if (m->tree)
        sw_omp_tree_barrier(m, team, construct, final);
    sw_omp_count(m, construct, SW_OMP_OVERHEAD, team->n * cost);
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

static void arrive(struct sw_omp_thread *t, uint32_t construct, enum barrier kind)
{
    struct sw_omp_team *team = t->team;
    struct sw_omp_member *member = sw_omp_member(t);
    member->barrier = construct;
    member->released = false;
    member->cancellable = kind == CANCELLABLE;
    if (kind == CANCELLABLE) /* it may go on as if it had not come */
        sw_omp_join(t->simulator, &team->meeting, &t->task->strand);
    else
        sw_omp_meet(t->simulator, &team->meeting, &t->task->strand);
    team->latest = t->clock > team->latest ? t->clock : team->latest;
    team->n_arrived++;
}

static uint64_t run_one(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_team *team = t->team;
    task->in_barrier = true;
    team->n_running++;
    uint64_t waited = sw_omp_task_run(t, task);
    team->n_running--;
    if (team->n_waiting)
        sw_omp_queue_pay_again(t);
    return waited;
}

/* Until all have come, or the region is cancelled; runs tasks meanwhile. When the region has ended
 * nobody but its thread 0 comes back before there is another one: the team has gone then. */
static void wait_for_all(struct sw_omp_thread *t, uint32_t construct, enum barrier kind)
{
    struct sw_omp_team *team = t->team;
    struct sw_omp_member *member = sw_omp_member(t);
    bool looks = true;
    arrive(t, construct, kind);
    while (!member->released) {
        if (team->n_waiting) {
            if (looks)
                sw_omp_queue_pay_look(t, false);
            struct sw_omp_task *task = member->released ? NULL : sw_omp_task_of_team(team);
            looks = !task;
            if (task)
                sw_omp_barrier_count_idle(team, construct, run_one(t, task));
            continue;
        }
        team->latest = t->clock > team->latest
                           ? t->clock
                           : team->latest; /* it may have looked for a task in vain */
        if (team->n_idle + 1 == team->n && !team->n_tasks) {
            release(t, construct, kind == FINAL);
        } else {
            t->next = team->idle;
            team->idle = t;
            team->n_idle++;
            uint64_t waited = t->phase;
            sw_omp_block(t);
            looks = true;
            if (t->job)
                return;
            if (!member->released)
                sw_omp_barrier_count_idle(team, construct, t->phase - waited);
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
static void pass_alone(struct sw_omp_thread *t, uint32_t construct)
{
    struct sw_omp_team *team = t->team;
    struct sw_dag_strand *strand = &t->task->strand;
    team->share_cancelled = false;
    sw_omp_spend(t, construct, barrier_cost(t->simulator, team, false));
    sw_omp_meet(t->simulator, strand, &t->task->ends);
    sw_omp_meet(t->simulator, strand, &team->meeting);
    t->task->ends = team->meeting = (struct sw_dag_strand){0};
}

void sw_omp_barrier(struct sw_omp_thread *t, uint32_t construct)
{
    if (t->team->n > 1 || t->team->n_tasks)
        wait_for_all(t, construct, PLAIN);
    else
        pass_alone(t, construct);
}

bool sw_omp_barrier_cancellable(struct sw_omp_thread *t, uint32_t construct)
{
    if (t->team->cancelled)
        return true;
    if (t->team->n > 1 || t->team->n_tasks)
        wait_for_all(t, construct, CANCELLABLE);
    else
        pass_alone(t, construct);
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
    sw_omp_tree_misses(t->simulator, SW_OMP_MISSES_CANCEL);
    for (unsigned i = 0; i < team->n; i++)
        if (team->members[i].cancellable)
            leave_barrier(team, i, t->clock);
}

void sw_omp_barrier_final(struct sw_omp_thread *t)
{
    wait_for_all(t, t->team->construct, FINAL);
}
