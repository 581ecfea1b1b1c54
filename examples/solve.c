/*
 * Heat in a plate, by relaxation: rounds of a step, in a parallel loop over rows, and of measuring how
 * far it is from rest, in parallel by halves. Built with -DSERIALIZED the measuring is a plain loop,
 * as somebody may have "simplified" it: doc/check.md shows how a build notices.
 *
 *     solve [N [ROUNDS]]                default 800 by 800 points, 30 rounds
 *
 * Truth. The result is the same both ways, and so is the work, about. In parallel the span is that of
 * a few rows a round, so the parallelism is in the order of N/4. Serialized, a round's span holds the
 * measuring of all N rows, which is a good part of its work: the parallelism is below 10, whatever
 * N is.
 */
#include <cilk/cilk.h>
#include <spanwise.h>
#include <stdio.h>
#include <stdlib.h>

/* Left to the end of the process: to unmap them in main() would be on the critical path. */
long *plates[2];

/* Whole numbers: sums are exact in whatever order they are added up. */
void step(long *to, const long *from, size_t n)
{
#pragma cilk grainsize 1
    cilk_for (size_t row = 1; row < n - 1; row++) {
        const long *a = from + row * n;
        for (size_t i = 1; i < n - 1; i++)
            to[row * n + i] = (a[i - 1] + a[i + 1] + a[i - n] + a[i + n]) / 4;
    }
}

/* The sum of all changes in the rows [low, high). Not inlined, so that it has a line of its own. */
__attribute__((noinline)) long change_of_rows(const long *to, const long *from, size_t n,
                                              size_t low, size_t high)
{
    long sum = 0;
    for (size_t i = low * n; i < high * n; i++)
        sum += labs(to[i] - from[i]);
    return sum;
}

#ifdef SERIALIZED
__attribute__((noinline)) long change(const long *to, const long *from, size_t n, size_t low,
                                      size_t high)
{
    return change_of_rows(to, from, n, low, high);
}
#else
long change(const long *to, const long *from, size_t n, size_t low, size_t high)
{
    if (high - low <= 4)
        return change_of_rows(to, from, n, low, high);
    size_t middle = low + (high - low) / 2;
    long first = cilk_spawn change(to, from, n, low, middle);
    long second = change(to, from, n, middle, high);
    cilk_sync;
    return first + second;
}
#endif

/* Returns the change of the last round. */
long solve(size_t n, int rounds)
{
    long last = 0;
    for (int round = 0; round < rounds; round++) {
        long *from = plates[round % 2], *to = plates[(round + 1) % 2];
        step(to, from, n);
        last = change(to, from, n, 0, n);
    }
    return last;
}

static void fill(size_t n)
{
    cilk_for (size_t i = 0; i < n * n; i++)
        plates[0][i] = plates[1][i] = i < n ? 1000000 : 0;
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 800;
    int rounds = argc > 2 ? atoi(argv[2]) : 30;
    if (n < 4 || n > 20000 || rounds < 1) {
        fprintf(stderr, "usage: solve [N [ROUNDS]], N from 4 to 20000\n");
        return 2;
    }
    plates[0] = malloc(n * n * sizeof(long));
    plates[1] = malloc(n * n * sizeof(long));
    if (!plates[0] || !plates[1]) {
        fprintf(stderr, "solve: not enough memory for %zu by %zu points\n", n, n);
        return 1;
    }
    fill(n);
    spanwise_begin("solve");
    long last = solve(n, rounds);
    spanwise_end("solve");
    printf("solve: %zu by %zu points, %d rounds, the last one changed %ld\n", n, n, rounds, last);
    return 0;
}
