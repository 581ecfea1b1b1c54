/*
 * The hooks that OpenCilk's compiler calls in a program built for its Cilkscale tool, and what
 * Cilkscale itself offers to programs. Ids are dense over the whole process; properties are words.
 *
 * For `x = cilk_spawn f(n); y = g(n); cilk_sync;` in par(), on one worker:
 *
 *     func_entry par · detach · task · func_entry f · func_exit f · task_exit · detach_continue ·
 *     func_entry g · func_exit g · before_sync · after_sync · func_exit par
 *
 * The task is a function of its own, which the compiler makes of the spawned call. A cilk_for is a
 * function that spawns itself. On one worker all of that happens on the thread that called par(),
 * but below par() on another stack, a fiber: par()'s own frame pointer stays where it was.
 *
 * A sync waits for the children of its sync region only; regions nest as the source's blocks do.
 */
#pragma once

#include <stdint.h>

#define SW_HOOK          __attribute__((visibility("default")))

/* Properties. */
#define SW_CSI_MAY_SPAWN 0x100 /* of a function's entry */
#define SW_CSI_LOOP      1     /* of a detach: the body of a loop */
#define SW_CSI_UNWIND    1     /* of a detach_continue: by an exception, all children are done */

SW_HOOK void __csi_init(void);
SW_HOOK void __csi_unit_init(const char *file); /* and counts, which we do not look at */
SW_HOOK void __csi_func_entry(int64_t function, uint64_t properties);
SW_HOOK void __csi_func_exit(int64_t exit, int64_t function, uint64_t properties);
SW_HOOK void __csi_detach(int64_t detach, unsigned region, uint64_t properties);
SW_HOOK void __csi_task(int64_t task, int64_t detach, uint64_t properties);
SW_HOOK void __csi_task_exit(int64_t exit, int64_t task, int64_t detach, unsigned region,
                             uint64_t properties);
SW_HOOK void __csi_detach_continue(int64_t at, int64_t detach, unsigned region,
                                   uint64_t properties);
SW_HOOK void __csi_before_sync(int64_t sync, unsigned region);
SW_HOOK void __csi_after_sync(int64_t sync, unsigned region);

/* Nanoseconds. The header of C++ adds += and -=, which may stay the tool's, and << for streams: cilkscale.c. */
struct sw_wsp {
    int64_t work, span, burdened_span;
};
SW_HOOK struct sw_wsp wsp_getworkspan(void);
SW_HOOK struct sw_wsp wsp_add(struct sw_wsp a, struct sw_wsp b);
SW_HOOK struct sw_wsp wsp_sub(struct sw_wsp a, struct sw_wsp b);
SW_HOOK void wsp_dump(struct sw_wsp wsp, const char *tag);
