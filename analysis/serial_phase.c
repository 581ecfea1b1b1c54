#include "analysis/serial_phase.h"

#include "analysis/functions.h"
#include "analysis/sites.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NEARLY_ALL 0.9 /* of the samples */
#define SPREAD     2.5 /* times what the largest call of one function holds by itself */

struct phases {
    const struct sw_sampled *sampled;
    uint64_t *samples; /* of each path, with those of all that go on from it */
    uint64_t all;
};

static const struct sw_place *place_of(const struct sw_sampled *s, size_t path)
{
    return &s->frames[s->paths[path].frame].place;
}

static bool is_known(const struct sw_place *place)
{
    return place->line && *sw_string(place->file);
}

/* The function as it was called, whatever was inlined into it. */
static const char *called(const struct sw_place *place)
{
    while (place->inlined_into)
        place = place->inlined_into;
    return sw_string(place->function);
}

/* Callers come before those that they call. */
static void add_up(struct phases *p)
{
    const struct sw_sampled *s = p->sampled;
    for (size_t i = s->n_paths; i-- > 0;) {
        p->samples[i] += s->paths[i].serial;
        if (s->paths[i].caller)
            p->samples[s->paths[i].caller - 1] += p->samples[i];
        else
            p->all += p->samples[i];
    }
}

/* The path that goes on from this one, 0 for none, with nearly all samples. Returns one more than its index, or 0. */
static uint32_t next(const struct phases *p, uint32_t from)
{
    for (size_t i = from; i < p->sampled->n_paths; i++)
        if (p->sampled->paths[i].caller == from &&
            (double)p->samples[i] >= NEARLY_ALL * (double)p->all)
            return (uint32_t)i + 1;
    return 0;
}

/* What is called there; NULL where most of it is code of the place itself. */
static const char *callee_of(const struct phases *p, uint32_t from)
{
    const struct sw_sampled *s = p->sampled;
    const char *callee = NULL;
    uint64_t below = 0;
    for (size_t i = from; i < s->n_paths; i++)
        if (s->paths[i].caller == from) {
            callee = callee ? callee : called(place_of(s, i));
            below += p->samples[i];
        }
    return (double)below >= NEARLY_ALL * (double)p->all ? callee : NULL;
}

/* The most that one call of a function holds by itself: of samples in the innermost function whose lines are known. */
static uint64_t largest_call(const struct phases *p, uint64_t *by_caller)
{
    const struct sw_sampled *s = p->sampled;
    uint64_t most = 0;
    for (size_t i = 0; i < s->n_paths; i++) {
        const struct sw_sampled_path *at = &s->paths[i];
        while (!is_known(&s->frames[at->frame].place) && at->caller)
            at = &s->paths[at->caller - 1];
        size_t caller = at->caller ? s->paths[at->caller - 1].frame : s->n_frames;
        by_caller[caller] += s->paths[i].serial;
        most = by_caller[caller] > most ? by_caller[caller] : most;
    }
    return most;
}

static void find(const struct phases *p, struct sw_serial_phase *phase)
{
    for (uint32_t at = next(p, 0); at; at = next(p, at)) {
        const struct sw_place *place = place_of(p->sampled, at - 1);
        const char *callee = is_known(place) ? callee_of(p, at) : NULL;
        if (callee && strcmp(callee, "main") != 0)
            *phase = (struct sw_serial_phase){callee, place,
                                              (double)p->samples[at - 1] / (double)p->all};
    }
}

int sw_serial_phase_find(struct sw_serial_phase *phase, const struct sw_profile *profile)
{
    const struct sw_sampled *s = &profile->sampled;
    struct phases p = {.sampled = s, .samples = calloc(s->n_paths + 1, sizeof *p.samples)};
    uint64_t *by_caller = calloc(s->n_frames + 1, sizeof *by_caller);
    *phase = (struct sw_serial_phase){.callee = NULL};
    if (p.samples && by_caller) {
        add_up(&p);
        if (p.all >= SW_SAMPLES_ENOUGH &&
            (double)p.all >= SPREAD * (double)largest_call(&p, by_caller))
            find(&p, phase);
    }
    int error = p.samples && by_caller ? 0 : -ENOMEM;
    free(p.samples);
    free(by_caller);
    return error;
}
