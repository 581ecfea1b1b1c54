/* Reads a table of text, then computes with its rows. */
#include "shared.h"

#include <pthread.h>
#include <string.h>

enum { ROWS = 1000, COLUMNS = 40 };
static char *text;
static double (*table)[COLUMNS];
static double *sums;
static long rows, threads;

static void load_rows(const char *from, long first, long last)
{
    for (long r = first; r < last; r++) {
        const char *at = from + r % ROWS * COLUMNS * 8;
        for (int c = 0; c < COLUMNS; c++) {
            char *end;
            table[r][c] = strtod(at, &end) + (double)(r / ROWS);
            at = end + 1;
        }
    }
}

static double compute(const double *row)
{
    double sum = 0;
    for (int k = 0; k < 40; k++)
        for (int c = 0; c < COLUMNS; c++)
            sum = sum * 0.999 + row[c] * (k + 1) / (c + 1);
    return sum;
}

static void *share(void *which)
{
    long first = rows * (long)which / threads, last = rows * ((long)which + 1) / threads;
#ifdef REPAIRED
    load_rows(text, first, last);
#endif
    for (long r = first; r < last; r++)
        sums[r] = compute(table[r]);
    return NULL;
}

int main(int argc, char **argv)
{
    text = malloc(ROWS * COLUMNS * 8 + 1);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        sprintf(text + i * 8, "%7.3f ", (double)((uint32_t)i * 7919u % 900000) / 1000);
    rows = scaled(argc, argv, 50000);
    table = malloc((size_t)rows * sizeof(*table));
    sums = malloc((size_t)rows * sizeof(*sums));
#ifndef REPAIRED
    load_rows(text, 0, rows);
#endif
    threads = threads_wanted();
    pthread_t *all = malloc((size_t)threads * sizeof(*all));
    for (long t = 0; t < threads; t++)
        pthread_create(&all[t], NULL, share, (void *)t);
    for (long t = 0; t < threads; t++)
        pthread_join(all[t], NULL);
    uint64_t sum = 0;
    for (long r = 0; r < rows; r++)
        sum = sum * 31 + (uint64_t)(sums[r] * 1000);
    return print_sum(sum);
}
