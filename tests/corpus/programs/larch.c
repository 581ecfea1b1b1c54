/* Orders its items, then looks at each with those beside it. */
#include "shared.h"

#include <string.h>

enum { BLOCK = 16384 };
struct item {
    uint32_t key, number;
};

static int by_key(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

#ifdef REPAIRED
static void merge(const struct item *a, long n, const struct item *b, long m, struct item *to)
{
    while (n > 0 && m > 0)
        *to++ = by_key(a, b) <= 0 ? (n--, *a++) : (m--, *b++);
    memcpy(to, n ? a : b, (size_t)(n ? n : m) * sizeof(*to));
}

/* Half of what is merged, to each of two tasks: so is the last merge of all parallel. */
static void merge_halves(const struct item *a, long n, const struct item *b, long m,
                         struct item *to)
{
    if (n + m < BLOCK) {
        merge(a, n, b, m, to);
        return;
    }
    if (n < m) {
        merge_halves(b, m, a, n, to);
        return;
    }
    long i = n / 2, low = 0, high = m;
    while (low < high) {
        long middle = (low + high) / 2;
        if (by_key(&b[middle], &a[i]) < 0)
            low = middle + 1;
        else
            high = middle;
    }
#pragma omp task
    merge_halves(a, i, b, low, to);
    merge_halves(a + i, n - i, b + low, m - low, to + i + low);
#pragma omp taskwait
}
#endif

static void arrange(struct item *a, struct item *spare, long n)
{
#ifdef REPAIRED
    if (n > BLOCK) {
#pragma omp task
        arrange(a, spare, n / 2);
        arrange(a + n / 2, spare + n / 2, n - n / 2);
#pragma omp taskwait
        merge_halves(a, n / 2, a + n / 2, n - n / 2, spare);
        memcpy(a, spare, (size_t)n * sizeof(*a));
        return;
    }
#endif
    (void)spare;
    qsort(a, (size_t)n, sizeof(*a), by_key);
}

static uint64_t inspect(const struct item *items, long n)
{
    uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long i = 1; i < n; i++) {
        uint32_t x = items[i].key - items[i - 1].key;
        for (int k = 0; k < 400; k++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        sum += x;
    }
    return sum;
}

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 500000);
    struct item *items = malloc((size_t)n * sizeof(*items)),
                *spare = malloc((size_t)n * sizeof(*items));
    for (long i = 0; i < n; i++)
        items[i] = (struct item){(uint32_t)i * 2654435761u, (uint32_t)i};
#pragma omp parallel
#pragma omp single
    arrange(items, spare, n);
    uint64_t sum = inspect(items, n);
    free(items);
    free(spare);
    return print_sum(sum);
}
