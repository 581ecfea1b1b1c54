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

/* Calls function(data) as if the thread were outside all regions, with at most so many threads in those that it begins (0: as many as the
 * settings say): a target region, on the host. */
void sw_omp_outside(void (*function)(void *), void *data, unsigned limit);
/* One in it that has teams begins the first of them, or the next: libgomp has one after the other. False: there is none left. `least`:
 * how many there are, at least; 0: one. */
bool sw_omp_next_team(unsigned least, unsigned limit, bool is_first);
