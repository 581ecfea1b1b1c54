/* The block of regions and splits, which the program names by labels: agent/cilk/region.h, split.h. */
#ifndef SPANWISE_LIVE_REGIONS_H
#define SPANWISE_LIVE_REGIONS_H

#include "engine/strand/strand.h"

#define SW_LABEL_BYTES 64

struct sw_live_regions {
    _Atomic uint64_t ids;
    uint64_t lost;           /* that ended on another worker than they began on, before a sync */
    uint64_t lost_positions; /* asked for in stolen continuations: not from the program's start */
    char labels[SW_LABELS_MAX][SW_LABEL_BYTES]; /* of regions */
    char splits[SW_LABELS_MAX][SW_LABEL_BYTES];
    uint32_t n_labels, n_splits;
};

#endif
