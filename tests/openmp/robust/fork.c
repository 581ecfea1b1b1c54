/* fork, vfork, exec, spawn, system and popen inside a region and after one. */
#define _GNU_SOURCE
#include "../constructs/suite.h"
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int waited(pid_t child)
{
    int status = -1;
    same(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void children(void)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(10 + (omp_get_thread_num() < omp_get_num_threads()));
    same(waited(child), 11);
    child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", "exit 12", (char *)NULL);
        _exit(1);
    }
    same(waited(child), 12);
    child = vfork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", "exit 13", (char *)NULL);
        _exit(1);
    }
    same(waited(child), 13);
    char *arguments[] = {(char *)"sh", (char *)"-c", (char *)"exit 14", NULL};
    same(posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ), 0);
    same(waited(child), 14);
    same(WEXITSTATUS(system("exit 15")), 15);
    char text[20] = "";
    FILE *f = popen("echo out of a pipe", "r");
    holds(fgets(text, sizeof text, f));
    same(strcmp(text, "out of a pipe\n"), 0);
    pclose(f);
}

int main(int argc, char **argv)
{
    int sum = 0;
    if (argc > 1) { /* what the program runs of itself */
#pragma omp parallel num_threads(2) reduction(+ : sum)
        sum++;
        return 20 + sum;
    }
#pragma omp parallel
    {
#pragma omp single
        children();
#pragma omp critical
        sum++;
    }
    same(sum, omp_get_max_threads());
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        children();
    }
#pragma omp parallel for schedule(dynamic) num_threads(2)
    for (int i = 0; i < 4; i++) {
        pid_t child = fork();
        if (child == 0)
            _exit(i);
        same(waited(child), i);
    }
    children();
    pid_t child = fork();
    if (child == 0) {
        execl(argv[0], argv[0], "child", (char *)NULL);
        _exit(1);
    }
    same(waited(child), 22);
    return finish();
}
