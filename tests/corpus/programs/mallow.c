/* The letters of some books, scrambled: most are short, and one is not. */
#include "shared.h"

#include <cilk/cilk.h>

enum { BOOKS = 240, PAGE = 1000 };

static uint64_t page_sum(long book, long page)
{
    uint32_t x = (uint32_t)(book * 7919 + page);
    uint64_t sum = 0;
    for (int i = 0; i < PAGE; i++) {
        x = (x ^ x >> 13) * 2654435761u + 97;
        sum += x >> 8;
    }
    return sum;
}

static long pages_of(long book)
{
    return book == BOOKS / 3 ? 180 : 1 + book % 5;
}

static void measure(uint64_t *sums, long edition)
{
#ifdef REPAIRED
    cilk_for (long b = 0; b < BOOKS; b++) {
        static uint64_t of_page[BOOKS][180];
        cilk_for (long p = 0; p < pages_of(b); p++)
            of_page[b][p] = page_sum(b + edition, p);
        for (long p = 0; p < pages_of(b); p++)
            sums[b] += of_page[b][p];
    }
#else
    cilk_for (long b = 0; b < BOOKS; b++)
        for (long p = 0; p < pages_of(b); p++)
            sums[b] += page_sum(b + edition, p);
#endif
}

int main(int argc, char **argv)
{
    static uint64_t sums[BOOKS];
    long editions = scaled(argc, argv, 250);
    for (long e = 0; e < editions; e++)
        measure(sums, e);
    uint64_t sum = 0;
    for (int b = 0; b < BOOKS; b++)
        sum = sum * 31 + sums[b];
    return print_sum(sum);
}
