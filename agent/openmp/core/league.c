/* Leagues of teams on the host, as libgomp and libomp have them. */
#include "agent/openmp/core/constructs.h"

#include <stdlib.h>

/* Leagues of teams for libgomp's interface, one team after the other. */

#define DEFAULT_TEAMS 3 /* libgomp's */

void sw_omp_teams(void (*function)(void *), void *data, unsigned teams, unsigned limit,
                  const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_simulator *m = t->simulator;
    if (!m->tried)
        sw_omp_process_record(m);
    struct sw_omp_icv *icv = &t->task->icv;
    struct sw_dag_strand *strand = &t->task->strand, start = {0}, ends = {0};
    struct sw_dag_instance instance;
    unsigned before = icv->thread_limit;
    uint32_t construct = sw_omp_construct(t, SW_CONSTRUCT_TEAMS, address);
    teams = teams ? teams : sw_omp_settings.num_teams;
    teams = teams ? teams : DEFAULT_TEAMS;
    limit = limit ? limit : sw_omp_settings.teams_thread_limit;
    icv->thread_limit = limit ? limit : before;
    sw_omp_tree_misses(m, SW_OMP_MISSES_TEAMS);
    sw_omp_open(m, &instance, strand, construct);
    sw_omp_fork(m, &start, strand, 0);
    sw_omp_count(m, construct, SW_OMP_CHUNKS, teams);
    t->team->n_teams = teams;
    for (unsigned i = 0; i < teams; i++) {
        t->team->team_number = i;
        sw_omp_part(m, strand, &start, 0);
        sw_omp_leave(t);
        function(data);
        sw_omp_enter();
        sw_omp_meet(m, &ends, strand);
    }
    sw_omp_meet(m, strand, &ends);
    sw_omp_end(m, &start);
    sw_omp_close(m, &instance, strand);
    t->team->n_teams = 1;
    t->team->team_number = 0;
    icv->thread_limit = before;
    sw_omp_leave(t);
}

/* Leagues of teams for libomp's interface: teams that run in parallel, each begun by one thread. */

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
    sw_omp_shares_release(team);
    t->team = team->outer;
    t->task = team->outer_task;
    t->number = team->outer_number;
    sw_omp_member(t)->inside += team->members[0].inside;
    free(team);
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
    sw_omp_team_begin(t, SW_CONSTRUCT_TEAMS, league->teams, run, (void *)league, league->address);
    sw_omp_team_run(t, run, (void *)league);
}

/* Target regions. */

void sw_omp_outside(void (*function)(void *), void *data, unsigned limit)
{
    struct sw_omp_thread *t = sw_omp_enter();
    const struct sw_omp_icv icv = t->task->icv;
    const unsigned n_teams = t->team->n_teams, team_number = t->team->team_number;
    bool is_inside = t->team->level > 0;
    if (is_inside) {
        sw_omp_tree_misses(t->simulator, SW_OMP_MISSES_TEAMS);
        begin_team(t, &(struct sw_omp_league){0});
        t->team->level = t->team->active_level = 0;
    }
    t->team->n_teams = 1;
    t->team->team_number = 0;
    t->task->icv.thread_limit = limit ? limit : icv.thread_limit;
    sw_omp_leave(t);
    function(data);
    sw_omp_enter();
    if (is_inside)
        end_team(t);
    t->task->icv = icv;
    t->team->n_teams = n_teams;
    t->team->team_number = team_number;
    sw_omp_leave(t);
}

bool sw_omp_next_team(unsigned least, unsigned limit, bool is_first)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_team *team = t->team;
    team->team_number = is_first ? 0 : team->team_number + 1;
    if (is_first) {
        team->n_teams = least ? least : 1;
        t->task->icv.thread_limit = limit ? limit : t->task->icv.thread_limit;
    }
    bool is_left = team->team_number < team->n_teams;
    sw_omp_leave(t);
    return is_left;
}
