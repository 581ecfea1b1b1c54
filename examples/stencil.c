/*
 * A one-dimensional smoothing filter, over and over, in a parallel loop: with too fine a grain, or
 * with a good one.
 *
 *     stencil fine|coarse [POINTS]      default 1,000,000; 50 rounds
 *
 * Truth. Both do the same arithmetic. With a grain of 1 every point is a strand of its own: the
 * parallelism is in the thousands, but a steal costs far more than a strand, so the burdened
 * parallelism, and with it the speedup to expect, is far less. With a grain of 2000 the
 * parallelism is at most POINTS/2000 = 500, and the burden hardly matters.
 */
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 50, WINDOW = 40 };

/* Left to the end of the process: to unmap them in main() would be on the critical path. */
long *arrays[3];

static long smoothed(const long *from, size_t i)
{
    return (from[i - 1] + 2 * from[i] + from[i + 1]) / 4;
}

void smooth_fine(long *to, const long *from, size_t n)
{
#pragma cilk grainsize 1
    cilk_for (size_t i = 1; i < n - 1; i++)
        to[i] = smoothed(from, i);
}

void smooth_coarse(long *to, const long *from, size_t n)
{
#pragma cilk grainsize 2000
    cilk_for (size_t i = 1; i < n - 1; i++)
        to[i] = smoothed(from, i);
}

/* Smoothing in place with one saved value: the same numbers, in another way. */
static void smooth_in_place(long *a, size_t n)
{
    long before = a[0];
    for (size_t i = 1; i < n - 1; i++) {
        long here = a[i];
        a[i] = (before + 2 * here + a[i + 1]) / 4;
        before = here;
    }
}

/* Whether the points [low, high) are right. They depend on ROUNDS more on either side; to check all
 * would put as much on the critical path as is to be measured. */
static int is_right(const long *got, const long *start, size_t n, size_t low, size_t high)
{
    size_t from = low > ROUNDS ? low - ROUNDS : 0, to = high + ROUNDS < n ? high + ROUNDS : n;
    long part[WINDOW + 2 * ROUNDS];
    memcpy(part, start + from, (to - from) * sizeof(*part));
    for (int round = 0; round < ROUNDS; round++)
        smooth_in_place(part, to - from);
    return memcmp(part + (low - from), got + low, (high - low) * sizeof(*part)) == 0;
}

static int is_right_at_both_ends_and_middle(const long *got, const long *start, size_t n)
{
    size_t size = n < WINDOW ? n : WINDOW, middle = (n - size) / 2;
    return is_right(got, start, n, 0, size) && is_right(got, start, n, middle, middle + size) &&
           is_right(got, start, n, n - size, n);
}

static void fill(long *start, long *a, long *b, size_t n)
{
    cilk_for (size_t i = 0; i < n; i++)
        start[i] = a[i] = b[i] = (long)(i * i % 1009) * 1000;
}

static int usage(void)
{
    fprintf(stderr, "usage: stencil fine|coarse [POINTS], POINTS from 3 to 100000000\n");
    return 2;
}

int main(int argc, char **argv)
{
    size_t n = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000000;
    int fine = argc > 1 && !strcmp(argv[1], "fine");
    if (argc < 2 || (!fine && strcmp(argv[1], "coarse")) || n < 3 || n > 100000000)
        return usage();
    for (int i = 0; i < 3; i++)
        arrays[i] = malloc(n * sizeof(long));
    long *start = arrays[0], *a = arrays[1], *b = arrays[2];
    if (!start || !a || !b) {
        fprintf(stderr, "stencil: not enough memory for %zu points\n", n);
        return 1;
    }
    fill(start, a, b, n);
    for (int round = 0; round < ROUNDS; round++) {
        (fine ? smooth_fine : smooth_coarse)(b, a, n);
        long *swap = a;
        a = b;
        b = swap;
    }
    int right = is_right_at_both_ends_and_middle(a, start, n);
    printf("%zu points %s\n", n, right ? "right" : "WRONG");
    return !right;
}
