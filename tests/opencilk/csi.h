/*
 * What OpenCilk's compiler writes into a program for Cilkscale, by hand: a unit numbers its functions
 * when it is loaded, and calls the hooks. Each spawned call is a task in a function of its own, below
 * the frame of the one that spawns.
 */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
void __csi_func_entry(int64_t function, uint64_t properties);
void __csi_func_exit(int64_t exit, int64_t function, uint64_t properties);
void __csi_detach(int64_t detach, unsigned region, uint64_t properties);
void __csi_task(int64_t task, int64_t detach, uint64_t properties);
void __csi_task_exit(int64_t exit, int64_t task, int64_t detach, unsigned region,
                     uint64_t properties);
void __csi_detach_continue(int64_t at, int64_t detach, unsigned region, uint64_t properties);
void __csi_before_sync(int64_t sync, unsigned region);
void __csi_after_sync(int64_t sync, unsigned region);
void __csirt_unit_init(const char *file, int64_t n_functions, int64_t *first);
#ifdef __cplusplus
}
#endif

#define NOINLINE __attribute__((noinline))
#define SPAWNS   0x100 /* property of a function */
#define LOOP     1     /* property of a detach */
#define UNWINDS  1     /* property of a detach_continue */

/* The numbers of this unit's functions begin there. */
static int64_t first_function;
#define UNIT(n)                                               \
    __attribute__((constructor)) static void start_unit(void) \
    {                                                         \
        __csirt_unit_init(__FILE__, n, &first_function);      \
    }

#define ENTRY(f, properties) __csi_func_entry(first_function + (f), properties)
#define EXIT(f)              __csi_func_exit(0, first_function + (f), 0)

/* In a function that spawns; the task's function calls TASK and TASK_EXIT. */
#define SPAWN(region, task)  SPAWN_AS(region, 0, task)
#define SPAWN_AS(region, properties, task)      \
    do {                                        \
        __csi_detach(0, region, properties);    \
        task;                                   \
        __csi_detach_continue(0, 0, region, 0); \
    } while (0)
#define TASK              __csi_task(0, 0, 0)
#define TASK_EXIT(region) __csi_task_exit(0, 0, 0, region, 0)
#define SYNC(region)                  \
    do {                              \
        __csi_before_sync(0, region); \
        __csi_after_sync(0, region);  \
    } while (0)
