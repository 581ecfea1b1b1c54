/* The line of each sampled function that the most goes through: its own, or a call's. */
#include "analysis/flame/parts.h"
#include "analysis/workspan/sites.h"
#include "base/libc.h"

static uint64_t own(const struct sw_profile *p, size_t path)
{
    uint64_t all = p->sampled.paths[path].on_work;
    if (p->effort.paths) {
        const struct sw_effort_path *e = &p->effort.paths[path];
        all += e->work + e->idle;
        for (int i = 0; i < SW_OVERHEADS; i++)
            all += e->overhead[i];
    }
    return all;
}

static void add_up(const struct sw_profile *p, uint64_t *paths, uint64_t *frames)
{
    const struct sw_sampled *s = &p->sampled;
    for (size_t i = s->n_paths; i-- > 0;) {
        paths[i] += own(p, i);
        frames[s->paths[i].frame] += paths[i];
        if (s->paths[i].caller)
            paths[s->paths[i].caller - 1] += paths[i];
    }
}

int sw_flame_is_generated(const struct sw_place *place)
{
    return !strcmp(sw_base_name(sw_string(place->file)), "<spanwise>");
}

static void choose(const struct sw_profile *p, const struct sw_functions *f, const uint64_t *frames,
                   uint64_t *most, const struct sw_place **places)
{
    for (size_t i = 0; i < p->sampled.n_frames; i++) {
        const uint32_t *number = &f->numbers[f->first[i]];
        const struct sw_place *place = &p->sampled.frames[i].place;
        for (; place; place = place->inlined_into, number++) {
            if (sw_flame_is_generated(place) || (places[*number] && frames[i] <= most[*number]))
                continue;
            most[*number] = frames[i];
            places[*number] = place;
        }
    }
}

const struct sw_place **sw_flame_places(const struct sw_profile *p, const struct sw_functions *f)
{
    SW_FREED uint64_t *paths = calloc(p->sampled.n_paths + 1, sizeof *paths);
    SW_FREED uint64_t *frames = calloc(p->sampled.n_frames + 1, sizeof *frames);
    SW_FREED uint64_t *most = calloc(f->n + 1, sizeof *most);
    const struct sw_place **places = calloc(f->n + 1, sizeof *places);
    if (paths && frames && most && places) {
        add_up(p, paths, frames);
        choose(p, f, frames, most, places);
    } else {
        free(places);
        places = NULL;
    }
    return places;
}
