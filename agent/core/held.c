/* Keeps the profiler's signals away from a thread for a while, for instance during exec(). */
#include "agent/core/held.h"
#include "agent/calls/execute_all.h"
#include "agent/calls/hold.h"
#include "agent/core/libc.h"
#include "agent/process/live_range.h"
#include "agent/sampler/sampler.h"

void (*sw_held_begin)(void) = sw_held_samples_begin;
void (*sw_held_end)(void) = sw_held_samples_end;

static struct sw_sampler *sampler(void)
{
    struct sw_live *live = sw_live;
    return live && live->sampling.period_ns ? sw_sampler_here(live) : NULL;
}

void sw_held_samples_begin(void)
{
    struct sw_sampler *s = sampler();
    if (s)
        sw_sample_source_pause(&s->source);
}

void sw_held_samples_end(void)
{
    struct sw_sampler *s = sampler();
    if (s)
        sw_sample_source_go_on(&s->source);
}

static void begin(void)
{
    sw_held_begin();
}

static void end(void)
{
    sw_held_end();
}

__attribute__((weak)) __typeof__(spanwise_hold) spanwise_hold;

static __attribute__((constructor)) void tell(void)
{
    static const struct sw_hold_back all = {begin, end};
    static const struct sw_hold_back samples = {sw_held_samples_begin, sw_held_samples_end};
    if (spanwise_hold)
        spanwise_hold(&all, &samples);
}

/* The program becomes another: held.h. A call that has failed returns. */

#define EXECUTE(name, parameters, arguments)              \
    SW_DECLARE_IN_FRONT(int, name, parameters);           \
    int sw_##name parameters                              \
    {                                                     \
        name##_type *real;                                \
        *(void **)&real = SW_LIBC_NEXT(name);             \
        return SW_HELD(real arguments); /* keeps errno */ \
    }
SW_EXECUTE_VECTORS(EXECUTE)
SW_EXECUTE_LISTS
