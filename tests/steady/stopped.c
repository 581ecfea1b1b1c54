/* Stops itself for two seconds, as Ctrl-Z does, in the midst of its work: somebody else lets it go on. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void let_it_go_on(pid_t who)
{
    sleep(2);
    while (kill(who, SIGCONT) == 0) /* the first may come before it has stopped */
        usleep(100000);
    _exit(0);
}

int main(void)
{
    double x = 1;
    pid_t self = getpid();
#pragma omp parallel for schedule(static) num_threads(2) reduction(+ : x)
    for (int i = 0; i < 2; i++) {
        if (i == 0 && fork() == 0)
            let_it_go_on(self);
        for (int k = 0; k < 1000000; k++) {
            x = x * 0.999 + k;
            if (i == 0 && k == 500000)
                raise(SIGSTOP);
        }
    }
    printf("%g\n", x);
    return 0;
}
