/* Start-up and end of profiling in the profiled process. */
#include "agent/core/start.h"
#include "agent/calls/forked.h"
#include "agent/calls/sandbox.h"
#include "agent/core/counter.h"
#include "agent/core/enter.h"
#include "agent/core/framed.h"
#include "agent/core/front.h"
#include "agent/core/meter.h"
#include "agent/core/rates.h"
#include "agent/core/series.h"
#include "agent/core/thread.h"
#include "agent/process/live_range.h"
#include "agent/translate/memory.h"
#include "agent/translate/shared.h"
#include "agent/translate/translate.h"
#include "engine/tree/watch.h"
#include "live/leg.h"
#include "live/options.h"
#include "live/tree.h"
#include "profile/site_kind.h"

#include <stdlib.h>
#include <string.h>

#define EMULATED (8ull << 30) /* addresses for qemu, which has a table of pages */

bool sw_is_enclosed;
void (*sw_enclose_front)(void);

void sw_give_up(struct sw_live *live, const char *message)
{
    if (atomic_exchange(&live->stopped, 1))
        return;
    strncpy(live->trouble, message, sizeof live->trouble - 1);
    sw_say(message, "the program goes on unprofiled");
}

static bool fill_in(struct sw_live *live, const struct sw_live_options *options)
{
    struct sw_arena *arena = &live->arena;
    if (!SW_TAKE(arena, live->functions, SW_SITES_MAX) ||
        !SW_TAKE(arena, live->sites, SW_SITES_MAX) ||
        !SW_TAKE(arena, live->cilk.sleds, SW_LIVE_SLEDS) ||
        !SW_TAKE(arena, live->slots, 2 * SW_SITES_MAX) ||
        !SW_TAKE(arena, live->calls, SW_SITES_MAX))
        return false;
    atomic_store(&live->n_functions, 2); /* 1 is what the root calls */
    atomic_store(&live->n_sites, 2);     /* 1 is the root */
    live->sites[1].kind = SW_SITE_ROOT;
    live->most_numbers = options->workers > 1 ? SW_LEG_NUMBERS : SW_SITES_MAX;
    return true;
}

/* In a child after fork(): the range belongs to the parent. An exec starts a profile of its own. */
static void after_fork(void)
{
    if (sw_live)
        atomic_fetch_add(&sw_live->forks, 1);
    sw_live = NULL;
    sw_thread_self = &sw_thread_nobody;
}

static bool start_first_thread(struct sw_live *live)
{
    uint64_t depth = live->size / 16 / sizeof(struct sw_frame);
    struct sw_thread *t = sw_thread_make(live, depth, depth);
    if (!t)
        return false;
    if (live->options.tree && live->options.workers == 1 && !live->options.processors &&
        sw_live_tree_make(live, live->options.tree))
        sw_tree_watch(&t->own->strand, atomic_load(&live->tree)->tree);
    else if (live->memory && !live->options.processors) {
        sw_series_watch(&t->own->strand, live->options.cores);
        sw_framed_init_accesses(live);
    }
    if (live->memory) {
        sw_memory_before(sw_enter_notes);
        sw_framed_init_heap(live);
    }
    live->threads[0] = t;
    atomic_store(&live->n_threads, 1);
    sw_meter_start(live, t);
    sw_thread_self = t;
    return true;
}

static struct sw_live *start(const char *socket_path, sw_calibration *calibrate,
                             const struct sw_sample_taker *taker)
{
    int fd;
    struct sw_live_options options;
    sw_options_parse(&options, secure_getenv("SPANWISE_OPTIONS"));
    struct sw_live *live = sw_range_reserve(
        &options, options.meter == SW_METER_INSTRUCTIONS ? EMULATED : SW_LIVE_LARGEST, &fd);
    if (!live || !sw_range_hand_over(live, fd, socket_path, fill_in(live, &options)))
        return NULL;
    sw_live = live;
    sw_meter_init(live);
    sw_modules_note(live);
    sw_rates_read(live);
    const char *why;
    if (!sw_counter_init(live, &why)) {
        sw_give_up(live, why);
        return NULL;
    }
    int error = calibrate(live);
    if (!error && live->options.sample_rate)
        sw_sampling_init(live, taker); /* if not, the profile tells */
    if (live->memory && live->sampling.taker)
        sw_counter_sample_fills(live);
    if (error)
        sw_give_up(live, "cannot patch code in this process");
    else if (!start_first_thread(live))
        sw_give_up(live, "not enough memory to profile");
    else
        sw_front.started(live);
    sw_forked_add(after_fork);
    return atomic_load(&live->stopped) ? NULL : live;
}

struct sw_live *sw_start(sw_calibration *calibrate, const struct sw_sample_taker *taker)
{
    static bool tried;
    const char *socket_path = secure_getenv("SPANWISE_SOCKET");
    if (sw_live || tried || sw_is_enclosed || !socket_path || !*socket_path)
        return sw_live;
    tried = true;
    return start(socket_path, calibrate, taker);
}

/* The last strand's cost, and what was mapped while it ran. False: the thread has none. */
static bool end(struct sw_live *live)
{
    uint64_t now = sw_meter_now();
    struct sw_thread *t = sw_enter((uint64_t)__builtin_frame_address(0));
    if (!t)
        return false;
    uint64_t cost = sw_meter_cost(t, now, 0);
    sw_notes->settle(t);
    sw_event_pass(t->strand, cost);
    if (t->samples.sampler)
        sw_sampler_stop(t->samples.sampler);
    sw_memory_sum();
    sw_leave(t);
    sw_thread_freeze_all(live);
    sw_modules_note(live);
    return true;
}

/* The program ends by itself. In a static program its own destructors are to come before. */
static void __attribute__((destructor(101))) stop(void)
{
    if (sw_live && !sw_is_enclosed && end(sw_live))
        sw_live->ended = 1;
}

void spanwise_sandbox(void)
{
    struct sw_live *live = sw_live;
    if (sw_is_enclosed)
        return;
    if (sw_enclose_front)
        sw_enclose_front();
    if (live) {
        sw_front.ends();
        end(live);
        sw_samplers_close(live);
        sw_front.ended(live);
    }
    if (live && !atomic_exchange(&live->stopped, 1)) {
        strncpy(live->trouble, SW_SANDBOX, sizeof live->trouble - 1);
        sw_say(SW_SANDBOX, "it is not profiled from here on");
    }
    sw_thread_self = &sw_thread_nobody;
    sw_translate_enclose();
    sw_is_enclosed = true;
}
