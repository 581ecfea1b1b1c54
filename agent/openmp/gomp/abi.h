/* What gcc's code calls: libgomp's interface, of version 12. */
#ifndef SPANWISE_AGENT_OPENMP_GOMP_ABI_H
#define SPANWISE_AGENT_OPENMP_GOMP_ABI_H

#include "agent/openmp/simulator/simulator.h"

#define SW_GOMP __attribute__((visibility("default")))
#define HERE    __builtin_return_address(0)

#endif
