#include "analysis/workspan/serial_functions.h"
#include "analysis/workspan/sites.h"

struct phases {
    const struct sw_sampled *sampled;
    const struct sw_functions *functions;
    uint64_t *samples; /* of each path, with those of all that go on from it */
    uint64_t all;
};

/* Where a path's own frame is in the reader's code: what headers of the system have inlined is at its caller's line. NULL: nowhere. */
static const struct sw_place *own_place(const struct phases *p, size_t path)
{
    const struct sw_functions *f = p->functions;
    const struct sw_own *own = &f->own[path];
    uint32_t frame = p->sampled->paths[path].frame;
    bool is_there = own->at >= f->first[frame] && own->at < f->first[frame + 1];
    return is_there && own->place->line && !sw_functions_own(f, path)->library ? own->place : NULL;
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
            (double)p->samples[i] >= SW_PHASE_NEARLY_ALL * (double)p->all)
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
            callee = callee ? callee : called(&s->frames[s->paths[i].frame].place);
            below += p->samples[i];
        }
    return (double)below >= SW_PHASE_NEARLY_ALL * (double)p->all ? callee : NULL;
}

/* The most that one call of a function holds by itself: of samples in the innermost function of the reader's. */
static uint64_t largest_call(const struct phases *p, uint64_t *by_caller)
{
    const struct sw_sampled *s = p->sampled;
    uint64_t most = 0;
    for (size_t i = 0; i < s->n_paths; i++) {
        size_t at = i;
        while (!own_place(p, at) && s->paths[at].caller)
            at = s->paths[at].caller - 1;
        size_t caller = s->paths[at].caller ? s->paths[s->paths[at].caller - 1].frame : s->n_frames;
        by_caller[caller] += s->paths[i].serial;
        most = by_caller[caller] > most ? by_caller[caller] : most;
    }
    return most;
}

static void find(const struct phases *p, struct sw_serial_phase *phase)
{
    for (uint32_t at = next(p, 0); at; at = next(p, at)) {
        const struct sw_place *place = own_place(p, at - 1);
        const char *callee = place ? callee_of(p, at) : NULL;
        if (callee && strcmp(callee, "main") != 0)
            *phase = (struct sw_serial_phase){callee, place,
                                              (double)p->samples[at - 1] / (double)p->all};
    }
}

int sw_serial_phase_find(struct sw_serial_phase *phase, const struct sw_profile *profile)
{
    const struct sw_sampled *s = &profile->sampled;
    struct sw_functions functions;
    SW_FREED uint64_t *samples = calloc(s->n_paths + 1, sizeof *samples);
    SW_FREED uint64_t *by_caller = calloc(s->n_frames + 1, sizeof *by_caller);
    struct phases p = {.sampled = s, .functions = &functions, .samples = samples};
    *phase = (struct sw_serial_phase){.callee = NULL};
    int error = samples && by_caller ? sw_functions_make(&functions, profile) : -ENOMEM;
    if (error)
        return error;
    add_up(&p);
    if (p.all >= SW_SAMPLES_ENOUGH &&
        (double)p.all >= SW_PHASE_SPREAD * (double)largest_call(&p, by_caller))
        find(&p, phase);
    sw_functions_release(&functions);
    return 0;
}
