#include "tool/keeper.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t sw_keeper_fork(void)
{
    fflush(NULL);
    pid_t keeper = fork();
    if (keeper == 0)
        setsid();
    return keeper;
}

#define OTHERS_US 500000 /* half of what Open MPI leaves them */

void sw_keeper_wait(pid_t keeper, int status)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM)
        usleep(OTHERS_US);
    while (waitpid(keeper, NULL, 0) < 0 && errno == EINTR)
        ;
}
