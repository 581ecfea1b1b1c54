/*
 * Annotations that do not match: wrong CASE. Each case says what is wrong, and at which lines: tests/annotate/wrong.sh
 * asks for those. The program itself goes on undisturbed, and returns 7.
 */
#include <spanwise.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile long sink;

static void spin(void)
{
    for (int i = 0; i < 1000; i++)
        sink += i;
}

/* clang-format off */
static void run(const char *what)
{
    if (!strcmp(what, "task-end-alone")) {
        PAR_SEC_BEGIN("s"); PAR_SEC_END();
        PAR_TASK_END();
    } else if (!strcmp(what, "section-end-alone")) {
        PAR_SEC_END();
    } else if (!strcmp(what, "task-end-in-section")) {
        PAR_SEC_BEGIN("s");
        PAR_TASK_END();
        PAR_SEC_END();
    } else if (!strcmp(what, "section-end-in-task")) {
        PAR_SEC_BEGIN("s");
        PAR_TASK_BEGIN("t");
        PAR_SEC_END();
    } else if (!strcmp(what, "task-outside")) {
        PAR_TASK_BEGIN("t");
        PAR_TASK_END();
    } else if (!strcmp(what, "task-in-task")) {
        PAR_SEC_BEGIN("s");
        PAR_TASK_BEGIN("t");
        PAR_TASK_BEGIN("u");
    } else if (!strcmp(what, "lock-crosses-task")) {
        PAR_SEC_BEGIN("s");
        LOCK_BEGIN(3);
        PAR_TASK_BEGIN("t");
        LOCK_END(3);
    } else if (!strcmp(what, "lock-kept")) {
        PAR_SEC_BEGIN("s");
        PAR_TASK_BEGIN("t");
        LOCK_BEGIN(3);
        PAR_TASK_END();
    } else if (!strcmp(what, "lock-of-another-task")) {
        LOCK_BEGIN(3);
        PAR_SEC_BEGIN("s");
        PAR_TASK_BEGIN("t");
        LOCK_END(3);
    } else if (!strcmp(what, "locks-cross")) {
        LOCK_BEGIN(3);
        LOCK_BEGIN(4);
        LOCK_END(3);
    } else if (!strcmp(what, "lock-free")) {
        PAR_SEC_BEGIN("s");
        LOCK_END(3);
    } else if (!strcmp(what, "section-never-ends")) {
        PAR_SEC_BEGIN("endless");
    } else if (!strcmp(what, "task-never-ends")) {
        PAR_SEC_BEGIN("s");
        PAR_TASK_BEGIN("endless");
        exit(7);
    } else if (!strcmp(what, "said-true")) {
        PAR_SEC_BEGIN("s");
        PAR_SEC_END(1 == 1);
        PAR_SEC_BEGIN("s");
        PAR_SEC_END(true);
    } else if (strcmp(what, "nothing")) {
        PAR_SEC_BEGIN("fine"); PAR_TASK_BEGIN("t"); spin(); PAR_TASK_END(); PAR_SEC_END();
    }
}
/* clang-format on */

int main(int argc, char **argv)
{
    spin();
    run(argc > 1 ? argv[1] : "");
    printf("done\n");
    return 7;
}
