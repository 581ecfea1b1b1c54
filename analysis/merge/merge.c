/* Merges the profiles of ranks: what each has beside sites, its modules and whether it may be merged; its sites; then the whole. */
#include "analysis/merge/merge.h"
#include "analysis/compare/match.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"

/*
 * Addresses are those of one process: libraries and the program lie elsewhere in the next. So the
 * whole has addresses of its own, those of the first profile; modules that come later are laid
 * behind all others, and what is in them moves there.
 */

#define NONE      ((size_t)-1)
#define ALIGNMENT 0x10000

static int same_module(const struct sw_module *a, const struct sw_module *b)
{
    if (a->build_id_size != b->build_id_size)
        return 0;
    return a->build_id_size ? !memcmp(a->build_id, b->build_id, a->build_id_size)
                            : !strcmp(sw_string(a->path), sw_string(b->path));
}

static size_t find_module(const struct sw_profile *whole, const struct sw_module *module)
{
    for (size_t i = 0; i < whole->n_modules; i++)
        if (same_module(&whole->modules[i], module))
            return i;
    return NONE;
}

/* Where nothing else is. */
static uint64_t free_address(const struct sw_profile *whole)
{
    uint64_t end = 0;
    for (size_t i = 0; i < whole->n_modules; i++)
        if (whole->modules[i].end > end)
            end = whole->modules[i].end;
    return (end + 2 * ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static int add_module(struct sw_merge *m, const struct sw_module *module, int is_first)
{
    struct sw_profile *w = &m->whole;
    struct sw_module *modules = realloc(w->modules, (w->n_modules + 1) * sizeof *modules);
    if (modules)
        w->modules = modules;
    uint8_t *foreign = realloc(m->foreign, w->n_modules + 1);
    if (foreign)
        m->foreign = foreign;
    char *path = strdup(sw_string(module->path));
    if (!modules || !foreign || !path) {
        free(path);
        return -ENOMEM;
    }
    struct sw_module copy = *module;
    copy.path = path;
    if (!is_first) {
        uint64_t by = free_address(w) - module->start / ALIGNMENT * ALIGNMENT;
        copy.start += by;
        copy.end += by;
        copy.bias += by;
    }
    foreign[w->n_modules] = !is_first || !module->build_id_size;
    modules[w->n_modules++] = copy;
    return 0;
}

/* Adds the modules of one more profile that the whole lacks. map[i]: which of them the i-th is. */
static int sw_merge_modules(struct sw_merge *m, const struct sw_profile *p, size_t *map)
{
    for (size_t i = 0; i < p->n_modules; i++) {
        map[i] = find_module(&m->whole, &p->modules[i]);
        if (map[i] != NONE)
            continue;
        map[i] = m->whole.n_modules;
        if (add_module(m, &p->modules[i], !m->n_ranks))
            return -ENOMEM;
    }
    return 0;
}

/* An address of the profile's, as the whole has it; *foreign is set where it does not tell which
 * place it is: another build, or no build-id. */
static uint64_t sw_merge_move(const struct sw_merge *m, const struct sw_profile *p,
                              const size_t *map, uint64_t address, int *foreign)
{
    const struct sw_profile *w = &m->whole;
    for (size_t i = 0; address && i < p->n_modules; i++) {
        const struct sw_module *module = &p->modules[i];
        if (address < module->start || address >= module->end)
            continue;
        *foreign |= m->foreign[map[i]];
        return address - module->bias + w->modules[map[i]].bias;
    }
    *foreign |= address != 0;
    for (size_t i = 0; i < w->n_modules; i++)
        if (address >= w->modules[i].start && address < w->modules[i].end)
            return 0; /* of no module: not to be taken for that one */
    return address;
}

/* What a profile has beside sites. The lists are short: they are searched from the start. */

enum { MOST_WARNINGS = 32 }; /* that differ: numbers in them may, from rank to rank */

static struct sw_region *find_region(struct sw_profile *w, const char *label)
{
    for (size_t i = 0; i < w->n_regions; i++)
        if (!strcmp(w->regions[i].label, label))
            return &w->regions[i];
    struct sw_region *regions = realloc(w->regions, (w->n_regions + 1) * sizeof *regions);
    if (!regions)
        return NULL;
    w->regions = regions;
    regions += w->n_regions;
    *regions = (struct sw_region){.label = strdup(label)};
    w->n_regions += regions->label != NULL;
    return regions->label ? regions : NULL;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static int sw_merge_regions(struct sw_merge *m, const struct sw_profile *profile)
{
    for (size_t i = 0; i < profile->n_regions; i++) {
        const struct sw_figures *more = &profile->regions[i].figures;
        struct sw_region *region = find_region(&m->whole, sw_string(profile->regions[i].label));
        if (!region)
            return -ENOMEM;
        struct sw_figures before = region->figures;
        sw_figures_add(&region->figures, more);
        region->figures.span = larger(before.span, more->span);
        region->figures.burdened_span = larger(before.burdened_span, more->burdened_span);
    }
    return 0;
}

static struct sw_unpatched *find_unpatched(struct sw_profile *w, const struct sw_place *place)
{
    for (size_t i = 0; i < w->n_unpatched; i++)
        if (!sw_place_compare(&w->unpatched[i].place, place))
            return &w->unpatched[i];
    struct sw_unpatched *all = realloc(w->unpatched, (w->n_unpatched + 1) * sizeof *all);
    if (!all)
        return NULL;
    w->unpatched = all;
    all += w->n_unpatched++;
    *all = (struct sw_unpatched){.calls = 0};
    return sw_place_copy(&all->place, place) ? NULL : all;
}

/* Adds the lists; `map` as above. */
static int sw_merge_unpatched(struct sw_merge *m, const struct sw_profile *profile,
                              const size_t *map)
{
    for (size_t i = 0; i < profile->n_unpatched; i++) {
        const struct sw_unpatched *more = &profile->unpatched[i];
        struct sw_unpatched *all = find_unpatched(&m->whole, &more->place);
        int foreign = 0;
        if (!all)
            return -ENOMEM;
        all->address = sw_merge_move(m, profile, map, more->address, &foreign);
        all->calls += more->calls;
    }
    return 0;
}

static int add_warning(struct sw_merge *m, const char *text, uint64_t rank)
{
    for (size_t i = 0; i < m->n_warnings; i++)
        if (!strcmp(m->warnings[i].text, text)) {
            m->warnings[i].n++;
            if (rank < m->warnings[i].rank)
                m->warnings[i].rank = rank;
            return 0;
        }
    if (m->n_warnings == MOST_WARNINGS) {
        m->n_warnings_left++;
        return 0;
    }
    struct sw_rank_warning *all = realloc(m->warnings, (m->n_warnings + 1) * sizeof *all);
    if (!all)
        return -ENOMEM;
    m->warnings = all;
    all += m->n_warnings;
    *all = (struct sw_rank_warning){strdup(text), rank, 1};
    m->n_warnings += all->text != NULL;
    return all->text ? 0 : -ENOMEM;
}

static int sw_merge_warnings(struct sw_merge *m, const struct sw_profile *profile, uint64_t rank)
{
    int error = 0;
    for (size_t i = 0; !error && i < profile->n_warnings; i++)
        error = add_warning(m, profile->warnings[i], rank);
    return error;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t mix_string(uint64_t hash, const char *string)
{
    for (; *string; string++)
        hash = (hash ^ (unsigned char)*string) * 1099511628211u;
    return mix(hash, 1);
}

static uint64_t hash_address(const struct sw_site *s)
{
    return mix(mix(mix(1, s->address), s->callee), s->kind);
}

static int same_address(const struct sw_site *a, const struct sw_site *b)
{
    return a->address == b->address && a->callee == b->callee && a->kind == b->kind;
}

static uint64_t hash_name(const struct sw_site *s)
{
    const struct sw_place *caller = &s->caller_place;
    uint64_t hash = mix_string(mix(2, s->kind), sw_string(caller->function));
    hash = mix_string(hash, sw_base_name(sw_string(caller->file)));
    hash = mix_string(hash, sw_string(s->callee_place.function));
    return mix(mix(hash, caller->line), caller->column);
}

static int same_name(const struct sw_site *a, const struct sw_site *b)
{
    const struct sw_place *x = &a->caller_place, *y = &b->caller_place;
    return a->kind == b->kind && x->line == y->line && x->column == y->column &&
           !strcmp(sw_string(x->function), sw_string(y->function)) &&
           !strcmp(sw_base_name(sw_string(x->file)), sw_base_name(sw_string(y->file))) &&
           !strcmp(sw_string(a->callee_place.function), sw_string(b->callee_place.function));
}

static int sw_site_has_name(const struct sw_site *s)
{
    return *sw_string(s->callee_place.function) || *sw_string(s->caller_place.function) ||
           *sw_string(s->caller_place.file);
}

static uint64_t hash(const struct sw_site_table *t, const struct sw_site *site)
{
    return t->by_name ? hash_name(site) : hash_address(site);
}

static int same(const struct sw_site_table *t, const struct sw_site *a, const struct sw_site *b)
{
    return t->by_name ? same_name(a, b) : same_address(a, b);
}

/* The slot of a site, or the free one where it belongs. */
static size_t *find_slot(const struct sw_site_table *t, const struct sw_profile *p,
                         const struct sw_site *site)
{
    size_t i = hash(t, site) & (t->n_slots - 1);
    while (t->slots[i] && !same(t, &p->sites[t->slots[i] - 1], site))
        i = (i + 1) & (t->n_slots - 1);
    return &t->slots[i];
}

/* The number of the site with the same key among those of the profile; SW_NO_SITE: none. */
static size_t sw_site_table_find(const struct sw_site_table *t, const struct sw_profile *p,
                                 const struct sw_site *site)
{
    if (!t->n_slots)
        return SW_NO_SITE;
    size_t slot = *find_slot(t, p, site);
    return slot ? slot - 1 : SW_NO_SITE;
}

/* Of two with one key, the first stays in the table. There must be room. */
static void sw_site_table_add(struct sw_site_table *t, const struct sw_profile *p, size_t number)
{
    size_t *slot = find_slot(t, p, &p->sites[number]);
    if (!*slot)
        *slot = number + 1;
}

/* Makes room for so many, and adds all of the profile's again. */
static int sw_site_table_fill(struct sw_site_table *t, const struct sw_profile *p, size_t room)
{
    free(t->slots);
    for (t->n_slots = 64; t->n_slots < 2 * room;)
        t->n_slots *= 2;
    t->slots = calloc(t->n_slots, sizeof *t->slots);
    if (!t->slots) {
        t->n_slots = 0;
        return -ENOMEM;
    }
    for (size_t i = 0; i < p->n_sites; i++)
        sw_site_table_add(t, p, i);
    return 0;
}

struct adding {
    struct sw_merge *merge;
    const struct sw_profile *profile;
    size_t *modules; /* of the profile's: which of the whole's it is */
};

/* Room for one more site. */
static int grow(struct sw_merge *m)
{
    struct sw_profile *w = &m->whole;
    size_t room = m->room ? 2 * m->room : 256;
    if (w->n_sites < m->room)
        return 0;
    struct sw_site *sites = realloc(w->sites, room * sizeof *sites);
    if (sites)
        w->sites = sites;
    struct sw_by_rank *by_rank = realloc(m->by_rank, room * sizeof *by_rank);
    if (by_rank)
        m->by_rank = by_rank;
    struct sw_site_now *now = realloc(m->now, room * sizeof *now);
    if (now)
        m->now = now;
    if (!sites || !by_rank || !now || sw_site_table_fill(&m->by_address, w, room) ||
        sw_site_table_fill(&m->by_name, w, room))
        return -ENOMEM;
    m->room = room;
    return 0;
}

/* The number of a new site; SW_NO_SITE: no memory. */
static size_t add_site(struct sw_merge *m, const struct sw_site *moved)
{
    if (grow(m))
        return SW_NO_SITE;
    size_t i = m->whole.n_sites++;
    struct sw_site *to = &m->whole.sites[i];
    *to = (struct sw_site){.address = moved->address,
                           .callee = moved->callee,
                           .kind = moved->kind,
                           .flags = moved->flags};
    m->by_rank[i] = (struct sw_by_rank){0};
    m->now[i] = (struct sw_site_now){0};
    if (sw_place_copy(&to->caller_place, &moved->caller_place) ||
        sw_place_copy(&to->callee_place, &moved->callee_place))
        return SW_NO_SITE;
    sw_site_table_add(&m->by_address, &m->whole, i);
    sw_site_table_add(&m->by_name, &m->whole, i);
    return i;
}

/* Where a site of the profile goes; SW_NO_SITE: no memory. */
static size_t place_site(struct adding *a, const struct sw_site *site)
{
    struct sw_merge *m = a->merge;
    struct sw_site moved = *site;
    int foreign = 0;
    moved.address = sw_merge_move(m, a->profile, a->modules, site->address, &foreign);
    moved.callee = sw_merge_move(m, a->profile, a->modules, site->callee, &foreign);
    int by_name = foreign && sw_site_has_name(site);
    size_t at = sw_site_table_find(by_name ? &m->by_name : &m->by_address, &m->whole, &moved);
    return at == SW_NO_SITE ? add_site(m, &moved) : at;
}

static void add_measure(struct sw_measure *to, const struct sw_measure *from)
{
    to->count += from->count;
    to->work += from->work;
    to->span += from->span;
}

static void add_side(struct sw_side *to, const struct sw_side *from)
{
    sw_figures_add(&to->top_site, &from->top_site);
    add_measure(&to->top_caller, &from->top_caller);
    add_measure(&to->local, &from->local);
}

/* Several of the profile may go to one. */
static int add_sites(struct adding *a, int is_slowest)
{
    struct sw_merge *m = a->merge;
    for (size_t i = 0; i < a->profile->n_sites; i++) {
        const struct sw_site *site = &a->profile->sites[i];
        size_t to = place_site(a, site);
        if (to == SW_NO_SITE)
            return -ENOMEM;
        add_side(&m->whole.sites[to].on_work, &site->on_work);
        if (is_slowest)
            add_side(&m->whole.sites[to].on_span, &site->on_span);
        m->now[to].count++;
        m->now[to].work += site->on_work.top_site.work;
        m->now[to].local_work += site->on_work.local.work;
    }
    return 0;
}

/* What the sites have on this rank. */
static void add_ranks(struct sw_merge *m, uint64_t rank)
{
    for (size_t i = 0; i < m->whole.n_sites; i++) {
        if (!m->now[i].count)
            continue;
        sw_spread_add(&m->by_rank[i].work, rank, m->now[i].work);
        sw_spread_add(&m->by_rank[i].local_work, rank, m->now[i].local_work);
        m->now[i] = (struct sw_site_now){0};
    }
}

/* Adds the sites of one more profile, and the functions that were taken out; what is on the span is replaced if its is the longest. */
static int sw_merge_sites(struct sw_merge *m, const struct sw_profile *profile, uint64_t rank,
                          int is_slowest)
{
    struct adding a = {.merge = m, .profile = profile};
    a.modules = calloc(profile->n_modules + 1, sizeof *a.modules);
    int error = a.modules ? sw_merge_modules(m, profile, a.modules) : -ENOMEM;
    for (size_t i = 0; is_slowest && i < m->whole.n_sites; i++)
        m->whole.sites[i].on_span = (struct sw_side){0};
    if (!error)
        error = add_sites(&a, is_slowest);
    if (!error)
        error = sw_merge_unpatched(m, profile, a.modules);
    if (!error)
        add_ranks(m, rank);
    free(a.modules);
    return error;
}

/* What is not to be merged, and why. */

struct refusal {
    char *why;
    size_t size;
};

static int refuse(const struct refusal *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int refuse(const struct refusal *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->why, r->size, format, args);
    va_end(args);
    return -EINVAL;
}

static const char *first_name(const struct sw_merge *m)
{
    return m->ranks[0].name;
}

static int check_meter(const struct sw_merge *m, const struct sw_profile *p, const char *name,
                       const struct refusal *r)
{
    const struct sw_profile *w = &m->whole;
    if (!strcmp(w->meter, sw_string(p->meter)) && !strcmp(w->unit, sw_string(p->unit)))
        return 0;
    return refuse(r,
                  "cannot merge '%s', measured in %s (meter '%s'), with '%s', in %s (meter '%s'): "
                  "measure all with the same meter",
                  first_name(m), w->unit, w->meter, name, sw_string(p->unit), sw_string(p->meter));
}

static int check_program(const struct sw_merge *m, const struct sw_profile *p, const char *name,
                         const struct refusal *r)
{
    const struct sw_profile *w = &m->whole;
    const char *a = sw_base_name(w->program), *b = sw_base_name(sw_string(p->program));
    enum sw_sameness same = sw_match_builds(w, p);
    if (m->force || same == SW_SAME || (same == SW_NOT_KNOWN && !strcmp(a, b)))
        return 0;
    if (strcmp(a, b))
        return refuse(
            r,
            "cannot merge two programs: '%s' is of '%s', '%s' of '%s'; --force merges them anyway",
            first_name(m), w->program, name, sw_string(p->program));
    return refuse(r,
                  "cannot merge two builds of '%s', in '%s' and '%s'; --force merges them anyway",
                  a, first_name(m), name);
}

static int check_rank(const struct sw_merge *m, const struct sw_profile *p, const char *name,
                      const struct refusal *r)
{
    int has = sw_profile_has_rank(p);
    if (has != (int)m->has_ranks)
        return refuse(r, "cannot merge '%s', which is of an MPI rank, with '%s', which is not",
                      has ? name : first_name(m), has ? first_name(m) : name);
    if (!has || m->force || m->whole.rank.size == p->rank.size)
        return 0;
    return refuse(r,
                  "cannot merge two runs: '%s' is of one with %" PRIu32 " ranks, '%s' of one with "
                  "%" PRIu32 "; --force merges them anyway",
                  first_name(m), m->whole.rank.size, name, p->rank.size);
}

static int sw_merge_check(const struct sw_merge *m, const struct sw_profile *p, const char *name,
                          char *why, size_t why_size)
{
    const struct refusal refusal = {why, why_size}, *r = &refusal;
    if (p->rank.merged)
        return refuse(r, "'%s' is a merge of %" PRIu32 " profiles: merge the originals instead",
                      name, p->rank.merged);
    if (!m->n_ranks)
        return 0;
    int error = check_meter(m, p, name, r);
    if (!error)
        error = check_program(m, p, name, r);
    return error ? error : check_rank(m, p, name, r);
}

/* Whether one more profile may be added: 0, or -EINVAL and a sentence in `why`. And, when all are
 * there and in order, whether no rank is there twice. */
static int sw_merge_check_ranks(const struct sw_merge *m, char *why, size_t why_size)
{
    const struct refusal r = {why, why_size};
    for (size_t i = 1; i < m->n_ranks; i++)
        if (m->ranks[i - 1].rank == m->ranks[i].rank)
            return refuse(&r,
                          "'%s' and '%s' are both of rank %" PRIu64
                          ": they are of two runs, or the same file twice",
                          m->ranks[i - 1].name, m->ranks[i].name, m->ranks[i].rank);
    return 0;
}

void sw_merge_init(struct sw_merge *m, int force)
{
    *m = (struct sw_merge){.force = force, .by_name.by_name = 1};
    sw_profile_init(&m->whole);
}

void sw_merge_release(struct sw_merge *m)
{
    for (size_t i = 0; i < m->n_ranks; i++) {
        free(m->ranks[i].name);
        free(m->ranks[i].host);
    }
    for (size_t i = 0; i < m->n_warnings; i++)
        free(m->warnings[i].text);
    free(m->ranks);
    free(m->warnings);
    free(m->by_rank);
    free(m->foreign);
    free(m->by_address.slots);
    free(m->by_name.slots);
    free(m->now);
    sw_profile_release(&m->whole);
    *m = (struct sw_merge){0};
}

static int copy(char **to, const char *text)
{
    char *string = strdup(sw_string(text));
    if (string)
        *to = string;
    return string ? 0 : -ENOMEM;
}

/* What the first one says stands for all. */
static int begin(struct sw_merge *m, const struct sw_profile *p)
{
    struct sw_profile *w = &m->whole;
    size_t n = 0;
    while (p->args && p->args[n])
        n++;
    w->front_end = sw_front_end_named(sw_profile_front_end(p)); /* the whole is of no samples */
    w->args = calloc(n + 1, sizeof *w->args);
    if (!w->args || copy(&w->program, p->program) || copy(&w->meter, p->meter) ||
        copy(&w->unit, p->unit) ||
        copy(&w->front_end_text, *sw_front_end_name(w->front_end) ? "" : p->front_end_text) ||
        copy(&w->level, p->level) || copy(&w->host, p->host) || copy(&w->tool, p->tool) ||
        copy(&w->rank.host, p->rank.host))
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        if (copy(&w->args[i], p->args[i]))
            return -ENOMEM;
    m->has_ranks = (uint32_t)sw_profile_has_rank(p);
    w->rank.size = p->rank.size;
    w->started_unix = p->started_unix;
    w->burden = p->burden;
    w->circumstances.workers = p->circumstances.workers;
    return copy(&w->rank.launcher, m->has_ranks ? p->rank.launcher : "files");
}

static void add_circumstances(struct sw_merge *m, const struct sw_circumstances *c)
{
    struct sw_circumstances *w = &m->whole.circumstances;
    w->events += c->events;
    w->events_dropped += c->events_dropped;
    w->events_elsewhere += c->events_elsewhere;
    w->overhead += c->overhead;
    w->preempted += c->preempted;
    w->call_cost_ps = larger(w->call_cost_ps, c->call_cost_ps);
    w->threads += c->threads;
    w->forks += c->forks;
    w->unprofiled_work += c->unprofiled_work;
    m->unprofiled += c->unprofiled_work != 0;
    w->max_depth = larger(w->max_depth, c->max_depth);
    w->memory += c->memory;
    w->workers = larger(w->workers, c->workers);
    w->steals += c->steals;
    w->spawn_cost_ps = larger(w->spawn_cost_ps, c->spawn_cost_ps);
    w->piece_cost_ps = larger(w->piece_cost_ps, c->piece_cost_ps);
    w->loop_cost_ps = larger(w->loop_cost_ps, c->loop_cost_ps);
    w->spawns_beside += c->spawns_beside;
    w->pieces_together += c->pieces_together;
    w->spawn_least_ps = larger(w->spawn_least_ps, c->spawn_least_ps);
}

static void note_differences(struct sw_merge *m, const struct sw_profile *p)
{
    const struct sw_profile *w = &m->whole;
    if (strcmp(w->level, sw_string(p->level)))
        m->differs |= SW_MERGE_LEVELS;
    if (w->burden != p->burden)
        m->differs |= SW_MERGE_BURDENS;
    if (w->circumstances.workers != p->circumstances.workers)
        m->differs |= SW_MERGE_WORKERS;
    if (strcmp(w->host, sw_string(p->host)))
        m->differs |= SW_MERGE_HOSTS;
}

/* Work, span and all that is one number; the span is that of the slowest. */
static void add_head(struct sw_merge *m, const struct sw_profile *p, uint64_t rank, int is_slowest)
{
    struct sw_profile *w = &m->whole;
    uint64_t span = is_slowest ? p->whole.span : w->whole.span;
    uint64_t burdened = larger(w->whole.burdened_span, p->whole.burdened_span);
    sw_figures_add(&w->whole, &p->whole);
    w->whole.count = 1;
    w->whole.span = span;
    w->whole.burdened_span = burdened;
    w->flags |= p->flags;
    if (p->status && !w->status)
        w->status = p->status;
    if (p->started_unix < w->started_unix)
        w->started_unix = p->started_unix;
    w->rank.apart += p->rank.apart;
    w->rank.time_ns = larger(w->rank.time_ns, p->rank.time_ns);
    add_circumstances(m, &p->circumstances);
    sw_spread_add(&m->work, rank, p->whole.work);
    sw_spread_add(&m->span, rank, p->whole.span);
    sw_spread_add(&m->apart, rank, p->rank.apart);
    sw_spread_add(&m->time, rank, p->rank.time_ns);
}

static int add_row(struct sw_merge *m, const struct sw_profile *p, const char *name, uint64_t rank)
{
    if (!(m->n_ranks & (m->n_ranks - 1))) {
        size_t room = m->n_ranks ? 2 * m->n_ranks : 1;
        struct sw_rank_row *rows = realloc(m->ranks, room * sizeof *rows);
        if (!rows)
            return -ENOMEM;
        m->ranks = rows;
    }
    struct sw_rank_row *row = &m->ranks[m->n_ranks++];
    *row = (struct sw_rank_row){.rank = rank,
                                .name = strdup(name),
                                .host = strdup(sw_string(p->rank.host)),
                                .whole = p->whole,
                                .apart = p->rank.apart,
                                .time_ns = p->rank.time_ns,
                                .flags = p->flags,
                                .status = p->status};
    return row->name && row->host ? 0 : -ENOMEM;
}

static int add(struct sw_merge *m, const struct sw_profile *p, const char *name)
{
    uint64_t rank = sw_profile_has_rank(p) ? p->rank.rank : m->n_ranks;
    int error = m->n_ranks ? 0 : begin(m, p);
    if (error)
        return error;
    int is_slowest = !m->span.n || p->whole.span > m->span.most ||
                     (p->whole.span == m->span.most && rank < m->span.rank);
    note_differences(m, p);
    add_head(m, p, rank, is_slowest);
    error = sw_merge_sites(m, p, rank, is_slowest);
    if (!error)
        error = sw_merge_regions(m, p);
    if (!error)
        error = sw_merge_warnings(m, p, rank);
    return error ? error : add_row(m, p, name, rank);
}

int sw_merge_add(struct sw_merge *m, const struct sw_profile *profile, const char *name, char *why,
                 size_t why_size)
{
    int error = sw_merge_check(m, profile, name, why, why_size);
    if (!error)
        error = add(m, profile, name);
    if (error == -ENOMEM)
        snprintf(why, why_size, "not enough memory");
    return error;
}

static int compare_ranks(const void *a, const void *b)
{
    const struct sw_rank_row *x = a, *y = b;
    return SW_RISING(x->rank, y->rank);
}

/* A site that some ranks do not have is nothing there. */
static void finish_spreads(struct sw_merge *m)
{
    for (size_t i = 0; i < m->whole.n_sites; i++) {
        struct sw_by_rank *by = &m->by_rank[i];
        if (by->work.n < m->n_ranks)
            by->work.least = by->local_work.least = 0;
    }
}

static int finish_warnings(struct sw_merge *m)
{
    int error = 0;
    for (size_t i = 0; !error && i < m->n_warnings; i++) {
        const struct sw_rank_warning *w = &m->warnings[i];
        if (w->n == 1)
            error = sw_profile_warn(&m->whole, "rank %" PRIu64 ": %s", w->rank, w->text);
        else
            error = sw_profile_warn(&m->whole, "%" PRIu64 " ranks: %s", w->n, w->text);
    }
    if (!error && m->n_warnings_left)
        error = sw_profile_warn(&m->whole, "%zu more warnings are in the ranks' own profiles",
                                m->n_warnings_left);
    return error;
}

/* The whole is of one machine, or says of how many ranks it is. */
static int finish_head(struct sw_merge *m)
{
    struct sw_profile *w = &m->whole;
    w->rank.merged = (uint32_t)m->n_ranks;
    if (m->unprofiled < m->n_ranks)
        w->circumstances.unprofiled_work = 0; /* not of all */
    if (!(m->differs & SW_MERGE_HOSTS))
        return 0;
    free(w->host);
    free(w->rank.host);
    w->host = w->rank.host = sw_profile_empty;
    return copy(&w->host, "several machines");
}

int sw_merge_finish(struct sw_merge *m, char *why, size_t why_size)
{
    qsort(m->ranks, m->n_ranks, sizeof *m->ranks, compare_ranks);
    int error = sw_merge_check_ranks(m, why, why_size);
    if (error)
        return error;
    finish_spreads(m);
    error = finish_head(m);
    if (!error)
        error = finish_warnings(m);
    if (error == -ENOMEM)
        snprintf(why, why_size, "not enough memory");
    return error;
}
