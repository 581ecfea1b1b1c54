/* libgomp's teams on the host. */
#include "agent/openmp/core/teams.h"
#include "agent/openmp/gomp/abi.h"

SW_GOMP void GOMP_teams_reg(void (*function)(void *), void *data, unsigned teams, unsigned limit,
                            unsigned flags)
{
    (void)flags;
    sw_omp_teams(function, data, teams, limit, HERE);
}
