/* Barriers: who has come runs tasks until all have and all tasks have ended. The last one lets all go. */
#include "target/openmp/core/region.h"
#include "target/openmp/core/tasking.h"
#include "target/openmp/core/tree.h"
#include "target/openmp/machine/record.h"

/* Of the others' time after a single, the share that is no code of the program: 1 / 50 of what its own thread did. */
#define BESIDE_SINGLE 50

/* The single that all have come from, with nothing but its own thread's part between that and the barrier: what others wait
 * for is that part. gcc ends a single with a barrier like any other. NULL: none. */
static const struct sw_omp_share *single_before(const struct sw_omp_team *team)
{
    const struct sw_omp_share *s = team->members[0].share;
    if (!s || s->kind != SW_OMP_SINGLE || s->begun < team->phase)
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

/* The place of what a barrier ends. The compiler may have made several calls of one barrier, where several ways lead to it:
 * that one counts which the last thread has come by. */
static uint32_t place_ended(const struct sw_omp_team *team, const struct sw_omp_share *single,
                            uint32_t place)
{
    if (single)
        return single->place;
    for (unsigned i = 0; i < team->n; i++)
        if (team->threads[i]->clock == team->latest)
            return team->members[i].barrier;
    return place; /* a task was later than all */
}

/* The barrier was the end of that single. One call of it may be the end of several. */
static void note_end(struct sw_omp_machine *m, uint32_t barrier, uint32_t single)
{
    uint64_t *k = sw_dag_record(m->dag, barrier)->counters;
    k[SW_OMP_SINGLE_AT] =
        k[SW_OMP_SINGLE_ENDS] && k[SW_OMP_SINGLE_AT] != single ? UINT64_MAX : single;
    k[SW_OMP_SINGLE_ENDS]++;
}

static void count_single(struct sw_omp_team *team, const struct sw_omp_share *s, uint64_t end)
{
    struct sw_omp_machine *m = s->taker->machine;
    uint64_t own = s->taker->clock - s->begun;
    sw_omp_count(m, s->place, SW_OMP_ELAPSED, end - s->begun);
    sw_omp_count(m, s->place, SW_OMP_BUSY, own);
    sw_omp_count(m, s->place, SW_OMP_LONGEST, own);
    sw_omp_count(m, s->place, SW_OMP_THREADS, team->n);
    if (!m->dag)
        return;
    sw_dag_record(m->dag, s->place)->count++;
    uint32_t mine = team->members[s->taker->number].barrier;
    uint32_t other = team->members[s->taker->number ? 0 : team->n - 1].barrier;
    note_end(m, mine, s->place);
    if (other != mine)
        note_end(m, other, s->place);
}

#define A_WORKER 20 /* of the busiest thread's time, the part that others have who work too */

static unsigned workers_of(const struct sw_omp_team *team, uint64_t longest)
{
    unsigned n = 0;
    for (unsigned i = 0; i < team->n; i++)
        n += team->threads[i]->clock - team->threads[i]->phase >= longest / A_WORKER;
    return n;
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
    uint64_t workers = longest * workers_of(team, longest);
    sw_omp_count(m, team->place, SW_OMP_BUSY, busy);
    sw_omp_count(m, team->place, SW_OMP_LONGEST, longest);
    sw_omp_count(m, team->place, SW_OMP_WORKERS, workers);
    sw_omp_count(m, place, SW_OMP_WAIT, wait);
    if (place == team->place)
        return;
    if (m->dag && sw_dag_record(m->dag, place)->kind == SW_OMP_BARRIER) {
        sw_omp_count(m, place, SW_OMP_ELAPSED, end - team->phase);
        sw_omp_count(m, place, SW_OMP_BUSY, busy);
        sw_omp_count(m, place, SW_OMP_LONGEST, longest);
        sw_omp_count(m, place, SW_OMP_WORKERS, workers);
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
    const struct sw_omp_share *single = single_before(team);
    gather_ends(m, team);
    place = place_ended(team, single, place);
    count_phase(team, place, team->latest);
    if (single)
        count_single(team, single, team->latest);
    if (m->tree)
        sw_omp_tree_barrier(m, team, final);
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

static void arrive(struct sw_omp_thread *t, uint32_t place, enum barrier kind)
{
    struct sw_omp_team *team = t->team;
    struct sw_omp_member *member = sw_omp_member(t);
    member->barrier = place;
    member->released = false;
    member->cancellable = kind == CANCELLABLE;
    if (kind == CANCELLABLE) /* it may go on as if it had not come */
        sw_omp_join(t->machine, &team->meeting, &t->task->strand);
    else
        sw_omp_meet(t->machine, &team->meeting, &t->task->strand);
    team->latest = t->clock > team->latest ? t->clock : team->latest;
    team->n_arrived++;
}

/* Of a thread that there is a task for again: what it waited at the barrier before that. */
static void count_idle(struct sw_omp_team *team, uint32_t place, uint64_t waited)
{
    struct sw_omp_machine *m = team->threads[0]->machine;
    sw_omp_count(m, place, SW_OMP_WAIT, waited);
    if (place != team->place)
        sw_omp_count(m, team->place, SW_OMP_WAIT, waited);
}

/* Until all have come, or the region is cancelled; runs tasks meanwhile. When the region has ended
 * nobody but its thread 0 comes back before there is another one: the team has gone then. */
static void wait_for_all(struct sw_omp_thread *t, uint32_t place, enum barrier kind)
{
    struct sw_omp_team *team = t->team;
    struct sw_omp_member *member = sw_omp_member(t);
    arrive(t, place, kind);
    while (!member->released) {
        if (team->n_waiting) {
            sw_omp_give_way(t);
            struct sw_omp_task *task = member->released ? NULL : sw_omp_task_of_team(team);
            if (task)
                count_idle(team, place, sw_omp_task_run(t, task));
        } else if (team->n_idle + 1 == team->n && !team->n_tasks) {
            release(t, place, kind == FINAL);
        } else {
            t->next = team->idle;
            team->idle = t;
            team->n_idle++;
            uint64_t waited = t->phase;
            sw_omp_block(t);
            if (t->job)
                return;
            if (!member->released)
                count_idle(team, place, t->phase - waited);
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
    sw_omp_tree_misses(t->machine, SW_OMP_MISSES_CANCEL);
    for (unsigned i = 0; i < team->n; i++)
        if (team->members[i].cancellable)
            leave_barrier(team, i, t->clock);
}

void sw_omp_barrier_final(struct sw_omp_thread *t)
{
    wait_for_all(t, t->team->place, FINAL);
}
