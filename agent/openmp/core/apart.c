/* Time that is not the program's work, as agent/cilk/apart.h has it: what a rank waits in MPI. */
#include "agent/openmp/core/process.h"
#include "agent/openmp/simulator/record.h"
#include "agent/openmp/simulator/sample.h"

#define EXPORT __attribute__((visibility("default")))

void spanwise_apart_begin(void);
void spanwise_apart_end(void);

static uint64_t begun; /* before the first region: when */

static struct sw_thread *meter_of(const struct sw_omp_thread *t)
{
    return t ? t->simulator->meter : NULL;
}

EXPORT void spanwise_apart_begin(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    if (!meter_of(t)) {
        begun = sw_meter_ticks();
        return;
    }
    sw_omp_enter();
    if (t->simulator->samples)
        t->simulator->samples->apart = true;
    t->simulator->exact = true;
    sw_omp_leave(t);
}

EXPORT void spanwise_apart_end(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    struct sw_thread *meter = meter_of(t);
    if (!meter) {
        sw_omp_process_apart(sw_meter_ticks() - begun);
        return;
    }
    if (t->simulator->samples)
        t->simulator->samples->apart = false;
    sw_meter_set_apart(meter);
}
