/* Loaded before all else: as on a processor that others want, a yield takes long, but none of the thread's own time. */
#include <sched.h>
#include <time.h>

int sched_yield(void)
{
    struct timespec others = {.tv_nsec = 2000000};
    return nanosleep(&others, NULL);
}
