/* Tasks as gcc makes them. */
#ifndef SPANWISE_AGENT_OPENMP_GOMP_TASK_H
#define SPANWISE_AGENT_OPENMP_GOMP_TASK_H

#include "agent/openmp/gomp/abi.h"
#include "agent/openmp/simulator/task.h"

#include <limits.h>

enum {
    SW_GOMP_UNTIED = 1,
    SW_GOMP_FINAL = 2,
    SW_GOMP_DEPEND = 8,
    SW_GOMP_PRIORITY = 16,
    /* Of taskloops: */
    SW_GOMP_UP = 256,
    SW_GOMP_GRAINSIZE = 512,
    SW_GOMP_IF = 1024,
    SW_GOMP_NOGROUP = 2048,
    SW_GOMP_REDUCTION = 4096,
    SW_GOMP_DETACH = 8192,
    SW_GOMP_STRICT = 16384
};

/* What its data is made of: by `copy`, or byte by byte. */
struct sw_gomp_data {
    void (*function)(void *);
    void *data;
    void (*copy)(void *to, void *from);
    size_t size, alignment;
};

/* A task that is not submitted. If it is to run at once and `in_place`, the data stays where it is. */
struct sw_omp_task *sw_gomp_task_new(struct sw_omp_thread *thread, const struct sw_gomp_data *data,
                                     bool in_place, unsigned flags, int priority);

#endif
