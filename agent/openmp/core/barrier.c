/* Barriers: who has come runs tasks until all have and all tasks have ended. The last one lets all go. */
#include "agent/openmp/core/constructs.h"
#include "base/order.h"

/* Of the others' time after a single, the share that is no code of the program: 1 / 50 of what its own thread did. */
#define BESIDE_SINGLE 50

/* The single that all have come from, with nothing but its own thread's part between that and the barrier: what others wait
 * for is that part. NULL: none. */
static const struct sw_omp_share *single_awaited(const struct sw_omp_team *team)
{
    const struct sw_omp_share *s = team->members[0].share;
    if (!s || s->kind != SW_CONSTRUCT_SINGLE || s->begun < team->phase)
        return NULL;
    uint64_t others = 0, own = s->taker->clock - s->begun;
    for (unsigned i = 0; i < team->n; i++) {
        if (team->members[i].share != s)
            return NULL;
        if (team->threads[i] != s->taker)
            others += team->threads[i]->clock - team->members[i].came;
    }
    bool nothing = others <= (team->n - 1) * (own / BESIDE_SINGLE);
    return nothing && s->taker->clock == team->latest ? s : NULL;
}

/* The construct that a barrier ends. The compiler may have made several calls of one barrier, where several ways lead to it:
 * that one counts which the last thread has come by. */
static uint32_t construct_ended(const struct sw_omp_team *team, const struct sw_omp_share *single,
                                uint32_t construct)
{
    if (single)
        return single->construct;
    for (unsigned i = 0; i < team->n; i++)
        if (team->threads[i]->clock == team->latest)
            return team->members[i].barrier;
    return construct; /* a task was later than all */
}

/* At that call of a barrier the single was waited for. One call may be behind several. */
static void note_awaited(struct sw_omp_simulator *m, uint32_t barrier, uint32_t single)
{
    uint64_t *k = sw_dag_record(m->dag, barrier)->counters;
    k[SW_OMP_SINGLE_AT] =
        k[SW_OMP_SINGLE_ENDS] && k[SW_OMP_SINGLE_AT] != single ? UINT64_MAX : single;
    k[SW_OMP_SINGLE_ENDS]++;
}

static void count_single(struct sw_omp_team *team, const struct sw_omp_share *s)
{
    struct sw_omp_simulator *m = s->taker->simulator;
    uint64_t own = s->taker->clock - s->begun;
    sw_omp_count(m, s->construct, SW_OMP_ELAPSED, team->latest - s->begun);
    sw_omp_count(m, s->construct, SW_OMP_BUSY, own);
    sw_omp_count(m, s->construct, SW_OMP_LONGEST, own);
    sw_omp_count(m, s->construct, SW_OMP_THREADS, team->n);
    if (!m->dag)
        return;
    sw_dag_record(m->dag, s->construct)->count++;
    uint32_t mine = team->members[s->taker->number].barrier;
    uint32_t other = team->members[s->taker->number ? 0 : team->n - 1].barrier;
    note_awaited(m, mine, s->construct);
    if (other != mine)
        note_awaited(m, other, s->construct);
}

#define A_WORKER 20 /* of the busiest thread's time, the part that others have who work too */

static unsigned workers_of(const struct sw_omp_team *team, uint64_t longest)
{
    unsigned n = 0;
    for (unsigned i = 0; i < team->n; i++)
        n += team->threads[i]->clock - team->threads[i]->phase >= longest / A_WORKER;
    return n;
}

/* What it ends is the phase before it: it has nothing else. */
static bool ends_phase(uint32_t kind)
{
    return kind == SW_CONSTRUCT_BARRIER || kind == SW_CONSTRUCT_REDUCTION;
}

