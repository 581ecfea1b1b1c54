/*
 * Sampled paths: a node a function, as in `--format=folded`: what was inlined is one too, and a function that calls
 * itself stays where it is. A sample is worth its share of the whole work, or span. Where the call is a site of the
 * profile (a spawn, at --level=sampled), the frame is that of the site.
 */
#include "analysis/flame/parts.h"
#include "analysis/workspan/functions.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "base/search.h"

/* A function, as it is called by a site. */
struct called {
    uint32_t function;
    uint32_t site; /* one more than its index; 0: no site of the profile */
    uint32_t line; /* of the caller, where frames are by line; 0: not known */
};

struct maker {
    struct sw_flame_builder *b;
    const struct sw_profile *p;
    struct sw_functions functions;
    uint32_t *by_address; /* one more than the index of sites, by address */
    size_t n_by_address;
    const struct sw_place **places; /* by function */
    struct called *of_frame;        /* by frame of the flame */
    size_t of_frame_room;
    uint32_t *slots; /* open addressing by what is called: one more than the frame */
    size_t n_slots;
    uint32_t *of_path;        /* by path: its node */
    uint64_t seen[2];         /* samples on work and on span so far, ... */
    double told[2];           /* ... and what they were worth */
    struct sw_flame_own *own; /* where nodes are by line */
    size_t n_own;
};

static int compare_addresses(const void *a, const void *b, void *sites)
{
    const struct sw_site *x = (const struct sw_site *)sites + *(const uint32_t *)a - 1;
    const struct sw_site *y = (const struct sw_site *)sites + *(const uint32_t *)b - 1;
    return SW_RISING(x->address, y->address);
}

static void sort_sites(struct maker *m)
{
    for (size_t i = 0; i < m->p->n_sites; i++)
        if (m->p->sites[i].address &&
            (m->p->sites[i].kind == SW_SITE_CALL || m->p->sites[i].kind == SW_SITE_SPAWN))
            m->by_address[m->n_by_address++] = (uint32_t)i + 1;
    qsort_r(m->by_address, m->n_by_address, sizeof *m->by_address, compare_addresses, m->p->sites);
}

/* The site there that calls a function of that name; 0: none. */
static uint32_t find_site(const struct maker *m, uint64_t address, const char *callee)
{
    size_t first =
        SW_BEFORE(m->n_by_address, i, m->p->sites[m->by_address[i] - 1].address < address);
    for (size_t i = first; i < m->n_by_address; i++) {
        const struct sw_site *site = &m->p->sites[m->by_address[i] - 1];
        if (site->address != address)
            break;
        if (!strcmp(sw_string(site->callee_place.function), callee))
            return m->by_address[i];
    }
    return 0;
}

static size_t slot_of(const struct maker *m, struct called called)
{
    uint64_t key = ((uint64_t)called.site << 32 | called.function) + ((uint64_t)called.line << 40);
    size_t i = (size_t)((key * 0x9e3779b97f4a7c15u) >> 20) & (m->n_slots - 1);
    for (; m->slots[i]; i = (i + 1) & (m->n_slots - 1)) {
        const struct called *at = &m->of_frame[m->slots[i] - 1];
        if (at->site == called.site && at->function == called.function && at->line == called.line)
            break;
    }
    return i;
}

static int grow(struct maker *m)
{
    size_t room = m->of_frame_room ? 2 * m->of_frame_room : 256;
    struct called *of_frame = realloc(m->of_frame, room * sizeof *of_frame);
    uint32_t *slots = calloc(2 * room, sizeof *slots);
    if (of_frame)
        m->of_frame = of_frame;
    if (!of_frame || !slots) {
        free(slots);
        return m->b->error = -ENOMEM;
    }
    free(m->slots);
    m->slots = slots;
    m->n_slots = 2 * room;
    m->of_frame_room = room;
    for (uint32_t i = 1; i < m->b->flame->n_frames; i++)
        m->slots[slot_of(m, m->of_frame[i])] = i + 1;
    return 0;
}

static uint32_t frame_of(struct maker *m, struct called called)
{
    const char *name = called.function < m->functions.n
                           ? m->functions.items[called.function].function
                           : "(outside main)";
    if (m->b->flame->n_frames + 1 >= m->of_frame_room && grow(m))
        return 0;
    size_t slot = slot_of(m, called);
    if (m->slots[slot])
        return m->slots[slot] - 1;
    const struct sw_place *place =
        called.site ? &m->p->sites[called.site - 1].caller_place : m->places[called.function];
    uint32_t frame =
        sw_flame_add_frame(m->b, name, place, called.site ? called.site - 1 : SW_FLAME_NO_SITE);
    if (!m->b->error) {
        m->b->flame->frames[frame].called = called.line;
        m->b->flame->frames[frame].library =
            sw_function_is_librarys(&m->functions, called.function);
        m->of_frame[frame] = called;
        m->slots[slot] = frame + 1;
    }
    return frame;
}

