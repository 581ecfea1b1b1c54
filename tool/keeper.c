#include "tool/keeper.h"

#include <errno.h>
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

void sw_keeper_wait(pid_t keeper)
{
    while (waitpid(keeper, NULL, 0) < 0 && errno == EINTR)
        ;
}
