/*
 * watch-effects first|later|both LIBRARY PROGRAM...: runs a program under what watches it (agent/calls/), without the tool: as the first
 * run, as a later one that is stopped before it does what cannot be repeated, or one after the other. Prints a line for each: how it ended, whether all that was executed was seen, the number of its
 * effect, and to what.
 */
#include "live/effects.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct sw_effects *e;

static void run(char **argv, const char *library, enum sw_effects_mode mode)
{
    int status;
    e->mode = mode;
    e->run++;
    e->effect = SW_EFFECT_NONE;
    *e->name = '\0';
    e->expected = 1;
    e->arrived = 0;
    fflush(stdout);
    pid_t pid = fork();
    if (!pid) {
        int null = open("/dev/null", O_WRONLY);
        lseek(0, 0, SEEK_SET);
        if (mode != SW_EFFECTS_WATCH)
            dup2(null, 1);
        setenv("LD_PRELOAD", library, 1);
        execv(argv[0], argv);
        _exit(127);
    }
    waitpid(pid, &status, 0);
    printf("%s %s %u %s\n", status ? "failed" : "fine",
           e->expected == e->arrived ? "seen" : "unseen", e->effect, e->name);
}

int main(int argc, char **argv)
{
    char path[64], folder[SW_EFFECT_NAME];
    struct stat input;
    struct timespec began, now;
    int fd = memfd_create("spanwise", MFD_CLOEXEC);
    if (argc < 4 || ftruncate(fd, sizeof *e) < 0)
        return 2;
    e = mmap(NULL, sizeof *e, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    e->magic = SW_EFFECTS_MAGIC;
    e->tool = getpid();
    if (getcwd(folder, sizeof folder))
        strcpy(e->folder, folder);
    if (fstat(0, &input) == 0) {
        e->input[0] = input.st_dev;
        e->input[1] = input.st_ino;
        e->input_is_once = isatty(0) || S_ISFIFO(input.st_mode);
    }
    clock_gettime(CLOCK_REALTIME_COARSE, &began);
    do
        clock_gettime(CLOCK_REALTIME_COARSE, &now);
    while (now.tv_sec == began.tv_sec && now.tv_nsec == began.tv_nsec);
    e->began_s = began.tv_sec;
    e->began_ns = began.tv_nsec;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), fd);
    setenv(SW_EFFECTS_VARIABLE, path, 1);
    if (strcmp(argv[1], "later"))
        run(argv + 3, argv[2], SW_EFFECTS_WATCH);
    if (strcmp(argv[1], "first"))
        run(argv + 3, argv[2], SW_EFFECTS_GUARD);
    return 0;
}
