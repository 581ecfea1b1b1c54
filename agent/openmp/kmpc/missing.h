/* What there is in libomp and not here: a call ends the program. Nothing may ever reach the real one,
 * which would start threads. */
#ifndef SPANWISE_AGENT_OPENMP_KMPC_MISSING_H
#define SPANWISE_AGENT_OPENMP_KMPC_MISSING_H

#include "agent/openmp/kmpc/abi.h"

#define MISSING(name)                                                       \
    SW_KMPC void name(void)                                                 \
    {                                                                       \
        sw_omp_die("the program calls " #name                               \
                   "(), which the simulated OpenMP runtime does not have"); \
    }

#endif
