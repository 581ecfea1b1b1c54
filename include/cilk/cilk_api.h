/*
 * What programs ask Cilk's scheduler, by the names of Cilk Plus and OpenCilk. With Spanwise, as in
 * a serial elision, all runs on worker 0; but the number of workers is that of a parallel run here,
 * because programs choose by it how finely to cut their work.
 */
#ifndef SPANWISE_CILK_CILK_API_H
#define SPANWISE_CILK_CILK_API_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As __cilkrts_set_param had it; weak, to be one in all files that include this. */
__attribute__((__weak__)) int __spanwise_nworkers;

static inline int __cilkrts_get_nworkers(void)
{
    const char *given = getenv("CILK_NWORKERS");
    int n = __spanwise_nworkers;
    if (n <= 0 && given)
        n = atoi(given);
    if (n <= 0)
        n = (int)sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? n : 1;
}

static inline int __cilkrts_get_total_workers(void)
{
    return __cilkrts_get_nworkers();
}

static inline int __cilkrts_get_worker_number(void)
{
    return 0;
}

static inline int __cilkrts_running_on_workers(void)
{
    return 1;
}

static inline int __cilkrts_is_initialized(void)
{
    return 1;
}

/* Only "nworkers" has an effect: on what __cilkrts_get_nworkers says. */
static inline int __cilkrts_set_param(const char *name, const char *value)
{
    if (!strcmp(name, "nworkers"))
        __spanwise_nworkers = atoi(value);
    return 0;
}

static inline void __cilkrts_init(void)
{
}

static inline void __cilkrts_end_cilk(void)
{
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
