#include "tool/measure/keeper.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

pid_t sw_keeper_fork(void)
{
    fflush(NULL);
    pid_t keeper = fork();
    if (keeper == 0)
        setsid();
    return keeper;
}

#define OTHERS_NS 500000000 /* half of what Open MPI leaves them */

/* All of it, whatever signals come. */
static void sleep_for(long ns)
{
    struct timespec left = {ns / 1000000000, ns % 1000000000};
    while (nanosleep(&left, &left) < 0 && errno == EINTR)
        ;
}

bool sw_keeper_wait(pid_t keeper, int status)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM)
        sleep_for(OTHERS_NS);
    int end = 0;
    while (waitpid(keeper, &end, 0) < 0 && errno == EINTR)
        ;
    return end == 0;
}
