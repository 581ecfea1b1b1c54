/* The machine's own OpenMP runtimes, by the functions that compiled code calls: of each what its compiler does. */
#ifndef SPANWISE_HELPERS_CALIBRATE_OPENMP_RUNTIME_H
#define SPANWISE_HELPERS_CALIBRATE_OPENMP_RUNTIME_H

#include <stdbool.h>

typedef void sw_omp_body(void *);

struct sw_omp_runtime {
    void (*parallel)(sw_omp_body *, void *, unsigned threads, unsigned flags);
    void (*barrier)(void);
    bool (*dynamic_start)(long from, long end, long step, long chunk, long *, long *);
    bool (*dynamic_next)(long *, long *);
    void (*loop_end)(void);
    bool (*ordered_start)(long from, long end, long step, long chunk, long *, long *);
    bool (*ordered_next)(long *, long *);
    void (*turn_start)(void);
    void (*turn_end)(void);
    void (*critical_start)(void);
    void (*critical_end)(void);
    void (*task)(sw_omp_body *, void *); /* one that waits, */
    void (*untied_task)(
        sw_omp_body *,
        void *); /* ... and one that is queued again before it does anything; NULL: as others */
    void (*taskwait)(void);
    int (*thread)(void);
    int (*threads)(void);
    void (*set_levels)(int);
};

/* gcc's, else clang's; or clang's only. False where there is none. */
bool sw_omp_runtime_find(struct sw_omp_runtime *omp, bool libomp);

#endif
