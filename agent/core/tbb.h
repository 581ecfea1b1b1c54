/* oneTBB, for libraries of ours that stand in front of some of its functions: tbb::detail::r1's, which the program's own code calls. Uses libc. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SW_TBB(name) "_ZN3tbb6detail2r1" name

/* spawn(d1::task &, d1::task_group_context &) */
#define SW_TBB_SPAWN SW_TBB("5spawnERNS0_2d14taskERNS2_18task_group_contextE")

/* deallocate(d1::small_object_pool &, void *, size_t, const d1::execution_data &): of a task's own, at its end */
#define SW_TBB_DEALLOCATE \
    SW_TBB("10deallocateERNS0_2d117small_object_poolEPvmRKNS2_14execution_dataE")

/* execute_and_wait(d1::task &, d1::task_group_context &, d1::wait_context &, d1::task_group_context &): all of a loop or an algorithm;
 * wait(d1::wait_context &, d1::task_group_context &): a task group's */
#define SW_TBB_EXECUTE_AND_WAIT \
    SW_TBB("16execute_and_waitERNS0_2d14taskERNS2_18task_group_contextERNS2_12wait_contextES6_")
#define SW_TBB_WAIT SW_TBB("4waitERNS0_2d112wait_contextERNS2_18task_group_contextE")

struct sw_tbb_execution {
    const void *context;
};

typedef void sw_tbb_spawning(void *task, void *context);
typedef void sw_tbb_deallocating(void *pool, void *memory, size_t size,
                                 const struct sw_tbb_execution *execution);

typedef void sw_tbb_executing(void *task, void *context, void *wait, void *wait_context);
typedef void sw_tbb_waiting(void *wait, void *context);

/* Code of the library's is there. False as long as none of its functions was looked for. */
bool sw_tbb_has(const void *address);

/* The library's own function, which is kept in `found`. */
void *sw_tbb_next(void **found, const char *name);
#define SW_TBB_NEXT(type, name)                        \
    ({                                                 \
        static void *found_;                           \
        (type *)(uintptr_t)sw_tbb_next(&found_, name); \
    })
