/* The functions that programs call by name. Each is there for C and, with an underscore, for Fortran,
 * whose arguments are addresses; those that end in _8_ take integers of 8 bytes. */
#pragma once

#include "agent/openmp/core/constructs.h"

/* Some of what programs pass is not needed. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Those of the task that asks. */
static inline struct sw_omp_icv *sw_omp_icv(void)
{
    return &sw_omp_self()->task->icv;
}

static inline int sw_api_int(int64_t number)
{
    return number > INT32_MAX ? INT32_MAX : number < INT32_MIN ? INT32_MIN : (int)number;
}

/* A function of C and its Fortran names: the same; one that is told a number; and one that asks by one. */
#define SW_API_SAME(name) SW_OMP_ALIAS(name##_, name);

/* One that asks only, whole. */
#define SW_API_ASK(type, name, value)      \
    SW_OMP_CALL(type, name, (void), value) \
    SW_API_SAME(name)

#define SW_API_SET(name)                                             \
    SW_OMP_CALL(void, name##_, (const int32_t *value), name(*value)) \
    SW_OMP_CALL(void, name##_8_, (const int64_t *value), name(sw_api_int(*value)))

#define SW_API_GET_AT(name)                                   \
    SW_OMP_CALL(int, name##_, (const int32_t *at), name(*at)) \
    SW_OMP_CALL(int, name##_8_, (const int64_t *at), name(sw_api_int(*at)))

/* OMP_AFFINITY_FORMAT: text with fields for a thread. */

/* As the process has it. */
const char *sw_api_affinity_format(void);

/* The text for a thread, of which as much as there is room for is written; its length. */
size_t sw_api_affinity_text(const struct sw_omp_thread *thread, const char *format, char *text,
                            size_t room);
