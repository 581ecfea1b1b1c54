/*
 * Stands for libclang_rt.cilkscale: hooks that do nothing, functions of Cilkscale's that return
 * what no profiler would, and the numbering of functions, which stays this library's.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct wsp {
    int64_t work, span, burdened_span;
};

void __csi_init(void);
void __csi_init(void)
{
}

struct counts {
    int64_t n[16];
};
void __csi_unit_init(const char *file, struct counts counts);
void __csi_unit_init(const char *file, struct counts counts)
{
    (void)file;
    (void)counts;
}

void __csirt_unit_init(const char *file, int64_t n_functions, int64_t *first);
void __csirt_unit_init(const char *file, int64_t n_functions, int64_t *first)
{
    static int64_t next;
    struct counts counts = {{n_functions}};
    if (!next)
        __csi_init();
    *first = next;
    next += n_functions;
    __csi_unit_init(file, counts);
}

#define HOOK(name, ...)       \
    void name(__VA_ARGS__);   \
    void name(__VA_ARGS__)    \
    {                         \
        __asm__ volatile(""); \
    }
#pragma GCC diagnostic ignored "-Wunused-parameter"
HOOK(__csi_func_entry, int64_t function, uint64_t properties)
HOOK(__csi_func_exit, int64_t exit, int64_t function, uint64_t properties)
HOOK(__csi_detach, int64_t detach, unsigned region, uint64_t properties)
HOOK(__csi_task, int64_t task, int64_t detach, uint64_t properties)
HOOK(__csi_task_exit, int64_t exit, int64_t task, int64_t detach, unsigned region, uint64_t p)
HOOK(__csi_detach_continue, int64_t at, int64_t detach, unsigned region, uint64_t properties)
HOOK(__csi_before_sync, int64_t sync, unsigned region)
HOOK(__csi_after_sync, int64_t sync, unsigned region)

struct wsp wsp_getworkspan(void);
struct wsp wsp_getworkspan(void)
{
    return (struct wsp){-1, -1, -1};
}

struct wsp wsp_sub(struct wsp a, struct wsp b);
struct wsp wsp_sub(struct wsp a, struct wsp b)
{
    (void)a;
    (void)b;
    return (struct wsp){-2, -2, -2};
}

struct wsp wsp_add(struct wsp a, struct wsp b);
struct wsp wsp_add(struct wsp a, struct wsp b)
{
    (void)a;
    (void)b;
    return (struct wsp){-3, -3, -3};
}

void wsp_dump(struct wsp wsp, const char *tag);
void wsp_dump(struct wsp wsp, const char *tag)
{
    printf("the tool's %s: %lld\n", tag, (long long)wsp.work);
}

/* What C++ calls as std::cout << wsp: Cilkscale's own looks at its state, which nobody has made. */
void *_ZlsRSoRK5wsp_t(void *stream, const struct wsp *wsp);
void *_ZlsRSoRK5wsp_t(void *stream, const struct wsp *wsp)
{
    (void)wsp;
    puts("the tool's <<");
    return stream;
}

/* OpenCilk's runtime: how many workers loops take their grain for, where a worker's fiber has its header, and reducers. */
static struct fiber {
    void *worker, *frame;
} fiber __attribute__((aligned(64)));
__thread struct fiber *__cilkrts_current_fh;
#ifndef UNKNOWN
unsigned cilkg_nproc = 1;
#endif

__attribute__((constructor)) static void start(void)
{
    __cilkrts_current_fh = &fiber;
}

unsigned __cilkrts_get_nworkers(void);
unsigned __cilkrts_get_nworkers(void)
{
    return 1;
}

void __cilkrts_lock(void);
void __cilkrts_lock(void)
{
    static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
}

void __cilkrts_reducer_register_64(void *key, uint64_t size, void *identity, void *reduce);
void __cilkrts_reducer_register_64(void *key, uint64_t size, void *identity, void *reduce)
{
    (void)key, (void)size, (void)identity, (void)reduce;
}

void *__cilkrts_insert_new_view(void *table, uintptr_t key, size_t size, void (*identity)(void *),
                                void *reduce);
void *__cilkrts_insert_new_view(void *table, uintptr_t key, size_t size, void (*identity)(void *),
                                void *reduce)
{
    (void)table, (void)key, (void)reduce;
    void *made = aligned_alloc(64, (size + 63) & ~(size_t)63);
    if (made)
        identity(made);
    return made;
}
