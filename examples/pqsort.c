/*
 * Parallel quicksort of 64-bit integers: recursion in parallel, partitioning serial.
 *
 *     pqsort [N]            default 10,000,000
 *
 * Truth. Work O(n log n). The first partition walks over all n numbers, the next on the critical
 * path over a half or more of them, and so on: the span is about 2n to 3n steps of partition(), so
 * the parallelism is only O(log n), between 3 and 12 for 10 million, however many processors there
 * are. partition() makes up nearly all of the span and has no parallelism of its own.
 */
#include <cilk/cilk.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BASE_CASE = 32 };

/* Left to the end of the process: to unmap them in main() would be on the critical path. */
int64_t *numbers;

/* A generator without state: pivots are the same however the calls are scheduled. */
static uint64_t scramble(uint64_t x)
{
    x = (x + 0x9e3779b97f4a7c15u) * 0xd1342543de82ef95u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

static void insertion_sort(int64_t *a, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        int64_t v = a[i];
        size_t j = i;
        for (; j > 0 && a[j - 1] > v; j--)
            a[j] = a[j - 1];
        a[j] = v;
    }
}

/* Returns k, 0 < k < n: no number of a[0..k) is greater than any number of a[k..n). */
size_t partition(int64_t *a, size_t n)
{
    int64_t pivot = a[scramble(n) % n];
    size_t left = 0, right = n - 1;
    for (;;) {
        while (a[left] < pivot)
            left++;
        while (a[right] > pivot)
            right--;
        if (left >= right)
            return left ? left : 1;
        int64_t v = a[left];
        a[left++] = a[right];
        a[right--] = v;
    }
}

void pqsort(int64_t *a, size_t n)
{
    if (n <= BASE_CASE) {
        insertion_sort(a, n);
        return;
    }
    size_t k = partition(a, n);
    cilk_spawn pqsort(a, k);
    pqsort(a + k, n - k);
    cilk_sync;
}

static void fill(int64_t *a, size_t n)
{
    cilk_for (size_t i = 0; i < n; i++)
        a[i] = (int64_t)(scramble(i) >> 1);
}

/* The sum of a[0..n), and how often a number is followed by a smaller one, in parallel: a serial
 * check would show up on the critical path. */
struct summary {
    uint64_t sum;
    size_t descents;
};

static struct summary summarize_block(const int64_t *a, size_t n)
{
    struct summary s = {0, 0};
    for (size_t i = 0; i < n; i++) {
        s.sum += (uint64_t)a[i];
        s.descents += i && a[i - 1] > a[i];
    }
    return s;
}

struct summary summarize(const int64_t *a, size_t n)
{
    if (n <= 4096)
        return summarize_block(a, n);
    size_t h = n / 2;
    struct summary left = cilk_spawn summarize(a, h);
    struct summary right = summarize(a + h, n - h);
    cilk_sync;
    left.sum += right.sum;
    left.descents += right.descents + (a[h - 1] > a[h]);
    return left;
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000000;
    int64_t *a = numbers = malloc((n ? n : 1) * sizeof(*a));
    if (!a) {
        fprintf(stderr, "pqsort: not enough memory for %zu numbers\n", n);
        return 1;
    }
    fill(a, n);
    uint64_t sum = summarize(a, n).sum;
    pqsort(a, n);
    struct summary after = summarize(a, n);
    int sorted = after.descents == 0 && after.sum == sum;
    printf("%zu numbers %s\n", n, sorted ? "sorted" : "NOT sorted");
    return !sorted;
}
