/* Start-up in the profiled process. */
#pragma once

#include "agent/process/modules.h"
#include "agent/sampler/sampler.h"

/* A front end finds out what its events cost: fills live->costs. 0 or -errno. */
typedef int sw_calibration(struct sw_live *live);

/*
 * The live range of this process: makes it, hands it over and calibrates at the first call. `taker` is
 * who gets samples, where there are to be any. NULL
 * when this process is not to be profiled or cannot be, after a message. Outside events.
 */
struct sw_live *sw_start(sw_calibration *calibrate, const struct sw_sample_taker *taker);

/* The program has gone into a sandbox (agent/calls/sandbox.h): no system call but those that it would make itself. */
extern __attribute__((visibility("hidden"))) bool sw_is_enclosed;

/* What the front end has under way ends then; NULL: nothing has. Set when its library is loaded. */
extern __attribute__((visibility("hidden"))) void (*sw_enclose_front)(void);

/* "spanwise: " + message on stderr, once; and events are switched off. */
void sw_give_up(struct sw_live *live, const char *message);
