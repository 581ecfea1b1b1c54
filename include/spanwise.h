/*
 * Regions and splits: parts of a program that the profile reports on their own, by label. For C and
 * C++, with any compiler: no-ops unless the program is built by `spanwise cc` and runs under `spanwise run`.
 * Labels are copied; any thread may call.
 *
 * And annotations of serial programs: what could run in parallel, for `spanwise predict`. They need no more than
 * this header: not even `spanwise cc`.
 */
#ifndef SPANWISE_H
#define SPANWISE_H

#include "spanwise_annotate.h"

/*
 * A loop whose iterations may run in parallel takes one line: SW_FOR in place of for, with a name.
 *
 *     SW_FOR("rows", int i = 0; i < n; i++) {
 *         SW_LOCK_BEGIN(1);        only one iteration at a time is between these, of those with the same number
 *         SW_LOCK_END(1);
 *     }
 *
 * What a for takes, it takes: also 'auto &x : v' in C++. break, continue and return do what they do in a loop.
 *
 * In general, a section is where tasks may run in parallel: a loop, or a recursive step. A task is one iteration, or one of
 * the parts, and may itself have sections. Names are any strings, also such as change at run time.
 *
 *     SW_SECTION_BEGIN("halves");
 *     SW_TASK_BEGIN("left");
 *     sort(left);
 *     SW_TASK_END();
 *     SW_TASK_BEGIN("right");
 *     sort(right);
 *     SW_TASK_END();
 *     SW_SECTION_END();            all tasks are waited for: a barrier
 *
 * SW_SECTION_END_NOWAIT(): who made the section goes on without waiting.
 * With SPANWISE_NO_ANNOTATIONS defined all of them are nothing, and SW_FOR is a for.
 */
#define SW_FOR(name, ...)       __SPANWISE_FOR(name, (#name)[0] == '"', __VA_ARGS__)
#define SW_SECTION_BEGIN(name)  __SPANWISE_MARK(section_begin, &__place, name, (#name)[0] == '"')
#define SW_SECTION_END()        __SPANWISE_MARK(section_end, &__place, 0, "")
#define SW_SECTION_END_NOWAIT() __SPANWISE_MARK(section_end, &__place, 1, "")
#define SW_TASK_BEGIN(name)     __SPANWISE_MARK(task_begin, &__place, name, (#name)[0] == '"')
#define SW_TASK_END()           __SPANWISE_MARK(task_end, &__place)
#define SW_LOCK_BEGIN(id)       __SPANWISE_MARK(lock_begin, &__place, (unsigned long long)(id))
#define SW_LOCK_END(id)         __SPANWISE_MARK(lock_end, &__place, (unsigned long long)(id))

/*
 * The same under the names of the paper that they are from (doc/annotate.md), unless SPANWISE_NO_PAPER_NAMES is defined: for programs that
 * have such names of their own. PAR_SEC_END(nowait) takes what OpenMP calls nowait, true or false.
 */
#ifndef SPANWISE_NO_PAPER_NAMES
#define PAR_SEC_BEGIN(name) SW_SECTION_BEGIN(name)
#define PAR_SEC_END(...) \
    __SPANWISE_MARK(section_end, &__place, (__VA_ARGS__ + 0) != 0, #__VA_ARGS__)
#define PAR_SEC_END_WAIT()   SW_SECTION_END()
#define PAR_SEC_END_NOWAIT() SW_SECTION_END_NOWAIT()
#define PAR_TASK_BEGIN(name) SW_TASK_BEGIN(name)
#define PAR_TASK_END()       SW_TASK_END()
#define LOCK_BEGIN(id)       SW_LOCK_BEGIN(id)
#define LOCK_END(id)         SW_LOCK_END(id)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What spanwise cc links in; nothing in other programs. */
extern void __spanwise_region_begin(const char *label) __attribute__((__weak__));
extern void __spanwise_region_end(const char *label) __attribute__((__weak__));
extern unsigned long long __spanwise_region_open(const char *label) __attribute__((__weak__));
extern void __spanwise_region_close(unsigned long long handle) __attribute__((__weak__));
extern void __spanwise_split(const char *label) __attribute__((__weak__));

/* From begin to the matching end. Regions nest; the same label again adds to what it has. */
static inline void spanwise_begin(const char *label)
{
    if (__spanwise_region_begin)
        __spanwise_region_begin(label);
}

static inline void spanwise_end(const char *label)
{
    if (__spanwise_region_end)
        __spanwise_region_end(label);
}

/* The same by handle, for regions that overlap: they may be closed in any order. */
typedef struct {
    unsigned long long handle;
} spanwise_region_t;

static inline spanwise_region_t spanwise_open(const char *label)
{
    spanwise_region_t region = {0};
    if (__spanwise_region_open)
        region.handle = __spanwise_region_open(label);
    return region;
}

static inline void spanwise_close(spanwise_region_t region)
{
    if (__spanwise_region_close)
        __spanwise_region_close(region.handle);
}

/*
 * Splits what the function itself does: from here on, up to the next split in it or to its end, its own
 * time counts as that of a call site of its own, with this label. What it calls and spawns does not,
 * and work and span stay what they are. NULL: its own again. A macro, to be at the caller's line.
 */
#define spanwise_split(label)                                                \
    do {                                                                     \
        if (__spanwise_split) {                                              \
            __spanwise_split(label);                                         \
            __asm__ __volatile__(""); /* not the last thing: no tail call */ \
        }                                                                    \
    } while (0)

#ifdef __cplusplus
}
#endif

#endif
