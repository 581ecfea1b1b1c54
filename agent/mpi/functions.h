/*
 * The functions of MPI that send, receive or wait, or may: F(the name in C behind "MPI_", the name
 * in Fortran behind "mpi_"). What only asks (MPI_Comm_rank, MPI_Wtime) is not here: it takes
 * nothing, and is called often.
 */
#define SW_MPI_POINT_TO_POINT(F)          \
    F(Send, send)                         \
    F(Bsend, bsend)                       \
    F(Ssend, ssend)                       \
    F(Rsend, rsend)                       \
    F(Recv, recv)                         \
    F(Sendrecv, sendrecv)                 \
    F(Sendrecv_replace, sendrecv_replace) \
    F(Isend, isend)                       \
    F(Ibsend, ibsend)                     \
    F(Issend, issend)                     \
    F(Irsend, irsend)                     \
    F(Irecv, irecv)                       \
    F(Probe, probe)                       \
    F(Iprobe, iprobe)                     \
    F(Mprobe, mprobe)                     \
    F(Improbe, improbe)                   \
    F(Mrecv, mrecv)                       \
    F(Imrecv, imrecv)                     \
    F(Start, start)                       \
    F(Startall, startall)                 \
    F(Wait, wait)                         \
    F(Waitany, waitany)                   \
    F(Waitall, waitall)                   \
    F(Waitsome, waitsome)                 \
    F(Test, test)                         \
    F(Testany, testany)                   \
    F(Testall, testall)                   \
    F(Testsome, testsome)                 \
    F(Cancel, cancel)                     \
    F(Buffer_detach, buffer_detach)

#define SW_MPI_COLLECTIVE(F)                        \
    F(Barrier, barrier)                             \
    F(Bcast, bcast)                                 \
    F(Gather, gather)                               \
    F(Gatherv, gatherv)                             \
    F(Scatter, scatter)                             \
    F(Scatterv, scatterv)                           \
    F(Allgather, allgather)                         \
    F(Allgatherv, allgatherv)                       \
    F(Alltoall, alltoall)                           \
    F(Alltoallv, alltoallv)                         \
    F(Alltoallw, alltoallw)                         \
    F(Reduce, reduce)                               \
    F(Allreduce, allreduce)                         \
    F(Reduce_scatter, reduce_scatter)               \
    F(Reduce_scatter_block, reduce_scatter_block)   \
    F(Scan, scan)                                   \
    F(Exscan, exscan)                               \
    F(Neighbor_allgather, neighbor_allgather)       \
    F(Neighbor_allgatherv, neighbor_allgatherv)     \
    F(Neighbor_alltoall, neighbor_alltoall)         \
    F(Neighbor_alltoallv, neighbor_alltoallv)       \
    F(Neighbor_alltoallw, neighbor_alltoallw)       \
    F(Ibarrier, ibarrier)                           \
    F(Ibcast, ibcast)                               \
    F(Igather, igather)                             \
    F(Igatherv, igatherv)                           \
    F(Iscatter, iscatter)                           \
    F(Iscatterv, iscatterv)                         \
    F(Iallgather, iallgather)                       \
    F(Iallgatherv, iallgatherv)                     \
    F(Ialltoall, ialltoall)                         \
    F(Ialltoallv, ialltoallv)                       \
    F(Ialltoallw, ialltoallw)                       \
    F(Ireduce, ireduce)                             \
    F(Iallreduce, iallreduce)                       \
    F(Ireduce_scatter, ireduce_scatter)             \
    F(Ireduce_scatter_block, ireduce_scatter_block) \
    F(Iscan, iscan)                                 \
    F(Iexscan, iexscan)                             \
    F(Ineighbor_allgather, ineighbor_allgather)     \
    F(Ineighbor_allgatherv, ineighbor_allgatherv)   \
    F(Ineighbor_alltoall, ineighbor_alltoall)       \
    F(Ineighbor_alltoallv, ineighbor_alltoallv)     \
    F(Ineighbor_alltoallw, ineighbor_alltoallw)

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
