#include "target/core/held.h"
#include "target/process/live_range.h"
#include "target/sampler/sampler.h"

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
