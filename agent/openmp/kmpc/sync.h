/* What is cancelled, of a team. A taskgroup's cancellation is the group's. */
#pragma once

#include "agent/openmp/kmpc/abi.h"
#include "agent/openmp/simulator/team.h"

enum sw_kmpc_cancel {
    SW_KMPC_CANCEL_NOTHING,
    SW_KMPC_CANCEL_PARALLEL,
    SW_KMPC_CANCEL_LOOP,
    SW_KMPC_CANCEL_SECTIONS,
    SW_KMPC_CANCEL_TASKGROUP
};

static inline enum sw_kmpc_cancel sw_kmpc_cancelled(const struct sw_omp_team *team)
{
    return (enum sw_kmpc_cancel)(uintptr_t)team->abi;
}
