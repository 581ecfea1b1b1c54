/* How far each word of a list is from the nearest of a dictionary, in edits. */
#include "shared.h"

#include <cilk/cilk.h>

enum { WORDS = 2048, DICTIONARY = 24, LENGTH = 40 };
static char words[WORDS][LENGTH], dictionary[DICTIONARY][LENGTH];

static void fill(char *to, uint32_t seed)
{
    for (int i = 0; i < LENGTH; i++) {
        seed = seed * 1664525 + 1013904223;
        to[i] = (char)('a' + (seed >> 24) % 6);
    }
}

static int distance(const char *a, const char *b)
{
    int row[LENGTH + 1];
    for (int j = 0; j <= LENGTH; j++)
        row[j] = j;
    for (int i = 1; i <= LENGTH; i++) {
        int diagonal = row[0]++;
        for (int j = 1; j <= LENGTH; j++) {
            int best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[LENGTH];
}

static void compare_all(int *nearest, long words_given)
{
#ifndef REPAIRED
#pragma cilk grainsize 1024
#endif
    cilk_for (long w = 0; w < words_given; w++) {
        int least = LENGTH;
        for (int d = 0; d < DICTIONARY; d++) {
            int n = distance(words[w % WORDS], dictionary[(d + w / WORDS) % DICTIONARY]);
            if (n < least)
                least = n;
        }
        nearest[w] = least;
    }
}

int main(int argc, char **argv)
{
    for (int w = 0; w < WORDS; w++)
        fill(words[w], (uint32_t)w);
    for (int d = 0; d < DICTIONARY; d++)
        fill(dictionary[d], (uint32_t)d + 77777);
    long n = scaled(argc, argv, 2048 * 3);
    int *nearest = calloc((size_t)n, sizeof(int));
    compare_all(nearest, n);
    uint64_t sum = 0;
    for (long w = 0; w < n; w++)
        sum = sum * 31 + (uint64_t)nearest[w];
    free(nearest);
    return print_sum(sum);
}
