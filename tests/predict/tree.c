/* The trees of samples as text, from the lengths that they ask for: tree KIND SEED FROM TO. */
#include "tests/predict/sample.h"

#include <stdio.h>
#include <stdlib.h>

#define NAME(x) tree_##x
#define PARALLEL
#define SECTION_BEGIN(label) printf(" section %s {\n", label)
#define SECTION_END()        printf("}\n")
#define TASK_BEGIN()         printf("task {")
#define TASK_END()           printf(" }\n")
#define LOCK_1_BEGIN()       printf(" lock 1 {")
#define LOCK_1_END()         printf(" }")
#define LOCK_2_BEGIN()       printf(" lock 2 {")
#define LOCK_2_END()         printf(" }")
#define DELAY(ns)            printf(" %.0f", ns)
#include "tests/predict/loops.h"

int main(int argc, char **argv)
{
    struct sample sample;
    char label[40];
    if (argc != 5)
        return 2;
    for (unsigned i = (unsigned)atoi(argv[3]); i < (unsigned)atoi(argv[4]); i++) {
        sample_make(&sample, atoi(argv[1]), strtoull(argv[2], NULL, 0), i);
        snprintf(label, sizeof label, "sample%u", i);
        tree_run(&sample, label);
    }
    return 0;
}
