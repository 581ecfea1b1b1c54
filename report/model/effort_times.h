/* The columns of all times in a struct sw_effort_sums, wherever that is. */
#ifndef SPANWISE_REPORT_MODEL_EFFORT_TIMES_H
#define SPANWISE_REPORT_MODEL_EFFORT_TIMES_H

#include "report/model/site_names.h"

#define TIMES(type, at, key, csv)                                              \
    {key "work", csv "work", NULL, SW_COST, AT(type, at.work)},                \
        {key "idle", csv "idle", NULL, SW_COST, AT(type, at.idle)},            \
        {key "overhead.scheduling", csv "scheduling", NULL, SW_COST,           \
         AT(type, at.overhead[SW_OVERHEAD_SCHEDULE])},                         \
        {key "overhead.synchronization", csv "synchronization", NULL, SW_COST, \
         AT(type, at.overhead[SW_OVERHEAD_SYNCHRONIZE])},                      \
        {key "overhead.creation", csv "creation", NULL, SW_COST,               \
         AT(type, at.overhead[SW_OVERHEAD_CREATE])},                           \
        {key "waited", csv "waited", NULL, SW_COST, AT(type, at.waited)},      \
    {                                                                          \
        key "blamed", csv "blamed", NULL, SW_COST, AT(type, at.blamed)         \
    }

#endif
