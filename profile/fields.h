/* Fields of records that are 8-byte integers, in the order of the file: for who reads and who writes them. */
#ifndef SPANWISE_PROFILE_FIELDS_H
#define SPANWISE_PROFILE_FIELDS_H

#include "profile/simulation.h"

static const size_t sw_simulation_fields[] = {
    offsetof(struct sw_simulation, processors), offsetof(struct sw_simulation, threads),
    offsetof(struct sw_simulation, time),       offsetof(struct sw_simulation, work),
    offsetof(struct sw_simulation, span),       offsetof(struct sw_simulation, burdened_span),
    offsetof(struct sw_simulation, serial),     offsetof(struct sw_simulation, busy),
    offsetof(struct sw_simulation, longest),    offsetof(struct sw_simulation, wait),
    offsetof(struct sw_simulation, lock_wait),  offsetof(struct sw_simulation, overhead),
    offsetof(struct sw_simulation, regions),
};

static const size_t sw_construct_fields[] = {
    offsetof(struct sw_construct, count),
    offsetof(struct sw_construct, work),
    offsetof(struct sw_construct, total_work),
    offsetof(struct sw_construct, span),
    offsetof(struct sw_construct, burdened_span),
    offsetof(struct sw_construct, on_span),
    offsetof(struct sw_construct, count_on_span),
    offsetof(struct sw_construct, elapsed),
    offsetof(struct sw_construct, busy),
    offsetof(struct sw_construct, longest),
    offsetof(struct sw_construct, wait),
    offsetof(struct sw_construct, lock_wait),
    offsetof(struct sw_construct, overhead),
    offsetof(struct sw_construct, largest),
    offsetof(struct sw_construct, threads),
    offsetof(struct sw_construct, chunks),
    offsetof(struct sw_construct, iterations),
    offsetof(struct sw_construct, schedule),
    offsetof(struct sw_construct, chunk),
    offsetof(struct sw_construct, held),
    offsetof(struct sw_construct, lock),
    offsetof(struct sw_construct, at_once[0].n),
    offsetof(struct sw_construct, at_once[0].time),
    offsetof(struct sw_construct, at_once[0].idle),
    offsetof(struct sw_construct, at_once[1].n),
    offsetof(struct sw_construct, at_once[1].time),
    offsetof(struct sw_construct, at_once[1].idle),
    offsetof(struct sw_construct, workers),
    offsetof(struct sw_construct, occupied),
    offsetof(struct sw_construct, inner),
    offsetof(struct sw_construct, under_way),
    offsetof(struct sw_construct, mended),
    offsetof(struct sw_construct, without),
    offsetof(struct sw_construct, late),
};

enum {
    SW_SIMULATION_FIELDS = sizeof sw_simulation_fields / sizeof *sw_simulation_fields,
    SW_CONSTRUCT_FIELDS = sizeof sw_construct_fields / sizeof *sw_construct_fields
};

static inline uint64_t *sw_field(void *record, size_t offset)
{
    return (uint64_t *)((char *)record + offset);
}

#endif
