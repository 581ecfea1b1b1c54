/* The samples as somebody would annotate them, in one serial run: annotated KIND SEED FROM TO. */
#include "spanwise.h"

#include "tests/predict/sample.h"

#include <stdio.h>
#include <stdlib.h>

#define NAME(x) annotated_##x
#define PARALLEL
#define SECTION_BEGIN(label) PAR_SEC_BEGIN(label)
#define SECTION_END()        PAR_SEC_END(0)
#define TASK_BEGIN()         PAR_TASK_BEGIN("iteration")
#define TASK_END()           PAR_TASK_END()
#define LOCK_1_BEGIN()       LOCK_BEGIN(1)
#define LOCK_1_END()         LOCK_END(1)
#define LOCK_2_BEGIN()       LOCK_BEGIN(2)
#define LOCK_2_END()         LOCK_END(2)
#define DELAY(ns)            fake_delay(ns)
#include "tests/predict/loops.h"

int main(int argc, char **argv)
{
    struct sample sample;
    char label[40];
    if (argc != 5)
        return 2;
    fake_delay_calibrate();
    for (unsigned i = (unsigned)atoi(argv[3]); i < (unsigned)atoi(argv[4]); i++) {
        sample_make(&sample, atoi(argv[1]), strtoull(argv[2], NULL, 0), i);
        snprintf(label, sizeof label, "sample%u", i);
        annotated_run(&sample, label);
    }
    return 0;
}
