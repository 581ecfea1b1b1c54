/*
 * Records who worked and who waited at each barrier, from the threads' clocks when the last one
 * arrives.
 */
#include "agent/openmp/core/barrier_facts.h"
#include "agent/openmp/simulator/record.h"

/* Of the others' time after a single, the share that is no code of the program: 1 / 50 of what its own thread did. */
#define BESIDE_SINGLE 50

/* The single that all have come from, with nothing but its own thread's part between that and the barrier: what others wait
 * for is that part. NULL: none. */
static const struct sw_omp_share *single_awaited(const struct sw_omp_team *team)
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
    return kind == SW_OMP_BARRIER || kind == SW_OMP_REDUCTION;
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

uint32_t sw_omp_barrier_count(struct sw_omp_team *team, uint32_t construct)
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
