/*
 * What a computation leaves behind: after many short ones, in this thread ('short') or each in a
 * thread of its own ('threads'), neither memory nor threads nor descriptors; and while the program
 * sleeps ('idle'), no use of a processor; and of many more workers than processors ('crowd') few look for
 * work at a time: what they use is in proportion to what there is to do. Prints what is too much; its status is 1 then.
 */
#include "tree.h"

#include <dirent.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WARM_UP 1000
#define IN_ALL  10000
#define DEPTH   8 /* of compute(DEPTH): so many calls that were spawned lead to a leaf, or fewer */

struct use {
    long memory_kb, mappings, threads, descriptors;
};

static long entries(const char *directory)
{
    long n = 0;
    DIR *d = opendir(directory);
    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n - 2;
}

static struct use look(void)
{
    struct use u = {0, 0, entries("/proc/self/task"), entries("/proc/self/fd")};
    char line[1000];
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        sscanf(line, "VmRSS: %ld", &u.memory_kb);
    if (f)
        fclose(f);
    f = fopen("/proc/self/maps", "r");
    while (f && fgets(line, sizeof line, f))
        u.mappings++;
    if (f)
        fclose(f);
    return u;
}

static int most(const char *what, long is, long may)
{
    if (is <= may)
        return 0;
    printf("%s: %ld, at most %ld\n", what, is, may);
    return 1;
}

static void *in_thread(void *unused)
{
    compute(DEPTH);
    return unused;
}

static void one(int in_threads)
{
    pthread_t t;
    if (!in_threads)
        compute(DEPTH);
    else if (pthread_create(&t, NULL, in_thread, NULL) || pthread_join(t, NULL))
        abort();
}

/*
 * Stacks come as they are needed, and so later than in the first thousand if chance has it: a worker has at most one, of two
 * mappings, for each call on the way to its leaf, and what a computation left behind would be there nine thousand times.
 */
static int leaves_nothing(int in_threads, long workers)
{
    struct use before = {0, 0, 0, 0}, after;
    for (int i = 0; i < IN_ALL; i++) {
        if (i == WARM_UP)
            before = look();
        one(in_threads);
    }
    after = look();
    return most("kB of memory", after.memory_kb, before.memory_kb + 1024) +
           most("mappings", after.mappings, before.mappings + 2 * DEPTH * workers) +
           most("threads", after.threads, workers + 1) +
           most("descriptors", after.descriptors, before.descriptors);
}

static long cpu_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int rests(void)
{
    int failed = 0;
    for (int i = 0; i < 2; i++) {
        compute(20);
        long begin = cpu_us();
        sleep(1);
        failed += most("us of processor time in a second of sleep", cpu_us() - begin, 10000);
    }
    compute(20);
    return failed;
}

/* 0.2 s; workers that all looked around at once used 32 s. */
static int makes_room(void)
{
    for (int i = 0; i < 5; i++)
        compute(25);
    return most("us of processor time", cpu_us(), 5000000);
}

int main(int argc, char **argv)
{
    const char *workers = getenv("CILK_NWORKERS");
    if (argc == 2 && !strcmp(argv[1], "idle"))
        return rests() != 0;
    if (argc == 2 && !strcmp(argv[1], "crowd"))
        return makes_room() != 0;
    if (argc == 2 && workers)
        return leaves_nothing(!strcmp(argv[1], "threads"), atol(workers)) != 0;
    return 2;
}
