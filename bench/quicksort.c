/* Quicksort of 64-bit integers: recursion in parallel, partitioning serial. */
#include "bench.h"

enum { BASE_CASE = 32 };

static void insertion_sort(int64_t *low, int64_t *high)
{
    for (int64_t *at = low + 1; at < high; at++) {
        int64_t v = *at, *to = at;
        for (; to > low && to[-1] > v; to--)
            *to = to[-1];
        *to = v;
    }
}

/* Returns a place strictly inside [low, high): nothing before it is greater than what follows. */
int64_t *partition(int64_t *low, int64_t *high)
{
    size_t n = (size_t)(high - low);
    int64_t pivot = low[bench_hash(n) % n], *left = low, *right = high - 1;
    for (;;) {
        while (*left < pivot)
            left++;
        while (*right > pivot)
            right--;
        if (left >= right)
            return left > low ? left : low + 1;
        int64_t v = *left;
        *left++ = *right;
        *right-- = v;
    }
}

void quicksort(int64_t *low, int64_t *high)
{
    if (high - low <= BASE_CASE) {
        insertion_sort(low, high);
        return;
    }
    int64_t *middle = partition(low, high);
    cilk_spawn quicksort(low, middle);
    quicksort(middle, high);
    /* The implicit sync at the end of the function is enough. */
}

static bool is_sorted(const int64_t *a, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (a[i - 1] > a[i])
            return false;
    return true;
}

static uint64_t sum(const int64_t *a, size_t n)
{
    uint64_t s = 0;
    for (size_t i = 0; i < n; i++)
        s += (uint64_t)a[i];
    return s;
}

int main(int argc, char **argv)
{
    size_t n = (size_t)bench_size(argc, argv, 12000000, 1, 1000000000);
    int64_t *a = bench_alloc(n, sizeof(*a));
    cilk_for (size_t i = 0; i < n; i++)
        a[i] = (int64_t)bench_hash(i);
    uint64_t before = sum(a, n);
    bench_start();
    quicksort(a, a + n);
    bench_stop();
    bool right = is_sorted(a, n) && sum(a, n) == before;
    return bench_finish(right);
}
