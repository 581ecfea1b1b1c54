/* What clang's code calls: libomp's interface, of version 14 and what later ones added. The thread's
 * number that all functions are given is not looked at: we know who calls. */
#pragma once

#include "agent/openmp/simulator/simulator.h"

/* Of what clang passes, much is not needed. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define SW_KMPC __attribute__((visibility("default")))
#define HERE    __builtin_return_address(0)

/* A function that has nothing to do, or always the same answer; what it is given does not matter. */
#define SW_KMPC_NOTHING(name) \
    SW_KMPC void name(void)   \
    {                         \
    }
#define SW_KMPC_ANSWER(name, value) \
    SW_KMPC int name(void)          \
    {                               \
        return value;               \
    }

/* Where in the source, and of what kind. */
struct sw_kmpc_ident {
    int32_t reserved, flags, reserved2, length;
    const char *source; /* ;file;function;line;column;; */
};

enum {
    SW_KMPC_ATOMIC_REDUCE = 0x10,
    SW_KMPC_IMPLICIT_BARRIER = 0x40,
    SW_KMPC_SECTIONS = 0x400,
    SW_KMPC_DISTRIBUTE = 0x800
};

/* What a parallel region calls, with as many pointers as it was given. */
typedef void sw_kmpc_micro(int32_t *global, int32_t *bound, ...);

void sw_kmpc_invoke(sw_kmpc_micro *function, int32_t *global, int32_t *bound, int n,
                    void **arguments);

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
