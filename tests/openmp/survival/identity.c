/* Changes of the user and the groups, which libc makes in every thread of the process: between regions, inside, in
 * tasks that are nested deep, in children, and while another thread of the program is inside a region of its own. */
#define _GNU_SOURCE
#include "../constructs/suite.h"
#include <dirent.h>
#include <errno.h>
#include <grp.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#define OTHER 65534

static bool is_root, is_user; /* neither: of a container that has no other users */

/* All threads of the process, parked or not, have these. */
static void all_have(const char *field, unsigned effective)
{
    char name[300], line[300], want[40];
    DIR *tasks = opendir("/proc/self/task");
    struct dirent *task;
    sprintf(want, "\t%u", effective);
    while ((task = readdir(tasks))) {
        snprintf(name, sizeof name, "/proc/self/task/%s/status", task->d_name);
        FILE *f = *task->d_name == '.' ? NULL : fopen(name, "r");
        while (f && fgets(line, sizeof line, f))
            if (!strncmp(line, field, strlen(field))) /* the second number of four */
                same(strncmp(strchr(strchr(line, '\t') + 1, '\t'), want, strlen(want)), 0);
        if (f)
            fclose(f);
    }
    closedir(tasks);
}

static void fails(int result, int error)
{
    same(result, -1);
    same(errno, error);
}

/* What any user may, and what only root may; the one fails where the other does not. */
static void change(void)
{
    same(setgid(getgid()), 0);
    same(setuid(getuid()), 0);
    same(setegid(getgid()), 0);
    same(seteuid(getuid()), 0);
    same(setregid(-1, getgid()), 0);
    same(setreuid(-1, getuid()), 0);
    same(setresgid(-1, -1, -1), 0);
    same(setresuid(-1, -1, -1), 0);
    all_have("Gid:", getgid());
    if (is_root) {
        gid_t groups[100], before = getegid();
        int n = getgroups(100, groups);
        same(setegid(OTHER), 0);
        all_have("Gid:", OTHER);
        same(setegid(before), 0);
        all_have("Gid:", before);
        same(setgroups((size_t)n, groups), 0);
        same(seteuid(OTHER), 0);
        all_have("Uid:", OTHER);
        fails(setgroups(0, NULL), EPERM);
        same(seteuid(0), 0);
        same(initgroups("root", 0), 0);
        same(setgroups((size_t)n, groups), 0);
    }
    if (is_user) {
        fails(setuid(0), EPERM);
        fails(setresgid(0, 0, 0), EPERM);
    }
    all_have("Uid:", getuid());
}

static void regions(void)
{
    int sum = 0;
#pragma omp parallel reduction(+ : sum)
    sum++;
    same(sum, omp_get_max_threads());
    change();
}

static int waited(pid_t child)
{
    int status = -1;
    same(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

/* A child and its own child, both of which go on. */
static void generations(int more)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        change();
        regions();
        if (more)
            generations(more - 1);
        _exit(differences != 0);
    }
    same(waited(child), 0);
    regions();
}

static void inside(void)
{
    fflush(stdout);
    change();
    pid_t child = fork();
    if (child == 0) {
        change();
        pid_t grandchild = fork();
        if (grandchild == 0) {
            change();
            _exit(differences != 0);
        }
        same(waited(grandchild), 0);
        change();
        _exit(differences != 0);
    }
    same(waited(child), 0);
    same(WEXITSTATUS(system("exit 15")), 15);
    change();
}

/* What the signal to every thread puts on a stack is not put over what is there. */
static void keep(void)
{
#pragma omp parallel
    {
        volatile char room[64 << 10];
        size_t n = 0;
        for (size_t i = 0; i < sizeof room; i++)
            room[i] = (char)(i % 251);
#pragma omp barrier
#pragma omp single
        change();
        for (size_t i = 0; i < sizeof room; i++)
            n += room[i] == (char)(i % 251);
        same(n, sizeof room);
    }
}

/* So deep that its thread's stack does not suffice, where tasks run at once. */
static void nest(int depth)
{
    volatile char frame[3000];
    frame[0] = 1;
#pragma omp task if (0)
    {
        if (depth)
            nest(depth - 1);
        else
            change();
    }
    same(frame[0], 1);
}

/* Regions of another thread of the program's, none of which lets it go for long. */
static int stop;

static void *beside(void *done)
{
    while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
#pragma omp parallel num_threads(3)
        while (omp_get_thread_num() == 2 && !__atomic_load_n(&stop, __ATOMIC_ACQUIRE))
            __atomic_add_fetch((int *)done, 1, __ATOMIC_RELEASE);
    }
    return NULL;
}

static void two(void)
{
    pthread_t thread;
    int done = 0;
    same(pthread_create(&thread, NULL, beside, &done), 0);
    while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE))
        usleep(100);
    change();
#pragma omp parallel
#pragma omp critical
    change();
    __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
    same(pthread_join(thread, NULL), 0);
}

int main(void)
{
    gid_t groups[100];
    is_user = geteuid() != 0;
    is_root = !setegid(OTHER) && !setegid(0) && !seteuid(OTHER) && !seteuid(0) &&
              !setgroups((size_t)getgroups(100, groups), groups);
    regions();
    generations(1);
#pragma omp parallel
#pragma omp critical
    inside();
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        inside();
    }
#pragma omp parallel
#pragma omp single
    nest(1000);
    keep();
    two();
    regions();
    return finish();
}
