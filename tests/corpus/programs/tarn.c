/* Looks for a pattern with wildcards in many lines of text. */
#include "shared.h"

#include <cilk/cilk.h>

enum { LINES = 1024, LENGTH = 160 };
static char lines[LINES][LENGTH + 1];

static int matches(const char *text, const char *pattern)
{
    for (; *pattern; pattern++) {
        if (*pattern == '*') {
            for (; *text; text++)
                if (matches(text, pattern + 1))
                    return 1;
            return matches(text, pattern + 1);
        }
        if (!*text || (*pattern != '?' && *pattern != *text))
            return 0;
        text++;
    }
    return 1;
}

static void find(const char *pattern, int *found)
{
    cilk_for (int i = 0; i < LINES; i++)
        found[i] += matches(lines[i], pattern);
}

int main(int argc, char **argv)
{
    static const char *patterns[] = {"*ab*ca*e", "*a?c*dd*f", "*dcb*ag"};
    static int found[LINES];
    uint32_t x = 1;
    for (int i = 0; i < LINES; i++)
        for (int j = 0; j < LENGTH; j++)
            lines[i][j] = (char)('a' + ((x = x * 1664525 + 1013904223) >> 24) % 4);
    long times = scaled(argc, argv, 48);
    for (long t = 0; t < times; t++)
        find(patterns[t % 3], found);
    uint64_t sum = 0;
    for (int i = 0; i < LINES; i++)
        sum = sum * 31 + (uint64_t)found[i];
    return print_sum(sum);
}
