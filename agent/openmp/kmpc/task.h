/* A task as clang's code sees it, behind what we know of it. */
#pragma once

#include "agent/openmp/kmpc/abi.h"
#include "agent/openmp/simulator/task.h"

struct sw_kmpc_task;
typedef int32_t sw_kmpc_routine(int32_t global, struct sw_kmpc_task *task);

/* The compiler's: what it shares and its private variables follow. */
struct sw_kmpc_task {
    void *shareds;
    sw_kmpc_routine *routine;
    int32_t part;
    union {
        int32_t priority;
        sw_kmpc_routine *destructors;
    } data1, data2;
};

enum { /* what the compiler says of a task */
       SW_KMPC_TIED = 1,
       SW_KMPC_FINAL = 2,
       SW_KMPC_MERGED = 4,
       SW_KMPC_DESTRUCTORS = 8,
       SW_KMPC_PROXY = 16,
       SW_KMPC_PRIORITY = 32,
       SW_KMPC_DETACHABLE = 64
};

#define SW_KMPC_TASK_ALIGNMENT 64 /* private variables rely on it */

/* Ours, right before it. */
struct sw_kmpc_task_head {
    struct sw_omp_task *task;
    size_t size, shareds; /* of all of the compiler's part; where in it what is shared begins */
    int32_t flags;
    bool again; /* an untied task that has put itself into the queue: it goes on */
};

static inline struct sw_kmpc_task_head *sw_kmpc_head(struct sw_kmpc_task *task)
{
    return (struct sw_kmpc_task_head *)((char *)task - SW_KMPC_TASK_ALIGNMENT);
}

static inline struct sw_kmpc_task *sw_kmpc_task(struct sw_kmpc_task_head *head)
{
    return (struct sw_kmpc_task *)((char *)head + SW_KMPC_TASK_ALIGNMENT);
}
