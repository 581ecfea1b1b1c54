/* Puts the simulations of another profile of the same program into this one: sites, constructs and addresses are matched by file and place. */
#include "profile/join.h"
#include "base/order.h"
#include "profile/chunks.h"
#include "profile/locks.h"
#include "profile/whose.h"

uint64_t sw_profile_address(const struct sw_profile *into, const struct sw_profile *from,
                            uint64_t address)
{
    const struct sw_module *there = sw_module_of(from, address);
    const struct sw_module *here =
        there ? SW_FIRST(m, into->modules, into->n_modules, !strcmp(m->path, there->path)) : NULL;
    return here ? address - there->bias + here->bias : address;
}

/* Its first place is enough: what it was inlined into stays behind. */
static void copy_place(struct sw_place *to, const struct sw_place *from)
{
    struct sw_place first = *from;
    first.inlined_into = NULL;
    sw_place_copy(to, &first);
}

/* One that this run alone came to: without figures, which are those of the last run. */
static uint32_t add_site(struct sw_profile *into, const struct sw_site *site, uint64_t address)
{
    struct sw_site *more = reallocarray(into->sites, into->n_sites + 1, sizeof *more);
    if (!more)
        return SW_CONSTRUCT_NO_SITE;
    into->sites = more;
    more += into->n_sites;
    *more = (struct sw_site){.address = address, .callee = site->callee, .kind = site->kind};
    copy_place(&more->caller_place, &site->caller_place);
    copy_place(&more->callee_place, &site->callee_place);
    return (uint32_t)into->n_sites++;
}

static const char *text(const char *string)
{
    return string ? string : "";
}

static bool is_same_text(const char *a, const char *b)
{
    return !strcmp(text(a), text(b));
}

/* The name of a lock is not always found: "lock" is "lock Cache::m", too. */
static bool is_same_label(const char *a, const char *b)
{
    size_t n = strlen(SW_LOCK_LABEL);
    return is_same_text(a, b) || (!strncmp(a, SW_LOCK_LABEL, n) && !strncmp(b, SW_LOCK_LABEL, n) &&
                                  (!a[n] || !b[n]) && (a[n] == ' ' || b[n] == ' '));
}

bool sw_site_is_same_place(const struct sw_site *a, const struct sw_site *b)
{
    const struct sw_place *x = &a->caller_place, *y = &b->caller_place;
    return x->line && x->line == y->line && x->column == y->column && a->kind == b->kind &&
           is_same_text(x->file, y->file) && is_same_text(x->function, y->function) &&
           is_same_label(text(a->callee_place.function), text(b->callee_place.function));
}

static void adopt_label(const struct sw_profile *p, struct sw_site *site, const struct sw_site *of)
{
    char *label = site->callee_place.function;
    if (strlen(text(of->callee_place.function)) <= strlen(text(label)))
        return;
    char *longer = strdup(of->callee_place.function);
    if (!longer)
        return; /* it stays without the name */
    sw_profile_release_string(p, label);
    site->callee_place.function = longer;
}

static uint32_t site_in(struct sw_profile *into, const struct sw_profile *from, uint32_t number)
{
    if (number == SW_CONSTRUCT_NO_SITE)
        return number;
    const struct sw_site *site = &from->sites[number];
    uint64_t address = sw_profile_address(into, from, site->address);
    for (size_t i = 0; i < into->n_sites; i++)
        if (sw_site_is_same_place(&into->sites[i], site) ||
            (into->sites[i].address == address && into->sites[i].kind == site->kind &&
             is_same_label(text(into->sites[i].callee_place.function),
                           text(site->callee_place.function)))) {
            adopt_label(into, &into->sites[i], site);
            return (uint32_t)i;
        }
    return add_site(into, site, address);
}

_Static_assert(SW_TRAFFIC_NO_SITE == SW_CONSTRUCT_NO_SITE, "site_in() leaves both alone");

/* Those of both by ascending processors. */
static bool is_next(const struct sw_profile *a, size_t i, const struct sw_profile *b, size_t k)
{
    return i < a->n_simulations &&
           (k == b->n_simulations || a->simulations[i].processors <= b->simulations[k].processors);
}

/* --- Lanes: what their threads ran in are paths of another run --- */

static uint32_t frame_in(struct sw_profile *into, const struct sw_profile *from, uint32_t number)
{
    const struct sw_sampled_frame *frame = &from->sampled.frames[number];
    struct sw_sampled *s = &into->sampled;
    uint64_t address = sw_profile_address(into, from, frame->address);
    for (size_t i = 0; i < s->n_frames; i++)
        if (s->frames[i].address == address)
            return (uint32_t)i;
    struct sw_sampled_frame *more = reallocarray(s->frames, s->n_frames + 1, sizeof *more);
    if (!more)
        return UINT32_MAX;
    s->frames = more;
    more[s->n_frames].address = address;
    copy_place(&more[s->n_frames].place, &frame->place);
    return (uint32_t)s->n_frames++;
}

/* One more than the index of the same path, or 0 without memory; made if there is none: without samples, which are the last run's.
 * `known`: likewise, of those that were asked for before. */
static uint32_t path_in(struct sw_profile *into, const struct sw_profile *from, uint32_t *known,
                        uint32_t path)
{
    struct sw_sampled *s = &into->sampled;
    if (!path || known[path - 1])
        return path ? known[path - 1] : 0;
    uint32_t caller = path_in(into, from, known, from->sampled.paths[path - 1].caller);
    uint32_t frame = frame_in(into, from, from->sampled.paths[path - 1].frame);
    if (frame == UINT32_MAX || (!caller && from->sampled.paths[path - 1].caller))
        return 0;
    for (uint32_t i = caller; i < s->n_paths; i++)
        if (s->paths[i].caller == caller && s->paths[i].frame == frame)
            return known[path - 1] = i + 1;
    struct sw_sampled_path *more = reallocarray(s->paths, s->n_paths + 1, sizeof *more);
    if (!more)
        return 0;
    s->paths = more;
    more[s->n_paths++] = (struct sw_sampled_path){.caller = caller, .frame = frame};
    return known[path - 1] = (uint32_t)s->n_paths;
}

