/*
 * The functions of MPI that send, receive or wait, or may: F(the name in C behind "MPI_", the name
 * in Fortran behind "mpi_"). What only asks (MPI_Comm_rank, MPI_Wtime) is not here: it takes
 * nothing, and is called often.
 */

/* One that waits, and the same that does not: MPI_Send, MPI_Isend. */
#define SW_MPI_BOTH(F, c, fortran) F(c, fortran) F(I##fortran, i##fortran)

/* One, any, all or some of several. */
#define SW_MPI_ENDS(F, c, fortran) \
    F(c, fortran) F(c##any, fortran##any) F(c##all, fortran##all) F(c##some, fortran##some)

#define SW_MPI_POINT_TO_POINT(F)          \
    SW_MPI_BOTH(F, Send, send)            \
    SW_MPI_BOTH(F, Bsend, bsend)          \
    SW_MPI_BOTH(F, Ssend, ssend)          \
    SW_MPI_BOTH(F, Rsend, rsend)          \
    SW_MPI_BOTH(F, Recv, recv)            \
    SW_MPI_BOTH(F, Probe, probe)          \
    SW_MPI_BOTH(F, Mprobe, mprobe)        \
    SW_MPI_BOTH(F, Mrecv, mrecv)          \
    F(Sendrecv, sendrecv)                 \
    F(Sendrecv_replace, sendrecv_replace) \
    F(Start, start)                       \
    F(Startall, startall)                 \
    SW_MPI_ENDS(F, Wait, wait)            \
    SW_MPI_ENDS(F, Test, test)            \
    F(Cancel, cancel)                     \
    F(Buffer_detach, buffer_detach)

#define SW_MPI_COLLECTIVE(F)                                   \
    SW_MPI_BOTH(F, Barrier, barrier)                           \
    SW_MPI_BOTH(F, Bcast, bcast)                               \
    SW_MPI_BOTH(F, Gather, gather)                             \
    SW_MPI_BOTH(F, Gatherv, gatherv)                           \
    SW_MPI_BOTH(F, Scatter, scatter)                           \
    SW_MPI_BOTH(F, Scatterv, scatterv)                         \
    SW_MPI_BOTH(F, Allgather, allgather)                       \
    SW_MPI_BOTH(F, Allgatherv, allgatherv)                     \
    SW_MPI_BOTH(F, Alltoall, alltoall)                         \
    SW_MPI_BOTH(F, Alltoallv, alltoallv)                       \
    SW_MPI_BOTH(F, Alltoallw, alltoallw)                       \
    SW_MPI_BOTH(F, Reduce, reduce)                             \
    SW_MPI_BOTH(F, Allreduce, allreduce)                       \
    SW_MPI_BOTH(F, Reduce_scatter, reduce_scatter)             \
    SW_MPI_BOTH(F, Reduce_scatter_block, reduce_scatter_block) \
    SW_MPI_BOTH(F, Scan, scan)                                 \
    SW_MPI_BOTH(F, Exscan, exscan)                             \
    SW_MPI_BOTH(F, Neighbor_allgather, neighbor_allgather)     \
    SW_MPI_BOTH(F, Neighbor_allgatherv, neighbor_allgatherv)   \
    SW_MPI_BOTH(F, Neighbor_alltoall, neighbor_alltoall)       \
    SW_MPI_BOTH(F, Neighbor_alltoallv, neighbor_alltoallv)     \
    SW_MPI_BOTH(F, Neighbor_alltoallw, neighbor_alltoallw)

#define SW_MPI_ONE_SIDED(F)                     \
    F(Put, put)                                 \
    F(Get, get)                                 \
    F(Accumulate, accumulate)                   \
    F(Get_accumulate, get_accumulate)           \
    F(Fetch_and_op, fetch_and_op)               \
    F(Compare_and_swap, compare_and_swap)       \
    F(Rput, rput)                               \
    F(Rget, rget)                               \
    F(Win_create, win_create)                   \
    F(Win_allocate, win_allocate)               \
    F(Win_allocate_shared, win_allocate_shared) \
    F(Win_free, win_free)                       \
    F(Win_fence, win_fence)                     \
    F(Win_start, win_start)                     \
    F(Win_complete, win_complete)               \
    F(Win_post, win_post)                       \
    F(Win_wait, win_wait)                       \
    F(Win_test, win_test)                       \
    F(Win_lock, win_lock)                       \
    F(Win_lock_all, win_lock_all)               \
    F(Win_unlock, win_unlock)                   \
    F(Win_unlock_all, win_unlock_all)           \
    F(Win_flush, win_flush)                     \
    F(Win_flush_all, win_flush_all)             \
    F(Win_flush_local, win_flush_local)         \
    F(Win_sync, win_sync)

#define SW_MPI_OTHERS(F)                                      \
    F(Init, init)                                             \
    F(Init_thread, init_thread)                               \
    F(Finalize, finalize)                                     \
    F(Comm_dup, comm_dup)                                     \
    F(Comm_create, comm_create)                               \
    F(Comm_create_group, comm_create_group)                   \
    F(Comm_split, comm_split)                                 \
    F(Comm_split_type, comm_split_type)                       \
    F(Comm_free, comm_free)                                   \
    F(Comm_disconnect, comm_disconnect)                       \
    F(Comm_spawn, comm_spawn)                                 \
    F(Comm_accept, comm_accept)                               \
    F(Comm_connect, comm_connect)                             \
    F(Intercomm_create, intercomm_create)                     \
    F(Intercomm_merge, intercomm_merge)                       \
    F(Cart_create, cart_create)                               \
    F(Graph_create, graph_create)                             \
    F(Dist_graph_create, dist_graph_create)                   \
    F(Dist_graph_create_adjacent, dist_graph_create_adjacent) \
    F(File_open, file_open)                                   \
    F(File_close, file_close)                                 \
    F(File_sync, file_sync)                                   \
    F(File_set_size, file_set_size)                           \
    F(File_set_view, file_set_view)                           \
    F(File_read, file_read)                                   \
    F(File_read_all, file_read_all)                           \
    F(File_read_at, file_read_at)                             \
    F(File_read_at_all, file_read_at_all)                     \
    F(File_write, file_write)                                 \
    F(File_write_all, file_write_all)                         \
    F(File_write_at, file_write_at)                           \
    F(File_write_at_all, file_write_at_all)

#define SW_MPI_FUNCTIONS(F)  \
    SW_MPI_POINT_TO_POINT(F) \
    SW_MPI_COLLECTIVE(F)     \
    SW_MPI_ONE_SIDED(F)      \
    SW_MPI_OTHERS(F)
