/* A tenth of each iteration in order: N while that keeps up, 10 beyond. */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv), count = 960;
    if (!truth_only) {
#pragma omp parallel for ordered schedule(dynamic)
        for (int i = 0; i < 960; i++) {
            work(TOTAL / 9600 * 9);
#pragma omp ordered
            work(TOTAL / 9600);
        }
    }
    long *free_at = (long *)calloc((size_t)n, sizeof *free_at), turn = 0;
    for (int i = 0; i < count; i++) {
        int first = 0;
        for (int p = 1; p < n; p++)
            if (free_at[p] < free_at[first])
                first = p;
        long ready = free_at[first] + 9;
        turn = (ready > turn ? ready : turn) + 1;
        free_at[first] = turn;
    }
    free(free_at);
    return exactly(10.0 * count / (double)turn);
}
