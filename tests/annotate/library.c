/* Annotated, in a library that is opened at run time. */
#include <spanwise.h>

void annotated(void);

static volatile long sink;

void annotated(void)
{
    PAR_SEC_BEGIN("opened");
    for (int i = 0; i < 10; i++) {
        PAR_TASK_BEGIN("in the library");
        for (int k = 0; k < 1000; k++)
            sink += k;
        PAR_TASK_END();
    }
    PAR_SEC_END();
}