/* In the profile's unit: whole numbers that add up, whatever nodes they are put at. */
static double worth(struct maker *m, int side, uint64_t samples)
{
    uint64_t whole = side ? m->p->whole.span : m->p->whole.work;
    uint64_t all = side ? m->functions.span : m->functions.work;
    m->seen[side] += samples;
    double now = floor((double)m->seen[side] * ((double)whole / (double)all) + 0.5);
    double more = all && samples ? now - m->told[side] : 0;
    m->told[side] += more;
    return more;
}

/* The line in the function of that depth at a frame, 0 is the innermost. */
static uint32_t line_at(const struct maker *m, size_t frame, size_t depth)
{
    const struct sw_place *place = &m->p->sampled.frames[frame].place;
    while (depth--)
        place = place->inlined_into;
    return sw_flame_is_generated(place) ? 0 : place->line;
}

static void place_path(struct maker *m, size_t number)
{
    const struct sw_sampled *s = &m->p->sampled;
    const struct sw_sampled_path *path = &s->paths[number];
    const struct sw_functions *f = &m->functions;
    const struct sw_flame *flame = m->b->flame;
    uint32_t at = path->caller ? m->of_path[path->caller - 1] : 0;
    uint64_t from = path->caller ? s->frames[s->paths[path->caller - 1].frame].address : 0;
    size_t first = f->first[path->frame];
    uint32_t line = path->caller ? line_at(m, s->paths[path->caller - 1].frame, 0) : 0;
    for (size_t k = f->first[path->frame + 1]; k-- > first; from = 0) {
        struct called called = {.function = f->numbers[k], .line = m->b->by_line ? line : 0};
        line = line_at(m, path->frame, k - first);
        if (at && m->of_frame[flame->nodes[at].frame].function == called.function)
            continue;
        /* What calls that has no name where symbols were stripped, and is outside too. */
        if (sw_effort_is_outer(f->items[called.function].function)) {
            at = 0;
            continue;
        }
        if (from)
            called.site = find_site(m, from, f->items[called.function].function);
        uint32_t frame = frame_of(m, called);
        at = sw_flame_child(m->b, at, frame);
        if (m->b->error)
            return;
    }
    m->of_path[number] = at;
    if (!at && (path->on_work || path->on_span))
        at = sw_flame_child(m->b, 0, frame_of(m, (struct called){.function = (uint32_t)f->n}));
    if (m->b->error)
        return;
    struct sw_flame_own own = {at,
                               m->of_path[number] ? line : 0,
                               {worth(m, 0, path->on_work), worth(m, 1, path->on_span),
                                m->b->lost ? m->b->lost[number] : 0}};
    for (unsigned k = 0; k < flame->n_measures; k++)
        m->b->flame->nodes[at].self[k] += own.values[k];
    if (m->b->by_line && own.line)
        m->own[m->n_own++] = own;
}

void sw_flame_samples(struct sw_flame_builder *b, const struct sw_profile *p)
{
    SW_POOL(pool);
    const struct sw_sampled *s = &p->sampled;
    struct maker m = {.b = b, .p = p};
    b->error = sw_functions_make(&m.functions, p);
    if (b->error)
        return;
    SW_FREED const struct sw_place **places = m.places = sw_flame_places(p, &m.functions);
    SW_POOLED(&pool, m.by_address, p->n_sites);
    SW_POOLED(&pool, m.of_path, s->n_paths);
    SW_POOLED(&pool, m.own, b->by_line ? s->n_paths : 0);
    b->error = places ? pool.error : -ENOMEM;
    if (b->lost)
        sw_flame_measure(b, "lost");
    if (!b->error)
        sort_sites(&m);
    for (size_t i = 0; i < s->n_paths && !b->error; i++)
        place_path(&m, i);
    b->flame->samples[0] = m.functions.work;
    b->flame->samples[1] = m.functions.span;
    if (b->by_line && !b->error)
        sw_flame_split_lines(b, m.own, m.n_own);
    sw_functions_release(&m.functions);
    free(m.of_frame);
    free(m.slots);
}
