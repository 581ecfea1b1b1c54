/* What core, which is below all front ends, asks of them. Each library that has core in it has one of these. */
#pragma once

#include "agent/process/live_range.h"

struct sw_front {
    /* All is set up, on the program's first thread, before its own code. */
    void (*started)(struct sw_live *live);
    /* The program goes where it cannot be measured any more: the last moment to tell anybody, ... */
    void (*ends)(void);
    /* ... and when the last event was taken: its code becomes what it was. */
    void (*ended)(struct sw_live *live);
    /* The function takes no notes any more. 0 or -errno. Inside events. */
    int (*leave_out)(struct sw_live *live, const struct sw_live_function *function);
};

extern SW_HIDDEN const struct sw_front sw_front;
