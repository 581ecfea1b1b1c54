/*
 * An MPI program whose work is known: solve() on the last rank has three times the iterations of the
 * others. Then all wait for it, in MPI, in every way that has many arguments. Of 4 ranks the balance
 * is (1 + 1 + 1 + 3) / 4 / 3 = 0.5, and the last one has 2 times the mean.
 *
 * ranks [ITERATIONS [abort|kill|exit]]: the second one ends rank 1 behind its work.
 */
#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef _OPENMP
#define FOR _Pragma("omp parallel for schedule(dynamic)") for
#else
#include <cilk/cilk.h>
#define FOR cilk_for
#endif

enum { CHUNKS = 64 };

/* Of Fortran's interface, as a compiler of Fortran calls it. */
void mpi_sendrecv_(void *, int *, MPI_Fint *, int *, int *, void *, int *, MPI_Fint *, int *, int *,
                   MPI_Fint *, MPI_Fint *, MPI_Fint *);

static volatile double results[CHUNKS];

__attribute__((noinline)) static double harmonic(long n)
{
    double sum = 0;
    for (long i = 1; i <= n; i++)
        sum += 1 / (double)i;
    return sum;
}

__attribute__((noinline)) static void solve(long n)
{
    FOR(int i = 0; i < CHUNKS; i++)
    results[i] = harmonic(n);
}

static void end_early(const char *how)
{
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "kill"))
        raise(SIGKILL);
    _exit(3);
}

/* What comes from the left, by C's and by Fortran's interface. */
static int ring(int rank, int size)
{
    int right = (rank + 1) % size, left = (rank + size - 1) % size, tag = 7, one = 1;
    int value = 100 + rank, got = 0;
    MPI_Sendrecv(&value, 1, MPI_INT, right, tag, &got, 1, MPI_INT, left, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    int fine = got == 100 + left;
    MPI_Fint type = MPI_Type_c2f(MPI_INT), world = MPI_Comm_c2f(MPI_COMM_WORLD), error = 1;
    MPI_Fint status[16]; /* MPI_STATUS_SIZE, or more */
    value = 200 + rank;
    mpi_sendrecv_(&value, &one, &type, &right, &tag, &got, &one, &type, &left, &tag, &world, status,
                  &error);
    return fine && got == 200 + left && error == MPI_SUCCESS;
}

/* Nine arguments, of which three are on the stack. */
static int exchange(int rank, int size)
{
    int out[64], in[64], counts[64], places[64];
    for (int i = 0; i < size; i++) {
        out[i] = 10 * rank + i;
        counts[i] = 1;
        places[i] = i;
    }
    MPI_Alltoallv(out, counts, places, MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        if (in[i] != 10 * i + rank)
            return 0;
    return 1;
}

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long n = argc > 1 ? atol(argv[1]) : 100000;
    solve(rank == size - 1 ? 3 * n : n);
    if (argc > 2 && rank == 1)
        end_early(argv[2]);
    MPI_Barrier(MPI_COMM_WORLD);
    int fine = ring(rank, size) && exchange(rank, size);
    MPI_Allreduce(&fine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d of %d are fine\n", sum, size);
    MPI_Finalize();
    return sum != size;
}
