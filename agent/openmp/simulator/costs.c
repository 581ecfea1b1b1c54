/* Reads the costs of OpenMP constructs that the tool has measured on this machine. */
#include "agent/openmp/simulator/costs.h"
#include "live/live.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {SW_OMP_COST_NAMES};
_Static_assert(sizeof names / sizeof *names == SW_OMP_COSTS, "each cost has a name");

/* Its number; that of the next one where it has no name, or one that is not known: SW_OMP_COSTS. */
static size_t find(const char *text, size_t length, size_t next)
{
    size_t i = length ? 0 : next;
    while (length && i < SW_OMP_COSTS &&
           (strlen(names[i]) != length || memcmp(names[i], text, length)))
        i++;
    return i;
}

/* [=][NAME=]NUMBER,... With the first sign they are in the meter's own unit, else nanoseconds, and nothing to other meters. */
void sw_omp_costs_read(struct sw_omp_costs *costs, const struct sw_live *live, bool is_time)
{
    uint64_t all[SW_OMP_COSTS] = {0};
    bool knows_one = false;
    const char *text = secure_getenv("SPANWISE_OPENMP_COSTS");
    bool plain = text && *text == '=';
    if (!plain && !is_time)
        text = NULL;
    for (size_t i = 0; text && *(text += plain && !i); text += *text == ',') {
        size_t item = strcspn(text, ","), name = strcspn(text, "=");
        size_t which = find(text, name < item ? name : 0, i++);
        char *end;
        uint64_t value = strtoull(name < item ? text + name + 1 : text, &end, 10);
        knows_one |= which == offsetof(struct sw_omp_costs, chunk_of_one) / sizeof *all;
        if (which < SW_OMP_COSTS)
            all[which] = plain ? value : sw_live_to_ticks(live, value);
        text += item;
    }
    memcpy(costs, all, sizeof all);
    if (!knows_one) /* else it may be nothing: libomp gives all of them at once */
        costs->chunk_of_one = costs->chunk;
    if (!costs->chunk)
        costs->chunk = costs->chunk_of_one;
    if (!costs->hand_over_empty)
        costs->hand_over_empty = costs->hand_over_back;
    if (!costs->queue_moved)
        costs->queue_moved = costs->queue_busy;
    if (costs->task_make > costs->task)
        costs->task_make = costs->task;
}
