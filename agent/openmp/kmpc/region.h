/* What all threads of a region are to call. */
#ifndef SPANWISE_AGENT_OPENMP_KMPC_REGION_H
#define SPANWISE_AGENT_OPENMP_KMPC_REGION_H

#include "agent/openmp/kmpc/abi.h"

#include <stdarg.h>

struct sw_kmpc_region {
    sw_kmpc_micro *function;
    int n;
    void **arguments;
};

void sw_kmpc_read_arguments(void **arguments, int n, va_list list);

/* A thread's part. */
void sw_kmpc_region_run(void *region);

#endif
