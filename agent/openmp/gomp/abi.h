/* What gcc's code calls: libgomp's interface, of version 12. */
#pragma once

#include "agent/openmp/simulator/simulator.h"

#define SW_GOMP __attribute__((visibility("default")))
#define HERE    __builtin_return_address(0)
