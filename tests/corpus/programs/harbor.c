/* Sorts records by a key that is computed from them. */
#include "shared.h"

#include <cilk/cilk.h>
#include <string.h>

enum { RECORDS = 300000, BLOCK = 2048, FEW = 64 };
static uint32_t records[RECORDS], spare[RECORDS];

static inline uint32_t key(uint32_t record)
{
    record = (record ^ record >> 16) * 0x7FEB352Du;
    record = (record ^ record >> 15) * 0x846CA68Bu;
    return record ^ record >> 16;
}

static void insert(uint32_t *a, long n)
{
    for (long i = 1; i < n; i++) {
        uint32_t record = a[i];
        long j = i;
        for (; j > 0 && key(a[j - 1]) > key(record); j--)
            a[j] = a[j - 1];
        a[j] = record;
    }
}

#ifdef REPAIRED
static void place(const uint32_t *a, uint32_t *to, long n, uint32_t middle, long low, long high)
{
    for (long i = 0; i < n; i++)
        to[key(a[i]) < middle ? low++ : high++] = a[i];
}
#endif

/* Those before the middle one to the left; how many they are. */
static long divide(uint32_t *a, uint32_t *other, long n, uint32_t middle)
{
#ifdef REPAIRED
    if (n > 4 * BLOCK) {
        long blocks = (n + BLOCK - 1) / BLOCK, low[RECORDS / BLOCK + 2];
        cilk_for (long b = 0; b < blocks; b++) {
            long mine = 0;
            for (long i = b * BLOCK; i < n && i < (b + 1) * BLOCK; i++)
                mine += key(a[i]) < middle;
            low[b + 1] = mine;
        }
        low[0] = 0;
        for (long b = 0; b < blocks; b++)
            low[b + 1] += low[b];
        cilk_for (long b = 0; b < blocks; b++) {
            long first = b * BLOCK, size = n - first < BLOCK ? n - first : BLOCK;
            place(a + first, other, size, middle, low[b], low[blocks] + first - low[b]);
        }
        cilk_for (long b = 0; b < blocks; b++)
            memcpy(a + b * BLOCK, other + b * BLOCK,
                   (size_t)(n - b * BLOCK < BLOCK ? n - b * BLOCK : BLOCK) * sizeof(*a));
        return low[blocks];
    }
#endif
    (void)other;
    long low = 0;
    for (long i = 0; i < n; i++) {
        uint32_t record = a[i];
        if (key(record) < middle) {
            a[i] = a[low];
            a[low++] = record;
        }
    }
    return low;
}

static void sort(uint32_t *a, uint32_t *other, long n)
{
    if (n <= FEW) {
        insert(a, n);
        return;
    }
    uint32_t x = key(a[0]), y = key(a[n / 2]), z = key(a[n - 1]);
    uint32_t middle = x < y ? (y < z ? y : x < z ? z : x) : (x < z ? x : y < z ? z : y);
    long low = divide(a, other, n, middle);
    if (low == 0)
        low = divide(a, other, n, middle + 1); /* all that are equal to it */
    if (n < BLOCK) {
        sort(a, other, low);
    } else {
        cilk_spawn sort(a, other, low);
    }
    sort(a + low, other + low, n - low);
    cilk_sync;
}

int main(int argc, char **argv)
{
    long rounds = scaled(argc, argv, 14);
    uint64_t sum = 0;
    for (long r = 0; r < rounds; r++) {
        for (uint32_t i = 0; i < RECORDS; i++)
            records[i] = i * 2654435761u + (uint32_t)r;
        sort(records, spare, RECORDS);
        for (int i = 0; i < RECORDS; i += 1000)
            sum = sum * 31 + records[i];
    }
    return print_sum(sum);
}
