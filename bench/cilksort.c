/* Merge sort with a parallel merge: quarters sorted in parallel, merged pairwise, then together. */
#include "bench.h"

enum { SORT_CASE = 2048, MERGE_CASE = 2048, INSERTION_CASE = 20 };

void insertion_sort(uint32_t *a, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        uint32_t v = a[i];
        size_t j = i;
        for (; j > 0 && a[j - 1] > v; j--)
            a[j] = a[j - 1];
        a[j] = v;
    }
}

static uint32_t median(uint32_t a, uint32_t b, uint32_t c)
{
    if (a > b)
        return b > c ? b : a > c ? c : a;
    return a > c ? a : b > c ? c : b;
}

/* Returns k, 0 < k < n: a[0..k) <= a[k..n). */
size_t split(uint32_t *a, size_t n)
{
    uint32_t pivot = median(a[0], a[n / 2], a[n - 1]);
    size_t low = 0, high = n - 1;
    for (;;) {
        while (a[low] < pivot)
            low++;
        while (a[high] > pivot)
            high--;
        if (low >= high)
            return low ? low : 1;
        uint32_t v = a[low];
        a[low++] = a[high];
        a[high--] = v;
    }
}

void sort_serially(uint32_t *a, size_t n)
{
    while (n > INSERTION_CASE) {
        size_t k = split(a, n);
        sort_serially(a, k);
        a += k;
        n -= k;
    }
    insertion_sort(a, n);
}

void merge_serially(uint32_t *restrict out, const uint32_t *a, size_t na, const uint32_t *b,
                    size_t nb)
{
    while (na && nb) {
        if (*a <= *b) {
            *out++ = *a++;
            na--;
        } else {
            *out++ = *b++;
            nb--;
        }
    }
    memcpy(out, a, na * sizeof(*a));
    memcpy(out + na, b, nb * sizeof(*b));
}

/* How many of the sorted a[0..n) are less than v. */
size_t count_less(const uint32_t *a, size_t n, uint32_t v)
{
    size_t low = 0;
    while (n > low) {
        size_t middle = low + (n - low) / 2;
        if (a[middle] < v)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

void merge(uint32_t *out, const uint32_t *a, size_t na, const uint32_t *b, size_t nb)
{
    if (na < nb) {
        merge(out, b, nb, a, na);
        return;
    }
    if (na + nb <= MERGE_CASE) {
        merge_serially(out, a, na, b, nb);
        return;
    }
    size_t half = na / 2, less = count_less(b, nb, a[half]);
    cilk_spawn merge(out, a, half, b, less);
    merge(out + half + less, a + half, na - half, b + less, nb - less);
    cilk_sync;
}

void cilksort(uint32_t *a, uint32_t *scratch, size_t n)
{
    if (n <= SORT_CASE) {
        sort_serially(a, n);
        return;
    }
    size_t q = n / 4, last = n - 3 * q;
    cilk_spawn cilksort(a, scratch, q);
    cilk_spawn cilksort(a + q, scratch + q, q);
    cilk_spawn cilksort(a + 2 * q, scratch + 2 * q, q);
    cilksort(a + 3 * q, scratch + 3 * q, last);
    cilk_sync;
    cilk_spawn merge(scratch, a, q, a + q, q);
    merge(scratch + 2 * q, a + 2 * q, q, a + 3 * q, last);
    cilk_sync;
    merge(a, scratch, 2 * q, scratch + 2 * q, q + last);
}

static uint64_t sum(const uint32_t *a, size_t n)
{
    uint64_t s = 0;
    for (size_t i = 0; i < n; i++)
        s += a[i];
    return s;
}

static bool is_sorted(const uint32_t *a, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (a[i - 1] > a[i])
            return false;
    return true;
}

int main(int argc, char **argv)
{
    size_t n = (size_t)bench_size(argc, argv, 10000000, 1, 1000000000);
    uint32_t *a = bench_alloc(n, sizeof(*a)), *scratch = bench_alloc(n, sizeof(*a));
    cilk_for (size_t i = 0; i < n; i++)
        a[i] = (uint32_t)bench_hash(i);
    uint64_t before = sum(a, n);
    bench_start();
    cilksort(a, scratch, n);
    bench_stop();
    bool right = is_sorted(a, n) && sum(a, n) == before;
    return bench_finish(right);
}
