/* Stops itself for two seconds, as Ctrl-Z does: somebody else lets it go on. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    double x = 1;
#pragma omp parallel for schedule(static) num_threads(2) reduction(+ : x)
    for (int i = 0; i < 2; i++) {
        if (i == 0 && fork() == 0) {
            kill(getppid(), SIGSTOP);
            sleep(2);
            kill(getppid(), SIGCONT);
            _exit(0);
        }
        if (i == 0)
            usleep(100000); /* it is stopped in here, or before */
        for (int k = 0; k < 1000000; k++)
            x = x * 0.999 + k;
    }
    printf("%g\n", x);
    return 0;
}
