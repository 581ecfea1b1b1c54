/* The library in the program: starts before main(), hands its range over, and sees the program's end. */
#include "agent/calls/forked.h"
#include "agent/calls/sandbox.h"
#include "agent/process/live_range.h"
#include "agent/process/modules.h"
#include "agent/process/ticks.h"
#include "agent/sample/record.h"
#include "live/options.h"

#include <stdlib.h>
#include <string.h>

#define RANGE (4ull << 30) /* addresses: for 4096 threads */

struct sw_live *sw_live;

static bool is_forked;

/* In a child after fork(): the range belongs to the parent. If the child executes a program, or makes threads, it gets a profile of its own. */
static void after_fork(void)
{
    if (sw_live)
        atomic_fetch_add(&sw_live->forks, 1);
    is_forked = sw_live || is_forked;
    sw_live = NULL;
    sw_worker_forget();
}

static void start(void)
{
    const char *socket_path = secure_getenv("SPANWISE_SAMPLE");
    struct sw_live_options options;
    int fd;
    sw_options_parse(&options, secure_getenv("SPANWISE_OPTIONS"));
    if (!socket_path || !*socket_path || !options.sample_rate)
        return;
    if (sw_sampling_is_held_back()) {
        sw_say("a program built with -fsanitize=thread cannot be sampled", "it goes on unprofiled");
        return;
    }
    struct sw_live *live = sw_range_reserve(&options, RANGE, &fd);
    if (!live || !sw_range_hand_over(live, fd, socket_path, true))
        return;
    sw_live = live;
    sw_meter_init(live);
    sw_modules_note(live);
    if (!sw_sampling_init(live, &sw_effort_taker))
        live->sampling.period_ns = 1000000000 / options.sample_rate; /* the profile tells */
    if (!sw_effort_init(live)) {
        sw_say("not enough memory to sample", "the program goes on unprofiled");
        sw_live = NULL;
        return;
    }
    live->effort->is_forked = is_forked;
    if (!is_forked)
        sw_forked_add(after_fork);
    sw_worker_start(NULL, 0);
}

struct sw_worker *sw_effort_follow(void)
{
    if (!is_forked || sw_live)
        return NULL;
    start();
    is_forked = sw_live; /* else it is not tried again */
    return sw_worker_known();
}

void __attribute__((constructor(101))) sw_effort_start(void)
{
    static bool is_tried;
    if (!is_tried) {
        is_tried = true;
        start();
    }
}

void spanwise_sandbox(void)
{
    struct sw_live *live = sw_live;
    if (!live || !live->effort || atomic_exchange(&live->stopped, 1))
        return;
    sw_effort_end(live);
    sw_delay_silence();
    sw_modules_note(live);
    sw_samplers_close(live);
    strncpy(live->trouble, SW_SANDBOX, sizeof live->trouble - 1);
    sw_say(SW_SANDBOX, "it is not sampled from here on");
}

static void __attribute__((destructor(101))) stop(void)
{
    struct sw_live *live = sw_live;
    if (!live || !live->effort || atomic_exchange(&live->stopped, 1))
        return;
    sw_effort_end(live);
    sw_worker_stop(sw_worker_self());
    live->ended = 1;
    sw_modules_note(live);
}
