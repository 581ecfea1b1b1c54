/*
 * libspanwise-mpi.so: stands in front of an MPI library, whichever it is, and tells the profiler
 * when the program is in it. A rank that waits for others there mostly spins, and would look as busy
 * as they are.
 *
 * Nothing is known of MPI but its names. What they take are integers and pointers, 13 at most: so
 * many words are handed on, whatever they mean. Where a function has fewer, the last ones are what
 * happens to lie on the caller's stack, and nobody looks at them.
 */
#include "agent/mpi/functions.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void mark(void);
typedef long mpi_function(long, long, long, long, long, long, long, long, long, long, long, long,
                          long);

static mark *_Atomic begin, *_Atomic end;
static _Atomic int is_found;
static __thread int depth __attribute__((tls_model("initial-exec")));

/* The profiler is loaded by the program, after us. There may be none. */
static void find_profiler(void)
{
    atomic_store(&begin, (mark *)dlsym(RTLD_DEFAULT, "spanwise_apart_begin"));
    atomic_store(&end, (mark *)dlsym(RTLD_DEFAULT, "spanwise_apart_end"));
    atomic_store(&is_found, 1);
}

/* One MPI function may call another. */
static void enter(void)
{
    if (!atomic_load_explicit(&is_found, memory_order_acquire))
        find_profiler();
    if (!depth++ && begin && end)
        begin();
}

static void leave(void)
{
    if (!--depth && begin && end)
        end();
}

static mpi_function *find(const char *name)
{
    mpi_function *real = (mpi_function *)dlsym(RTLD_NEXT, name);
    if (real)
        return real;
    const char *const words[] = {"spanwise: the program calls '", name,
                                 "', and no library that it has loaded has that\n"};
    for (int i = 0; i < 3; i++)
        if (write(2, words[i], strlen(words[i])) < 0)
            break;
    abort();
}

#define WRAP(name)                                                                            \
    __attribute__((visibility("default"))) long name(long a, long b, long c, long d, long e,  \
                                                     long f, long g, long h, long i, long j,  \
                                                     long k, long l, long m);                 \
    long name(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, \
              long k, long l, long m)                                                         \
    {                                                                                         \
        static mpi_function *_Atomic real;                                                    \
        if (!real)                                                                            \
            real = find(#name);                                                               \
        enter();                                                                              \
        long result = real(a, b, c, d, e, f, g, h, i, j, k, l, m);                            \
        leave();                                                                              \
        return result;                                                                        \
    }

/* In C, in C with large counts (MPI 4), in Fortran by mpif.h or 'use mpi', and by 'use mpi_f08'. */
#define WRAP_ALL(c, fortran) \
    WRAP(MPI_##c) WRAP(MPI_##c##_c) WRAP(mpi_##fortran##_) WRAP(mpi_##fortran##_f08_)

SW_MPI_FUNCTIONS(WRAP_ALL)
