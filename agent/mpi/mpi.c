/*
 * libspanwise-mpi.so: stands in front of an MPI library, whichever it is, and tells the profiler
 * when the program is in it. A rank that waits for others there mostly spins, and would look as busy
 * as they are.
 *
 * Nothing is known of MPI but its names. What they take are integers and pointers, 13 at most: so
 * many words are handed on, whatever they mean. Where a function has fewer, the last ones are what
 * happens to lie on the caller's stack, and nobody looks at them.
 */
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

/*
 * The functions of MPI that send, receive or wait, or may: the name in C behind "MPI_", the name in
 * Fortran behind "mpi_". What only asks (MPI_Comm_rank, MPI_Wtime) is not here: it takes
 * nothing, and is called often.
 */

/* One that waits, and the same that does not: MPI_Send, MPI_Isend. */
#define BOTH(c, fortran) WRAP_ALL(c, fortran) WRAP_ALL(I##fortran, i##fortran)

/* One, any, all or some of several. */
#define ENDS(c, fortran)           \
    WRAP_ALL(c, fortran)           \
    WRAP_ALL(c##any, fortran##any) \
    WRAP_ALL(c##all, fortran##all) \
    WRAP_ALL(c##some, fortran##some)

/* Point to point. */
BOTH(Send, send)
BOTH(Bsend, bsend)
BOTH(Ssend, ssend)
BOTH(Rsend, rsend)
BOTH(Recv, recv)
BOTH(Probe, probe)
BOTH(Mprobe, mprobe)
BOTH(Mrecv, mrecv)
WRAP_ALL(Sendrecv, sendrecv)
WRAP_ALL(Sendrecv_replace, sendrecv_replace)
WRAP_ALL(Start, start)
WRAP_ALL(Startall, startall)
ENDS(Wait, wait)
ENDS(Test, test)
WRAP_ALL(Cancel, cancel)
WRAP_ALL(Buffer_detach, buffer_detach)

/* Collective. */
BOTH(Barrier, barrier)
BOTH(Bcast, bcast)
BOTH(Gather, gather)
BOTH(Gatherv, gatherv)
BOTH(Scatter, scatter)
BOTH(Scatterv, scatterv)
BOTH(Allgather, allgather)
BOTH(Allgatherv, allgatherv)
BOTH(Alltoall, alltoall)
BOTH(Alltoallv, alltoallv)
BOTH(Alltoallw, alltoallw)
BOTH(Reduce, reduce)
BOTH(Allreduce, allreduce)
BOTH(Reduce_scatter, reduce_scatter)
BOTH(Reduce_scatter_block, reduce_scatter_block)
BOTH(Scan, scan)
BOTH(Exscan, exscan)
BOTH(Neighbor_allgather, neighbor_allgather)
BOTH(Neighbor_allgatherv, neighbor_allgatherv)
BOTH(Neighbor_alltoall, neighbor_alltoall)
BOTH(Neighbor_alltoallv, neighbor_alltoallv)
BOTH(Neighbor_alltoallw, neighbor_alltoallw)

/* One-sided. */
WRAP_ALL(Put, put)
WRAP_ALL(Get, get)
WRAP_ALL(Accumulate, accumulate)
WRAP_ALL(Get_accumulate, get_accumulate)
WRAP_ALL(Fetch_and_op, fetch_and_op)
WRAP_ALL(Compare_and_swap, compare_and_swap)
WRAP_ALL(Rput, rput)
WRAP_ALL(Rget, rget)
WRAP_ALL(Win_create, win_create)
WRAP_ALL(Win_allocate, win_allocate)
WRAP_ALL(Win_allocate_shared, win_allocate_shared)
WRAP_ALL(Win_free, win_free)
WRAP_ALL(Win_fence, win_fence)
WRAP_ALL(Win_start, win_start)
WRAP_ALL(Win_complete, win_complete)
WRAP_ALL(Win_post, win_post)
WRAP_ALL(Win_wait, win_wait)
WRAP_ALL(Win_test, win_test)
WRAP_ALL(Win_lock, win_lock)
WRAP_ALL(Win_lock_all, win_lock_all)
WRAP_ALL(Win_unlock, win_unlock)
WRAP_ALL(Win_unlock_all, win_unlock_all)
WRAP_ALL(Win_flush, win_flush)
WRAP_ALL(Win_flush_all, win_flush_all)
WRAP_ALL(Win_flush_local, win_flush_local)
WRAP_ALL(Win_sync, win_sync)

/* Others. */
WRAP_ALL(Init, init)
WRAP_ALL(Init_thread, init_thread)
WRAP_ALL(Finalize, finalize)
WRAP_ALL(Comm_dup, comm_dup)
WRAP_ALL(Comm_create, comm_create)
WRAP_ALL(Comm_create_group, comm_create_group)
WRAP_ALL(Comm_split, comm_split)
WRAP_ALL(Comm_split_type, comm_split_type)
WRAP_ALL(Comm_free, comm_free)
WRAP_ALL(Comm_disconnect, comm_disconnect)
WRAP_ALL(Comm_spawn, comm_spawn)
WRAP_ALL(Comm_accept, comm_accept)
WRAP_ALL(Comm_connect, comm_connect)
WRAP_ALL(Intercomm_create, intercomm_create)
WRAP_ALL(Intercomm_merge, intercomm_merge)
WRAP_ALL(Cart_create, cart_create)
WRAP_ALL(Graph_create, graph_create)
WRAP_ALL(Dist_graph_create, dist_graph_create)
WRAP_ALL(Dist_graph_create_adjacent, dist_graph_create_adjacent)
WRAP_ALL(File_open, file_open)
WRAP_ALL(File_close, file_close)
WRAP_ALL(File_sync, file_sync)
WRAP_ALL(File_set_size, file_set_size)
WRAP_ALL(File_set_view, file_set_view)
WRAP_ALL(File_read, file_read)
WRAP_ALL(File_read_all, file_read_all)
WRAP_ALL(File_read_at, file_read_at)
WRAP_ALL(File_read_at_all, file_read_at_all)
WRAP_ALL(File_write, file_write)
WRAP_ALL(File_write_all, file_write_all)
WRAP_ALL(File_write_at, file_write_at)
WRAP_ALL(File_write_at_all, file_write_at_all)
