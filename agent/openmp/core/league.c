/* Leagues of teams for libomp's interface: teams that run in parallel, each begun by one thread. */
#include "agent/openmp/core/league.h"
#include "agent/openmp/core/region.h"
#include "agent/openmp/core/tasking.h"
#include "agent/openmp/core/tree.h"
#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/simulator/record.h"

/* The thread begins a team of its own: in the dag it just goes on. */
static void begin_team(struct sw_omp_thread *t, const struct sw_omp_league *league)
{
    struct sw_omp_team *outer = t->team, *team = sw_omp_team_new(1);
    struct sw_omp_task *parent = t->task, *task = &team->tasks[0];
    team->outer = outer;
    team->outer_task = parent;
    team->outer_number = t->number;
    team->level = outer->level;
    team->active_level = outer->active_level;
    team->construct = outer->construct;
    team->address = outer->address;
    team->team_number = t->number;
    team->n_teams = outer->n;
    team->most = league->most;
    team->threads[0] = t;
    sw_omp_task_init(task, parent, team);
    task->implicit = true;
    task->icv = parent->icv;
    if (league->limit && league->limit < task->icv.thread_limit)
        task->icv.thread_limit = league->limit;
    task->strand = parent->strand;
    task->log = parent->log;
    t->team = team;
    t->task = task;
    t->number = 0;
}

static void end_team(struct sw_omp_thread *t)
{
    struct sw_omp_team *team = t->team;
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_task *task = t->task;
    team->outer_task->strand = task->strand;
    sw_omp_end(m, &task->ends);
    sw_omp_end(m, &team->meeting);
    while (team->first_share) {
        struct sw_omp_share *share = team->first_share;
        team->first_share = share->next;
        sw_omp_share_release(m, share);
    }
    t->team = team->outer;
    t->task = team->outer_task;
    t->number = team->outer_number;
    sw_omp_member(t)->inside += team->members[0].inside;
    sw_omp_team_release(team);
}

static void run(void *data)
{
    const struct sw_omp_league *league = data;
    struct sw_omp_thread *t = sw_omp_enter();
    begin_team(t, league);
    sw_omp_leave(t);
    league->function(league->data);
    sw_omp_enter();
    end_team(t);
    sw_omp_leave(t);
}

void sw_omp_league(const struct sw_omp_league *league)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_tree_misses(t->simulator, SW_OMP_MISSES_TEAMS);
    sw_omp_league_begin(t, league->teams, run, (void *)league, league->address);
    sw_omp_leave(t);
    run((void *)league);
    sw_omp_enter();
    sw_omp_team_end(t);
    sw_omp_leave(t);
}
