/*
 * Runs the cases of stress.h, chosen at random, and compares each with its serial twin:
 *
 *     stress [-c CASE] [-n ITERATIONS] [-s SEED] [-t SECONDS] [-l] [-w]
 *
 * An iteration is all in its own seed, so a failure is tried again by `-n 1 -s` and the seed of its
 * message, with -c if the run had it. Each iteration runs in parallel several times for once in
 * serial; one in four runs several cases next to each other. -l lists the cases. -w gives the twins
 * another seed: every case must fail.
 */
#include "stress.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define REPEATS      4
#define MOST_AT_ONCE 8

static const struct {
    const struct stress_case *parallel, *serial;
} subjects[] = {
#define STRESS_ENTRY(subject) {stress_##subject, stress_##subject##_twin},
    STRESS_SUBJECTS(STRESS_ENTRY)};

static struct {
    const char *name;
    uint64_t (*parallel)(uint64_t), (*serial)(uint64_t);
} cases[100];
static int case_count;

static atomic_uint threads;
static atomic_ulong steals;
static _Thread_local unsigned thread;
static _Thread_local uint64_t delays;

__attribute__((noipa)) unsigned stress_thread(void)
{
    if (!thread)
        thread = atomic_fetch_add(&threads, 1) + 1;
    return thread;
}

__attribute__((noipa)) void stress_moved(unsigned before)
{
    if (stress_thread() != before)
        atomic_fetch_add_explicit(&steals, 1, memory_order_relaxed);
}

__attribute__((noipa)) void stress_busy(unsigned n)
{
    uint64_t r = derive(stress_thread(), delays++);
    for (unsigned left = (unsigned)(r >> 32) % (2 * n + 1); left; left--)
        __asm__ volatile("");
    if (r % 1024 == 0)
        sched_yield();
}

uint64_t mix_bytes(uint64_t h, const void *from, size_t size)
{
    const unsigned char *p = (const unsigned char *)from;
    for (size_t i = 0; i < size; i++)
        h = mix(h, p[i]);
    return h;
}

void fill_bytes(void *to, size_t size, uint64_t seed)
{
    unsigned char *p = (unsigned char *)to;
    for (size_t i = 0; i < size; i++)
        p[i] = (unsigned char)derive(seed, i);
}

static void gather(void)
{
    for (size_t s = 0; s < sizeof subjects / sizeof *subjects; s++)
        for (int i = 0; subjects[s].parallel[i].name; i++) {
            cases[case_count].name = subjects[s].parallel[i].name;
            cases[case_count].parallel = subjects[s].parallel[i].run;
            cases[case_count++].serial = subjects[s].serial[i].run;
        }
}

struct iteration {
    int at_once, chosen[MOST_AT_ONCE];
    uint64_t seed[MOST_AT_ONCE], want[MOST_AT_ONCE], got[MOST_AT_ONCE];
};

static void choose(struct iteration *it, uint64_t seed, int only)
{
    it->at_once = within(seed, 0, 0, 3) ? 1 : within(seed, 1, 2, MOST_AT_ONCE);
    for (int i = 0; i < it->at_once; i++) {
        it->seed[i] = derive(seed, (uint64_t)(100 + i));
        it->chosen[i] = only >= 0 ? only : within(it->seed[i], 999, 0, case_count - 1);
    }
}

static NOINLINE void side_by_side(struct iteration *it)
{
    for (int i = 0; i < it->at_once; i++)
        WATCH(it->got[i] = cilk_spawn cases[it->chosen[i]].parallel(it->seed[i]));
    cilk_sync;
}

static int compare(const struct iteration *it, uint64_t seed)
{
    const char *workers = getenv("CILK_NWORKERS");
    int failures = 0;
    for (int i = 0; i < it->at_once; i++) {
        if (it->got[i] == it->want[i])
            continue;
        printf("stress: %s is wrong: got %016llx, want %016llx, seed %llu, %d at once, "
               "CILK_NWORKERS=%s\n",
               cases[it->chosen[i]].name, (unsigned long long)it->got[i],
               (unsigned long long)it->want[i], (unsigned long long)seed, it->at_once,
               workers ? workers : "");
        fflush(stdout);
        failures++;
    }
    return failures;
}

static int iterate(uint64_t seed, int only, int wrong)
{
    struct iteration it;
    choose(&it, seed, only);
    for (int i = 0; i < it.at_once; i++)
        it.want[i] = cases[it.chosen[i]].serial(it.seed[i] ^ (uint64_t)wrong);
    for (int r = 0; r < REPEATS; r++) {
        memset(it.got, 0, sizeof it.got);
        if (it.at_once == 1) /* on its own, it begins a computation, or several */
            it.got[0] = cases[it.chosen[0]].parallel(it.seed[0]);
        else
            side_by_side(&it);
        if (compare(&it, seed))
            return 1;
    }
    return 0;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int find(const char *name)
{
    for (int i = 0; i < case_count; i++)
        if (!strcmp(cases[i].name, name))
            return i;
    fprintf(stderr, "stress: no case '%s', see stress -l\n", name);
    exit(2);
}

static int list(void)
{
    for (int i = 0; i < case_count; i++)
        puts(cases[i].name);
    return 0;
}

int main(int argc, char **argv)
{
    unsigned long iterations = 0, failures = 0, most = 0;
    uint64_t seed = 1;
    double end = 0;
    int option, only = -1, wrong = 0;
    gather();
    while ((option = getopt(argc, argv, "c:n:s:t:lw")) != -1)
        switch (option) {
        case 'c':
            only = find(optarg);
            break;
        case 'n':
            most = strtoul(optarg, NULL, 0);
            break;
        case 's':
            seed = strtoull(optarg, NULL, 0);
            break;
        case 't':
            end = now() + strtod(optarg, NULL);
            break;
        case 'l':
            return list();
        case 'w':
            wrong = 1;
            break;
        default:
            return 2;
        }
    if (!most && end == 0)
        most = 100;
    for (uint64_t s = seed; (!most || iterations < most) && (end == 0 || now() < end);
         s = derive(seed, iterations)) {
        failures += (unsigned long)iterate(s, only, wrong);
        iterations++;
    }
    if (failures)
        printf("%lu iterations, %lu wrong\n", iterations, failures);
    else
        printf("%lu iterations, all right, %lu steals seen\n", iterations, atomic_load(&steals));
    return failures || !iterations;
}
