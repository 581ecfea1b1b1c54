/*
 * Two logical threads that use the same lines, one after the other: N times each, so that cores could take a line N times from each
 * other, or 4/3 N where a load and a store are two accesses.
 *
 *   shared NAME N
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern void translated_thread(unsigned thread) __attribute__((weak));

enum { LINES = 8192, WORDS = 8 }; /* of each */

static uint64_t words[LINES * WORDS] __attribute__((aligned(64)));

enum { STONES = 1 << 18 };
struct stone {
    uint32_t weight, next;
    char rest[64];
};

/* A chain by numbers, of which most lines come from memory. */
static long chase(uint32_t at, long n)
{
    struct stone *stones = calloc(STONES, sizeof *stones);
    uint64_t random = 1;
    long sum = 0;
    for (uint32_t i = 0; i < STONES; i++)
        stones[i].next = i;
    for (uint32_t i = STONES - 1; i > 0; i--) { /* in one circle */
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint32_t k = (uint32_t)(random >> 33) % i, before = stones[i].next;
        stones[i].next = stones[k].next;
        stones[k].next = before;
    }
    for (long i = 0; i < n; i++) {
        sum += stones[at].weight;
        at = stones[at].next;
    }
    return sum + at;
}

int main(int argc, char **argv)
{
    long n = argc > 2 ? atol(argv[2]) : 0;
    volatile uint64_t *block = malloc(1000);
    if (!strcmp(argv[1], "chase"))
        words[0] = (uint64_t)chase(1, 10 * n);
    for (unsigned thread = 0; thread < 2; thread++) {
        volatile uint64_t *own = &words[thread], *apart = &words[8 * thread];
        if (translated_thread)
            translated_thread(thread);
        if (!strcmp(argv[1], "beside")) /* each its own word of a line */
            for (long i = 0; i < n; i++)
                ++*own;
        else if (!strcmp(argv[1], "heap"))
            for (long i = 0; i < n; i++)
                ++block[thread + 8];
        else if (!strcmp(argv[1], "turns")) /* the same of five lines, in turns */
            for (long i = 0; i < n; i++)
                ++own[i % 5 * WORDS];
        else if (!strcmp(argv[1], "spread")) /* of all lines */
            for (long i = 0; i < n; i++)
                ++own[i % LINES * WORDS];
        else if (!strcmp(argv[1], "rarely")) /* all read all lines, and seldom write to one */
            for (long i = 0; i < n; i++) {
                (void)own[i % LINES * WORDS];
                if (i % 1000 == 999)
                    own[i % LINES * WORDS] = 1;
            }
        else if (!strcmp(argv[1], "apart"))
            for (long i = 0; i < n; i++)
                ++*apart;
        else if (!strcmp(argv[1], "counter"))
            for (long i = 0; i < n; i++)
                __atomic_fetch_add(&words[0], 1, __ATOMIC_RELAXED);
        else if (!strcmp(argv[1], "readers"))
            for (long i = 0; i < n; i++)
                (void)*(volatile uint64_t *)words;
    }
    return 0;
}