static int add_table(struct sw_profile *into, const struct sw_profile *from,
                     const struct sw_lane_table *table, uint32_t *known)
{
    size_t n = table->n * table->n_stretches;
    struct sw_lane_table *more = reallocarray(into->lanes, into->n_lanes + 1, sizeof *more);
    if (!more)
        return -ENOMEM;
    into->lanes = more;
    more += into->n_lanes++;
    *more = *table;
    more->lanes = calloc(table->n + 1, sizeof *more->lanes);
    more->cells = calloc(n + 1, sizeof *more->cells);
    if (!more->lanes || !more->cells)
        return -ENOMEM;
    memcpy(more->lanes, table->lanes, table->n * sizeof *more->lanes);
    memcpy(more->cells, table->cells, n * sizeof *more->cells);
    for (size_t i = 0; i < n; i++)
        more->cells[i].path = path_in(into, from, known, more->cells[i].path);
    return 0;
}

SW_ORDER(compare_runs, struct sw_lane_table, SW_RISING(x->run, y->run))

/* Their runs have new numbers: of ours, and of theirs. */
static int join_lanes(struct sw_profile *into, const struct sw_profile *from, const uint32_t *ours,
                      const uint32_t *theirs)
{
    SW_FREED uint32_t *known = calloc(from->sampled.n_paths + 1, sizeof *known);
    int error = known ? 0 : -ENOMEM;
    for (size_t i = 0; i < into->n_lanes; i++)
        into->lanes[i].run = ours[into->lanes[i].run];
    for (size_t i = 0; !error && i < from->n_lanes; i++) {
        error = add_table(into, from, &from->lanes[i], known);
        into->lanes[into->n_lanes - 1].run = theirs[from->lanes[i].run];
    }
    if (into->n_lanes)
        qsort(into->lanes, into->n_lanes, sizeof *into->lanes, compare_runs);
    return error;
}

int sw_profile_join_simulations(struct sw_profile *into, const struct sw_profile *from)
{
    size_t n = into->n_simulations + from->n_simulations;
    size_t n_constructs = into->n_constructs + from->n_constructs;
    SW_FREED struct sw_simulation *simulations = calloc(n + 1, sizeof *simulations);
    SW_FREED struct sw_construct *constructs = calloc(n_constructs + 1, sizeof *constructs);
    SW_FREED uint32_t *of_ours = calloc(n + 1, sizeof *of_ours);
    size_t theirs = 0, ours = 0, to = 0;
    if (!simulations || !constructs || !of_ours)
        return -ENOMEM;
    uint32_t *of_theirs = of_ours + into->n_simulations;
    for (size_t i = 0; i < n; i++) {
        bool is_theirs = is_next(from, theirs, into, ours);
        const struct sw_profile *p = is_theirs ? from : into;
        struct sw_simulation *s = &simulations[i];
        *(is_theirs ? &of_theirs[theirs] : &of_ours[ours]) = (uint32_t)i;
        *s = p->simulations[is_theirs ? theirs++ : ours++];
        for (size_t k = 0; k < s->n; k++) {
            struct sw_construct *c = &constructs[to + k];
            *c = p->constructs[s->first + k];
            c->run = (uint32_t)i;
            if (is_theirs) {
                c->site = site_in(into, from, c->site);
                c->late = 0; /* a path of theirs */
            }
        }
        s->first = (uint32_t)to;
        to += s->n;
    }
    free(into->simulations);
    free(into->constructs);
    into->simulations = simulations;
    into->constructs = constructs;
    simulations = NULL;
    constructs = NULL;
    into->n_simulations = n;
    into->n_constructs = to;
    return join_lanes(into, from, of_ours, of_theirs);
}

int sw_profile_take_memory(struct sw_profile *into, const struct sw_profile *from)
{
    sw_profile_drop_memory(into);
    struct sw_memory_pass *m = &into->memory;
    int error = sw_memory_copy(m, from);
    if (error) {
        sw_profile_drop_memory(into);
        return error;
    }
    for (size_t i = 0; i < m->n_sites; i++)
        m->sites[i].address = sw_profile_address(into, from, m->sites[i].address);
    for (size_t i = 0; i < m->n_loops; i++) {
        m->loops[i].first = sw_profile_address(into, from, m->loops[i].first);
        m->loops[i].last = sw_profile_address(into, from, m->loops[i].last);
    }
    for (size_t i = 0; i < m->n_pieces; i++)
        m->pieces[i].site = site_in(into, from, m->pieces[i].site);
    SW_EACH (s, m->shared, m->n_shared) {
        s->site = site_in(into, from, s->site);
        s->allocated = sw_profile_address(into, from, s->allocated);
        for (int k = 0; k < SW_SHARED_CALLERS; k++)
            s->callers[k] = sw_profile_address(into, from, s->callers[k]);
        s->frame = sw_profile_address(into, from, s->frame);
        for (int k = 0; k < 2; k++)
            s->uses[k].address = sw_profile_address(into, from, s->uses[k].address);
    }
    for (size_t i = 0; i < m->paths.n_frames; i++)
        m->paths.frames[i].address = sw_profile_address(into, from, m->paths.frames[i].address);
    for (size_t i = 0; i < m->paths.n_paths; i++)
        m->paths.paths[i].piece = 0;
    return 0;
}
