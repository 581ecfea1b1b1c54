/*
 * Forks before, inside or after a computation, as its argument says; what the child then does is
 * the second argument. Ends with 0 if parent and child both come out right.
 */
#include "tree.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILD_STATUS  41
#define CHILD_SECONDS 20 /* a child that hangs is killed, and so is noticed */

static __attribute__((__noreturn__)) void child(const char *does)
{
    alarm(CHILD_SECONDS);
    if (!strcmp(does, "exec"))
        execl("/bin/sh", "sh", "-c", "exit 41", (char *)NULL);
    if (!strcmp(does, "compute"))
        compute(14);
    if (!strcmp(does, "exit"))
        exit(CHILD_STATUS);
    _exit(CHILD_STATUS);
}

/* 0, or 1 with a message. */
static int fork_once(const char *does)
{
    int status;
    pid_t pid = fork();
    if (pid == 0)
        child(does);
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        perror("fork");
        return 1;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == CHILD_STATUS)
        return 0;
    fprintf(stderr, "the child ended with %#x\n", (unsigned)status);
    return 1;
}

/* Leaves fork now and then, others compute. */
static __attribute__((__noinline__)) int inside(const char *does, int depth)
{
    if (depth == 0)
        return fork_once(does);
    int x = cilk_spawn inside(does, depth - 1);
    long y = fib(12);
    int z = depth == 3 ? inside(does, 0) : 0;
    cilk_sync;
    return x + z + (y != 144);
}

int main(int argc, char **argv)
{
    int failed = 0;
    if (argc != 3)
        return 2;
    printf("once\n");
    fflush(stdout); /* or each child would write it again */
    if (!strcmp(argv[1], "before"))
        failed = fork_once(argv[2]);
    compute(15);
    if (!strcmp(argv[1], "inside"))
        for (int i = 0; i < 5; i++)
            failed += inside(argv[2], 6);
    if (!strcmp(argv[1], "after"))
        for (int i = 0; i < 5; i++)
            failed += fork_once(argv[2]);
    compute(15);
    return failed != 0;
}
