/*
 * Counts numbers by their last digits, in a parallel loop: in counters that all workers share, or in
 * some of its own for each piece of the loop, which are added up in the end.
 *
 *     histogram shared|private [NUMBERS]      default 20,000,000
 *
 * Truth. Both have parallelism enough, and on one worker take about the same time. On several the
 * shared counters go from one processor's cache to the other's at nearly every step, so that the same
 * additions take several times as long; the private ones stay where they are.
 */
#include <cilk/cilk.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 16, PIECES = 400 };

static _Atomic long bins[BINS];

static unsigned number(size_t i)
{
    return (unsigned)(i * 2654435761u >> 7);
}

static void count_shared(size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        atomic_fetch_add_explicit(&bins[number(i) % BINS], 1, memory_order_relaxed);
}

static void count_private(size_t from, size_t to)
{
    _Atomic long own[BINS] = {0};
    for (size_t i = from; i < to; i++)
        atomic_fetch_add_explicit(&own[number(i) % BINS], 1, memory_order_relaxed);
    for (int b = 0; b < BINS; b++)
        atomic_fetch_add_explicit(&bins[b], own[b], memory_order_relaxed);
}

static void count(size_t n, void (*piece)(size_t, size_t))
{
#pragma cilk grainsize 1
    cilk_for (size_t p = 0; p < PIECES; p++)
        piece(n * p / PIECES, n * (p + 1) / PIECES);
}

int main(int argc, char **argv)
{
    size_t n = argc > 2 ? strtoull(argv[2], NULL, 10) : 20000000, sum = 0;
    int shared = argc > 1 && !strcmp(argv[1], "shared");
    if (argc < 2 || (!shared && strcmp(argv[1], "private"))) {
        fputs("usage: histogram shared|private [NUMBERS]\n", stderr);
        return 2;
    }
    count(n, shared ? count_shared : count_private);
    for (int b = 0; b < BINS; b++)
        sum += (size_t)atomic_load(&bins[b]);
    printf("histogram %s: %zu numbers, %s\n", argv[1], n, sum == n ? "right" : "wrong");
    return sum != n;
}
