/* SPANWISE_OPTIONS: how `spanwise run` tells the runtime what the user asked for. */
#ifndef SPANWISE_LIVE_OPTIONS_H
#define SPANWISE_LIVE_OPTIONS_H

#include "live/live.h"

#include <stddef.h>

#define SW_OPTIONS_DEFAULT                                 \
    (struct sw_live_options)                               \
    {                                                      \
        .budget_percent = 20, .burden = 5000, .workers = 1 \
    }

/* Samples a second: --rate. */
#define SW_RATE_DEFAULT 1000
#define SW_RATE_MOST    20000

/* As text ("spawns_only=0 budget_percent=20 ..."); returns the length, as snprintf does. */
int sw_options_format(const struct sw_live_options *options, char *text, size_t size);

/* Starts from the defaults; what it does not know it ignores. `text` may be NULL. */
void sw_options_parse(struct sw_live_options *options, const char *text);

#endif
