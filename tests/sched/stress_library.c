/* The C library in strands: memory, stdio, errno, setjmp; and threads of the program's own. */
#include "stress.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static NOINLINE uint64_t allocate(uint64_t seed)
{
    size_t n = (size_t)within(seed, 0, 1, 3000);
    unsigned char *p = malloc(n), *q;
    if (!p)
        return 0;
    fill_bytes(p, n < 64 ? n : 64, seed);
    busy(300);
    q = realloc(p, n + 100);
    if (!q)
        abort();
    uint64_t h = mix_bytes(seed, q, n < 64 ? n : 64);
    free(q);
    return h;
}

/* What a child allocates, its parent frees: on another worker as like as not. */
static NOINLINE uint64_t *hand_up(uint64_t seed)
{
    uint64_t *p = malloc(sizeof *p * (size_t)within(seed, 0, 1, 100));
    if (!p)
        abort();
    busy(200);
    *p = mix(seed, 8);
    return p;
}

static uint64_t memory(uint64_t seed)
{
    uint64_t r[20], *p[20], h = seed;
    for (uint64_t i = 0; i < 20; i++) {
        WATCH(r[i] = cilk_spawn allocate(derive(seed, i)));
        p[i] = cilk_spawn hand_up(derive(seed, i));
    }
    cilk_sync;
    for (int i = 0; i < 20; i++) {
        h = mix(mix(h, r[i]), *p[i]);
        free(p[i]);
    }
    return h;
}

static NOINLINE void print(char *to, size_t size, uint64_t seed)
{
    FILE *f = fmemopen(to, size, "w");
    if (!f)
        abort();
    fprintf(f, "%llu %g ", (unsigned long long)seed, (double)(seed % 1000) / 8);
    busy(200);
    fprintf(f, "%s %Lg", seed % 2 ? "odd" : "even", (long double)(seed % 77));
    fclose(f);
}
static NOINLINE uint64_t scan(const char *text)
{
    unsigned long long a;
    double b;
    return sscanf(text, "%llu %lf", &a, &b) == 2 ? mix(a, (uint64_t)(b * 8)) : 0;
}

static uint64_t stdio(uint64_t seed)
{
    char text[12][80] = {{0}};
    uint64_t r[12], h = seed;
    for (uint64_t i = 0; i < 12; i++)
        WATCH(cilk_spawn print(text[i], sizeof text[i], derive(seed, i)));
    cilk_sync;
    for (int i = 0; i < 12; i++)
        r[i] = cilk_spawn scan(text[i]);
    cilk_sync;
    for (int i = 0; i < 12; i++)
        h = mix_bytes(mix(h, r[i]), text[i], strlen(text[i]));
    return h;
}

/* Whoever else runs on this thread before and after: between is one strand, and its errno. */
static NOINLINE int keep_errno(int e)
{
    errno = e;
    busy(600);
    return errno - e;
}
static NOINLINE int fail(const char *number)
{
    errno = 0;
    busy(100);
    strtol(number, NULL, 10);
    return errno;
}

static uint64_t errors(uint64_t seed)
{
    int r[30], s[30];
    for (int i = 0; i < 30; i++) {
        WATCH(r[i] = cilk_spawn keep_errno(within(seed, (uint64_t)i, 1, 100)));
        s[i] = cilk_spawn fail(i % 2 ? "99999999999999999999" : "99");
    }
    cilk_sync;
    return mix_bytes(mix_bytes(seed, r, sizeof r), s, sizeof s);
}

static NOINLINE void leap(jmp_buf to, int n, int depth)
{
    busy(50);
    if (depth == 0)
        longjmp(to, n);
    if (depth > 0)
        leap(to, n, depth - 1);
}
static NOINLINE uint64_t jump(uint64_t seed)
{
    jmp_buf here;
    volatile uint64_t h = seed;
    int n = setjmp(here);
    if (n)
        h = mix(h, (uint64_t)n);
    if (n < 5)
        leap(here, n + 1, (int)(seed % 10));
    return h;
}

static uint64_t jumps(uint64_t seed)
{
    uint64_t r[15], s;
    for (uint64_t i = 0; i < 15; i++)
        WATCH(r[i] = cilk_spawn jump(derive(seed, i)));
    s = jump(seed);
    cilk_sync;
    return mix_bytes(s, r, sizeof r);
}

/* Jumps out of calls, past frames that spawned and have synced. */
static NOINLINE uint64_t tree(uint64_t seed, int depth)
{
    if (depth == 0)
        return jump(seed);
    uint64_t x = cilk_spawn tree(seed + 1, depth - 1), y = tree(seed + 2, depth - 1);
    cilk_sync;
    return mix(x, y);
}

struct errand {
    pthread_t thread;
    uint64_t seed, result;
};

static void *run_errand(void *of)
{
    struct errand *e = of;
    e->result = tree(e->seed, within(e->seed, 0, 1, 5));
    e->result = mix(e->result, errors(e->seed));
    e->result = mix(e->result, memory(e->seed + 1));
    return NULL;
}

/* Threads of the program, each with computations of its own, while this one has some too. */
static uint64_t threads(uint64_t seed)
{
    struct errand errands[4] = {{0}};
    int n = within(seed, 0, 1, 4);
    uint64_t h;
    for (int i = 0; i < n; i++) {
        errands[i].seed = derive(seed, (uint64_t)i);
        if (pthread_create(&errands[i].thread, NULL, run_errand, &errands[i]))
            abort();
    }
    h = tree(seed, 5);
    for (int i = 0; i < n; i++) {
        pthread_join(errands[i].thread, NULL);
        h = mix(h, errands[i].result);
    }
    return h;
}

const struct stress_case STRESS_TABLE(library)[] = {
    {"memory", memory}, {"stdio", stdio},     {"errors", errors},
    {"jumps", jumps},   {"threads", threads}, {NULL, NULL},
};
