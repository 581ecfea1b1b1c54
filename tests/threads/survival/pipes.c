/* Threads that write where nobody reads any more: the signal kills the program, or it gets the error. */
#include "survival.h"

#include <signal.h>

static void *write_on(void *unused)
{
    static char block[1 << 14];
    for (;;)
        if (write(1, block, sizeof block) < 0) {
            CHECK(errno == EPIPE);
            break;
        }
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t all[3];
    signal(SIGPIPE, argc > 1 && !strcmp(argv[1], "error") ? SIG_IGN : SIG_DFL);
    for (int i = 0; i < 3; i++)
        all[i] = start(write_on, NULL);
    for (int i = 0; i < 3; i++)
        join(all[i]);
    dprintf(2, "ok\n");
    return 0;
}