/* What all have done since the last barrier. */
static void count_phase(struct sw_omp_team *team, uint32_t construct)
{
    struct sw_omp_simulator *m = team->threads[0]->simulator;
    uint64_t busy = 0, longest = 0, wait = 0;
    for (unsigned i = 0; i < team->n; i++) {
        const struct sw_omp_thread *t = team->threads[i];
        uint64_t own = t->clock - t->phase;
        busy += own;
        if (m->record)
            m->record->busy[t->index < SW_OMP_NUMBERS ? t->index : SW_OMP_NUMBERS - 1] +=
                own - team->members[i].inside;
        team->members[i].inside = 0;
        longest = own > longest ? own : longest;
        wait += team->latest - t->clock;
    }
    uint64_t workers = longest * workers_of(team, longest);
    sw_omp_count(m, team->construct, SW_OMP_BUSY, busy);
    sw_omp_count(m, team->construct, SW_OMP_LONGEST, longest);
    sw_omp_count(m, team->construct, SW_OMP_WORKERS, workers);
    sw_omp_count(m, construct, SW_OMP_WAIT, wait);
    if (construct == team->construct)
        return;
    if (m->dag && ends_phase(sw_dag_record(m->dag, construct)->kind)) {
        sw_omp_count(m, construct, SW_OMP_ELAPSED, team->latest - team->phase);
        sw_omp_count(m, construct, SW_OMP_BUSY, busy);
        sw_omp_count(m, construct, SW_OMP_LONGEST, longest);
        sw_omp_count(m, construct, SW_OMP_WORKERS, workers);
        sw_omp_count(m, construct, SW_OMP_THREADS, team->n);
        sw_dag_record(m->dag, construct)->count++;
    }
    sw_omp_count(m, team->construct, SW_OMP_WAIT, wait);
}

/* All have come, at team->latest. `construct`: what the last one says it ends. Returns that of what was waited for. */
static uint32_t sw_omp_barrier_count(struct sw_omp_team *team, uint32_t construct)
{
    const struct sw_omp_share *single = single_awaited(team);
    construct = construct_ended(team, single, construct);
    count_phase(team, construct);
    if (single)
        count_single(team, single);
    return construct;
}

void sw_omp_barrier_count_idle(struct sw_omp_team *team, uint32_t construct, uint64_t waited)
{
    struct sw_omp_simulator *m = team->threads[0]->simulator;
    sw_omp_count(m, construct, SW_OMP_WAIT, waited);
    if (construct != team->construct)
        sw_omp_count(m, team->construct, SW_OMP_WAIT, waited);
}

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

/* More threads than processors take turns: then a phase is no shorter than all that the team did, on the part of them that it has. Regions
 * inside have taken their turns already. */
static uint64_t end_of_turns(const struct sw_omp_simulator *m, const struct sw_omp_team *team)
{
    double busy = 0, inside = 0, at_once = m->n_busy + 1, processors = sw_omp_settings.processors;
    if (at_once <= processors)
        return 0;
    for (unsigned i = 0; i < team->n; i++) {
        inside += (double)team->members[i].inside;
        busy += (double)(team->threads[i]->clock - team->threads[i]->phase);
    }
    busy -= inside;
    return team->phase + (uint64_t)((busy * at_once / processors + inside) / team->n) + 1;
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
            struct sw_omp_task *task =
                member->released ? NULL : sw_omp_task_of(&team->waiting, SW_OMP_OF_TEAM);
            looks = !task;
            if (task)
                sw_omp_barrier_count_idle(team, construct, run_one(t, task));
            continue;
        }
        team->latest = sw_most(team->latest, t->clock); /* it may have looked for a task in vain */
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

static void meet(struct sw_omp_thread *t, uint32_t construct, enum barrier kind)
{
    if (t->team->n > 1 || t->team->n_tasks)
        wait_for_all(t, construct, kind);
    else
        pass_alone(t, construct);
}

void sw_omp_barrier(struct sw_omp_thread *t, uint32_t construct)
{
    meet(t, construct, PLAIN);
}

bool sw_omp_barrier_cancellable(struct sw_omp_thread *t, uint32_t construct)
{
    if (!t->team->cancelled)
        meet(t, construct, CANCELLABLE);
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

void sw_omp_barrier_final(struct sw_omp_thread *t)
{
    wait_for_all(t, t->team->construct, FINAL);
}
