/* Leagues: teams that run beside each other, each begun by one thread, outside all regions as it
 * were. */
#pragma once

#include "agent/openmp/simulator/team.h"

/*
 * Leagues of teams on the host. libgomp runs one team after the other, so the simulated time does; in the
 * dag they are forks, for nothing orders them.
 */

/* Calls the function once for each team. 0: as many as the settings say, and as many threads. */
void sw_omp_teams(void (*function)(void *), void *data, unsigned teams, unsigned thread_limit,
                  const void *address);

struct sw_omp_league {
    unsigned teams;
    unsigned limit;           /* of threads, as the teams are told; 0: none */
    unsigned most;            /* that a region of theirs gets; 0: any number */
    void (*function)(void *); /* each team's */
    void *data;
    const void *address;
};

/* All of it. */
void sw_omp_league(const struct sw_omp_league *league);
