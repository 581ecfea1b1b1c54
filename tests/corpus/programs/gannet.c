/* How often each class of letters is in the parts of two texts, side by side. */
#include "shared.h"

#include <cilk/cilk.h>
#include <string.h>

enum { TEXTS = 2, PARTS = 32, CLASSES = 2, LENGTH = 8192 };
static unsigned char text[LENGTH];

struct counts {
    uint32_t of[CLASSES];
#ifdef REPAIRED
    char apart[256 - CLASSES * sizeof(uint32_t)];
#endif
};
static struct counts counts[PARTS][TEXTS];

static void tally(struct counts *to, long times)
{
    for (long t = 0; t < times; t++)
        for (int i = 0; i < LENGTH; i++)
            to->of[text[i] % CLASSES] += text[i];
}

int main(int argc, char **argv)
{
    uint32_t x = 1;
    for (int i = 0; i < LENGTH; i++)
        text[i] = (unsigned char)((x = x * 1664525 + 1013904223) >> 24);
    long times = scaled(argc, argv, 600);
#pragma cilk grainsize 1
    cilk_for (int p = 0; p < TEXTS * PARTS; p++)
        tally(&counts[p % PARTS][p / PARTS], times);
    uint64_t sum = 0;
    for (int p = 0; p < TEXTS * PARTS; p++)
        for (int c = 0; c < CLASSES; c++)
            sum = sum * 31 + counts[p % PARTS][p / PARTS].of[c];
    return print_sum(sum);
}
