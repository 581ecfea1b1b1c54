/*
 * What programs ask Cilk's scheduler, by the names of Cilk Plus and OpenCilk. In a program that is
 * linked by `spanwise cc` the scheduler answers. Elsewhere, as in a serial elision, all runs on worker
 * 0; but the number of workers is that of a parallel run here, because programs choose by it how finely
 * to cut their work.
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

/* The scheduler's; not there in a serial elision. */
extern int __spanwise_worker_number(void) __attribute__((__weak__));
extern int __spanwise_workers_here(int set) __attribute__((__weak__));

static inline int __cilkrts_get_nworkers(void)
{
    if (__spanwise_workers_here)
        return __spanwise_workers_here(0);
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
    return __spanwise_worker_number ? __spanwise_worker_number() : 0;
}

static inline int __cilkrts_running_on_workers(void)
{
    return 1;
}

static inline int __cilkrts_is_initialized(void)
{
    return 1;
}

/* Only "nworkers" has an effect, and only before the first spawn. */
static inline int __cilkrts_set_param(const char *name, const char *value)
{
    if (strcmp(name, "nworkers"))
        return 0;
    __spanwise_nworkers = atoi(value);
    if (__spanwise_workers_here)
        __spanwise_workers_here(__spanwise_nworkers);
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
