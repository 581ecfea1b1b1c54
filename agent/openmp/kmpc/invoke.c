/* A call with a number of arguments that is known at run time only. Who is called with more than it
 * takes does not notice, so a few sizes do for all. */
#include "agent/openmp/kmpc/abi.h"

#include <string.h>

#define A4(i)   a[i], a[i + 1], a[i + 2], a[i + 3]
#define A16(i)  A4(i), A4(i + 4), A4(i + 8), A4(i + 12)
#define A64(i)  A16(i), A16(i + 16), A16(i + 32), A16(i + 48)
#define A256(i) A64(i), A64(i + 64), A64(i + 128), A64(i + 192)
#define MOST    1024

/* Not as one with `...`: the callee has named parameters. */
#define T4      void *, void *, void *, void *
#define T16     T4, T4, T4, T4
#define T64     T16, T16, T16, T16
#define T256    T64, T64, T64, T64

static void call_many(sw_kmpc_micro *function, int32_t *global, int32_t *bound, int n,
                      void **arguments)
{
    void *a[MOST];
    memcpy(a, arguments, (size_t)n * sizeof *a);
    memset(a + n, 0, (size_t)(MOST - n) * sizeof *a);
    if (n <= 64)
        ((void (*)(int32_t *, int32_t *, T64))function)(global, bound, A64(0));
    else if (n <= 256)
        ((void (*)(int32_t *, int32_t *, T256))function)(global, bound, A256(0));
    else
        ((void (*)(int32_t *, int32_t *, T256, T256, T256, T256))function)(
            global, bound, A256(0), A256(256), A256(512), A256(768));
}

void sw_kmpc_invoke(sw_kmpc_micro *function, int32_t *global, int32_t *bound, int n,
                    void **arguments)
{
    void *a[16] = {0};
    if (n > MOST)
        sw_omp_die("a parallel region shares %d variables, more than the %d that are possible", n,
                   MOST);
    if (n > 16) {
        call_many(function, global, bound, n, arguments);
        return;
    }
    memcpy(a, arguments, (size_t)n * sizeof *a);
    if (n <= 4)
        ((void (*)(int32_t *, int32_t *, T4))function)(global, bound, A4(0));
    else
        ((void (*)(int32_t *, int32_t *, T16))function)(global, bound, A16(0));
}
