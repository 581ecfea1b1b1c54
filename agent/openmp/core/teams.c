/* Leagues of teams for libgomp's interface, one team after the other. */
#include "agent/openmp/core/teams.h"
#include "agent/openmp/core/process.h"
#include "agent/openmp/core/tree.h"
#include "agent/openmp/simulator/record.h"
#include "agent/openmp/simulator/team.h"

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
    uint32_t construct = sw_omp_construct(t, SW_OMP_TEAMS, address);
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
