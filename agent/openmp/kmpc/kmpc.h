/* What clang's code calls: libomp's interface, of version 14 and what later ones added. The thread's
 * number that all functions are given is not looked at: we know who calls. */
#pragma once

#include "agent/openmp/core/constructs.h"

/* Of what clang passes, much is not needed. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* A function that has nothing to do, or always the same answer; what it is given does not matter. */
#define SW_KMPC_NOTHING(name) \
    SW_API void name(void)    \
    {                         \
    }
#define SW_KMPC_ANSWER(name, value) \
    SW_API int name(void)           \
    {                               \
        return value;               \
    }

/* Where in the source, and of what kind. */
struct sw_kmpc_ident {
    int32_t reserved, flags, reserved2, length;
    const char *source; /* ;file;function;line;column;; */
};

/* What nearly all functions are given first: where, and the thread's number. */
#define CALLER struct sw_kmpc_ident *loc, int32_t global

enum {
    SW_KMPC_ATOMIC_REDUCE = 0x10,
    SW_KMPC_IMPLICIT_BARRIER = 0x40,
    SW_KMPC_SECTIONS = 0x400,
    SW_KMPC_DISTRIBUTE = 0x800
};

/* What a parallel region calls, with as many pointers as it was given. */
typedef void sw_kmpc_micro(int32_t *global, int32_t *bound, ...);

/* What a logical thread keeps for this interface; made when first asked for. */
struct sw_kmpc_thread {
    unsigned threads;              /* that the next region is to have; 0: not said */
    unsigned teams, limit;         /* of the next league */
    struct sw_kmpc_bounds *bounds; /* of the loop with dependences that it comes to, or is in */
    struct sw_kmpc_copies *copies; /* of threadprivate variables */
};

struct sw_kmpc_thread *sw_kmpc_thread(struct sw_omp_thread *thread);

/* Its number in the process, as far as programs care. */
static inline int32_t sw_kmpc_number(const struct sw_omp_thread *t)
{
    return (int32_t)t->index;
}

/* A loop that the thread has left by a jump (cancellation) ends at what it comes to next. */
void sw_kmpc_leave_loop(struct sw_omp_thread *thread);

/* What is cancelled, of a team. A taskgroup's cancellation is the group's. */
enum sw_kmpc_cancel {
    SW_KMPC_CANCEL_NOTHING,
    SW_KMPC_CANCEL_PARALLEL,
    SW_KMPC_CANCEL_LOOP,
    SW_KMPC_CANCEL_SECTIONS,
    SW_KMPC_CANCEL_TASKGROUP
};

static inline enum sw_kmpc_cancel sw_kmpc_cancelled(const struct sw_omp_team *team)
{
    return (enum sw_kmpc_cancel)(uintptr_t)team->abi;
}
