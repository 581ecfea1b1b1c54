#include "target/openmp/simulator/costs.h"
#include "live/live.h"

#include <stdlib.h>

/* In nanoseconds, in the order of the structure, separated by commas. */
void sw_omp_costs_read(struct sw_omp_costs *costs, const struct sw_live *live)
{
    uint64_t *const fields[] = {&costs->fork,           &costs->fork_thread, &costs->barrier,
                                &costs->barrier_thread, &costs->chunk,       &costs->task,
                                &costs->lock,           &costs->hand_over};
    const char *text = secure_getenv("SPANWISE_OPENMP_COSTS");
    for (size_t i = 0; text && *text && i < sizeof fields / sizeof *fields; i++) {
        char *end;
        *fields[i] = sw_live_to_ticks(live, strtoull(text, &end, 10));
        text = *end == ',' ? end + 1 : end;
    }
}
