/*
 * A serial program with two sections: one goes through an array of so many MB, one computes. It prints a sum, and
 * counts its runs in a file, where that is given.
 */
#include "spanwise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TASKS = 32 };

int main(int argc, char **argv)
{
    size_t n = (argc > 1 ? strtoul(argv[1], NULL, 10) : 64) << 17; /* words */
    FILE *runs = argc > 2 ? fopen(argv[2], "a") : NULL;
    if (runs) {
        fputs("run\n", runs);
        fclose(runs);
    }
    if (argc > 3) { /* ends well the first time only */
        FILE *before = fopen(argv[3], "r");
        if (before)
            return 3;
        before = fopen(argv[3], "w");
        if (before)
            fclose(before);
    }
    unsigned long *array = malloc(n * sizeof *array), sum = 0;
    volatile double x = 1;
    if (!array)
        return 1;
    memset(array, 1, n * sizeof *array);
    PAR_SEC_BEGIN("stream");
    for (size_t t = 0; t < TASKS; t++) {
        PAR_TASK_BEGIN("part");
        for (size_t i = n / TASKS * t; i < n / TASKS * (t + 1); i += 8)
            sum += array[i];
        PAR_TASK_END();
    }
    PAR_SEC_END();
    PAR_SEC_BEGIN("compute");
    for (int t = 0; t < TASKS; t++) {
        PAR_TASK_BEGIN("step");
        for (int i = 0; i < 100000; i++)
            x = x * 1.0000001;
        PAR_TASK_END();
    }
    PAR_SEC_END();
    printf("%lu\n", sum);
    return 0;
}
