/*
 * Leagues of teams on the host. libgomp runs one team after the other, so the simulated time does; in the
 * dag they are forks, for nothing orders them.
 */
#ifndef SPANWISE_AGENT_OPENMP_CORE_TEAMS_H
#define SPANWISE_AGENT_OPENMP_CORE_TEAMS_H

/* Calls the function once for each team. 0: as many as the settings say, and as many threads. */
void sw_omp_teams(void (*function)(void *), void *data, unsigned teams, unsigned thread_limit,
                  const void *address);

#endif
