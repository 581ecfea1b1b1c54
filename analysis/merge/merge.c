/* Merges the profiles of ranks: what each has beside sites, its modules and whether it may be merged; its sites; then the whole. */
#include "analysis/merge/merge.h"
#include "analysis/compare/match.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "base/grow.h"
#include "base/order.h"
#include "base/text.h"
#include "profile/whose.h"

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

static int add_module(struct sw_merge *m, const struct sw_module *module)
{
    struct sw_profile *w = &m->whole;
    struct sw_module copy = *module;
    if (m->n_ranks) {
        uint64_t by = free_address(w) - module->start / ALIGNMENT * ALIGNMENT;
        copy.start += by;
        copy.end += by;
        copy.bias += by;
    }
    copy.path = strdup(sw_string(module->path));
    if (!copy.path || !SW_GROW_ALONE(w->modules, w->n_modules)) {
        free(copy.path);
        return -ENOMEM;
    }
    w->modules[w->n_modules++] = copy;
    m->n_first_modules += !m->n_ranks;
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
        if (add_module(m, &p->modules[i]))
            return -ENOMEM;
    }
    return 0;
}

/* An address of the profile's, as the whole has it; *foreign is set where it does not tell which
 * place it is: another build, or no build-id. */
static uint64_t sw_merge_move(const struct sw_merge *m, const struct sw_profile *p,
                              const size_t *map, uint64_t address, int *foreign)
{
    const struct sw_module *module = address ? sw_module_of(p, address) : NULL;
    if (module) {
        size_t at = map[module - p->modules];
        *foreign |= at >= m->n_first_modules || !module->build_id_size;
        return address - module->bias + m->whole.modules[at].bias;
    }
    *foreign |= address != 0;
    return sw_module_of(&m->whole, address) ? 0 : address; /* not to be taken for that module's */
}

/* What a profile has beside sites. The lists are short: they are searched from the start. */

enum { MOST_WARNINGS = 32 }; /* that differ: numbers in them may, from rank to rank */

static struct sw_region *find_region(struct sw_profile *w, const char *label)
{
    struct sw_region *found = SW_FIRST(r, w->regions, w->n_regions, !strcmp(r->label, label));
    if (found || !SW_GROW_ALONE(w->regions, w->n_regions))
        return found;
    struct sw_region *region = &w->regions[w->n_regions];
    *region = (struct sw_region){.label = strdup(label)};
    w->n_regions += region->label != NULL;
    return region->label ? region : NULL;
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
        region->figures.span = sw_most(before.span, more->span);
        region->figures.burdened_span = sw_most(before.burdened_span, more->burdened_span);
    }
    return 0;
}

static struct sw_unpatched *find_unpatched(struct sw_profile *w, const struct sw_place *place)
{
    struct sw_unpatched *found =
        SW_FIRST(u, w->unpatched, w->n_unpatched, !sw_place_compare(&u->place, place));
    if (found || !SW_GROW_ALONE(w->unpatched, w->n_unpatched))
        return found;
    struct sw_unpatched *added = &w->unpatched[w->n_unpatched++];
    *added = (struct sw_unpatched){.calls = 0};
    return sw_place_copy(&added->place, place) ? NULL : added;
}

/* Adds the lists; `map` as above. */
static int sw_merge_unpatched(struct sw_merge *m, const struct sw_profile *profile,
                              const size_t *map)
{
    SW_EACH (more, profile->unpatched, profile->n_unpatched) {
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
    struct sw_rank_warning *known = SW_FIRST(w, m->warnings, m->n_warnings, !strcmp(w->text, text));
    if (known) {
        known->n++;
        known->rank = sw_least(known->rank, rank);
        return 0;
    }
    if (m->n_warnings == MOST_WARNINGS) {
        m->n_warnings_left++;
        return 0;
    }
    char *copy = strdup(text);
    if (!copy || !SW_GROW_ALONE(m->warnings, m->n_warnings)) {
        free(copy);
        return -ENOMEM;
    }
    m->warnings[m->n_warnings++] = (struct sw_rank_warning){copy, rank, 1};
    return 0;
}

static int sw_merge_warnings(struct sw_merge *m, const struct sw_profile *profile, uint64_t rank)
{
    int error = 0;
    for (size_t i = 0; !error && i < profile->n_warnings; i++)
        error = add_warning(m, profile->warnings[i], rank);
    return error;
}

/* To be freed; NULL: no memory. */
static char *key_of(const struct sw_site *s, bool by_name)
{
    const struct sw_place *at = &s->caller_place;
    char *key;
    int size = by_name ? asprintf(&key, "%u %u %u %s\n%s\n%s", s->kind, at->line, at->column,
                                  sw_string(at->function), sw_base_name(sw_string(at->file)),
                                  sw_string(s->callee_place.function))
                       : asprintf(&key, "%u %lx %lx", s->kind, s->address, s->callee);
    return size < 0 ? NULL : key;
}

/* The number of the first site with the same key; where there was none, that is the next one. SW_NO_SITE: no memory. */
static size_t first_alike(struct sw_merge *m, const struct sw_site *site, bool by_name)
{
    struct sw_site_table *t = &m->tables[by_name];
    SW_FREED char *key = key_of(site, by_name);
    uint32_t n = t->keys.n, number = key ? sw_intern(&t->keys, key) : 0;
    if (!key || t->keys.error || (number == n && !SW_GROW_ALONE(t->sites, n)))
        return SW_NO_SITE;
    if (number == n)
        t->sites[n] = m->whole.n_sites;
    return t->sites[number];
}

struct adding {
    struct sw_merge *merge;
    const struct sw_profile *profile;
    size_t *modules; /* of the profile's: which of the whole's it is */
};

/* False: no memory. */
static bool add_site(struct sw_merge *m, const struct sw_site *moved)
{
    struct sw_profile *w = &m->whole;
    size_t i = w->n_sites;
    if (!SW_GROW_ALONE(w->sites, i) || !SW_GROW_ALONE(m->by_rank, i))
        return false;
    struct sw_site *to = &w->sites[w->n_sites++];
    *to = (struct sw_site){.address = moved->address,
                           .callee = moved->callee,
                           .kind = moved->kind,
                           .flags = moved->flags};
    m->by_rank[i] = (struct sw_by_rank){0};
    return !sw_place_copy(&to->caller_place, &moved->caller_place) &&
           !sw_place_copy(&to->callee_place, &moved->callee_place);
}

/* Where a site of the profile goes; SW_NO_SITE: no memory. */
static size_t place_site(struct adding *a, const struct sw_site *site)
{
    struct sw_merge *m = a->merge;
    struct sw_site moved = *site;
    int foreign = 0;
    moved.address = sw_merge_move(m, a->profile, a->modules, site->address, &foreign);
    moved.callee = sw_merge_move(m, a->profile, a->modules, site->callee, &foreign);
    bool by_name = foreign && sw_site_has_name(site);
    size_t at = first_alike(m, &moved, by_name);
    if (at != m->whole.n_sites)
        return at;
    return first_alike(m, &moved, !by_name) != SW_NO_SITE && add_site(m, &moved) ? at : SW_NO_SITE;
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
    SW_EACH (site, a->profile->sites, a->profile->n_sites) {
        size_t to = place_site(a, site);
        if (to == SW_NO_SITE)
            return -ENOMEM;
        add_side(&m->whole.sites[to].on_work, &site->on_work);
        if (is_slowest)
            add_side(&m->whole.sites[to].on_span, &site->on_span);
        struct sw_site_now *now = &m->by_rank[to].now;
        now->count++;
        now->work += site->on_work.top_site.work;
        now->local_work += site->on_work.local.work;
    }
    return 0;
}

/* What the sites have on this rank. */
static void add_ranks(struct sw_merge *m, uint64_t rank)
{
    SW_EACH (site, m->by_rank, m->whole.n_sites) {
        if (!site->now.count)
            continue;
        sw_spread_add(&site->work, rank, site->now.work);
        sw_spread_add(&site->local_work, rank, site->now.local_work);
        site->now = (struct sw_site_now){0};
    }
}

/* Adds the sites of one more profile, and the functions that were taken out; what is on the span is replaced if its is the longest. */
static int sw_merge_sites(struct sw_merge *m, const struct sw_profile *profile, uint64_t rank,
                          int is_slowest)
{
    SW_FREED size_t *modules = calloc(profile->n_modules + 1, sizeof *modules);
    struct adding a = {m, profile, modules};
    for (size_t i = 0; is_slowest && i < m->whole.n_sites; i++)
        m->whole.sites[i].on_span = (struct sw_side){0};
    if (!modules)
        return -ENOMEM;
    int error = sw_merge_modules(m, profile, modules) ?: add_sites(&a, is_slowest);
    error = error ?: sw_merge_unpatched(m, profile, modules);
    if (!error)
        add_ranks(m, rank);
    return error;
}

/* What is not to be merged, and why. */

static const char *first_name(const struct sw_merge *m)
{
    return m->ranks[0].name;
}

static int check_meter(const struct sw_merge *m, const struct sw_profile *p, const char *name,
                       char *why, size_t size)
{
    const struct sw_profile *w = &m->whole;
    if (!strcmp(w->meter, sw_string(p->meter)) && !strcmp(w->unit, sw_string(p->unit)))
        return 0;
    return SW_REFUSE(
        why, size,
        "cannot merge '%s', measured in %s (meter '%s'), with '%s', in %s (meter '%s'): "
        "measure all with the same meter",
        first_name(m), w->unit, w->meter, name, sw_string(p->unit), sw_string(p->meter));
}

static int check_program(const struct sw_merge *m, const struct sw_profile *p, const char *name,
                         char *why, size_t size)
{
    const struct sw_profile *w = &m->whole;
    const char *a = sw_base_name(w->program), *b = sw_base_name(sw_string(p->program));
    enum sw_sameness same = sw_match_builds(w, p);
    if (m->force || same == SW_SAME || (same == SW_NOT_KNOWN && !strcmp(a, b)))
        return 0;
    if (strcmp(a, b))
        return SW_REFUSE(
            why, size,
            "cannot merge two programs: '%s' is of '%s', '%s' of '%s'; --force merges them anyway",
            first_name(m), w->program, name, sw_string(p->program));
    return SW_REFUSE(
        why, size, "cannot merge two builds of '%s', in '%s' and '%s'; --force merges them anyway",
        a, first_name(m), name);
}

static int check_rank(const struct sw_merge *m, const struct sw_profile *p, const char *name,
                      char *why, size_t size)
{
    int has = sw_profile_has_rank(p);
    if (has != (int)m->has_ranks)
        return SW_REFUSE(why, size,
                         "cannot merge '%s', which is of an MPI rank, with '%s', which is not",
                         has ? name : first_name(m), has ? first_name(m) : name);
    if (!has || m->force || m->whole.rank.size == p->rank.size)
        return 0;
    return SW_REFUSE(why, size,
                     "cannot merge two runs: '%s' is of one with %" PRIu32
                     " ranks, '%s' of one with "
                     "%" PRIu32 "; --force merges them anyway",
                     first_name(m), m->whole.rank.size, name, p->rank.size);
}

static int sw_merge_check(const struct sw_merge *m, const struct sw_profile *p, const char *name,
                          char *why, size_t size)
{
    if (p->rank.merged)
        return SW_REFUSE(why, size,
                         "'%s' is a merge of %" PRIu32 " profiles: merge the originals instead",
                         name, p->rank.merged);
    if (!m->n_ranks)
        return 0;
    return check_meter(m, p, name, why, size) ?: check_program(m, p, name, why, size)
               ?: check_rank(m, p, name, why, size);
}

/* Whether one more profile may be added: 0, or -EINVAL and a sentence in `why`. And, when all are
 * there and in order, whether no rank is there twice. */
static int sw_merge_check_ranks(const struct sw_merge *m, char *why, size_t why_size)
{
    for (size_t i = 1; i < m->n_ranks; i++)
        if (m->ranks[i - 1].rank == m->ranks[i].rank)
            return SW_REFUSE(why, why_size,
                             "'%s' and '%s' are both of rank %" PRIu64
                             ": they are of two runs, or the same file twice",
                             m->ranks[i - 1].name, m->ranks[i].name, m->ranks[i].rank);
    return 0;
}

void sw_merge_init(struct sw_merge *m, int force)
{
    *m =
        (struct sw_merge){.force = force, .tables = {{.keys.copies = true}, {.keys.copies = true}}};
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
    for (int i = 0; i < 2; i++) {
        sw_intern_release(&m->tables[i].keys);
        free(m->tables[i].sites);
    }
    sw_profile_release(&m->whole);
    *m = (struct sw_merge){0};
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
    if (!w->args || sw_string_set(&w->program, p->program) || sw_string_set(&w->meter, p->meter) ||
        sw_string_set(&w->unit, p->unit) ||
        sw_string_set(&w->front_end_text,
                      *sw_front_end_name(w->front_end) ? "" : p->front_end_text) ||
        sw_string_set(&w->level, p->level) || sw_string_set(&w->host, p->host) ||
        sw_string_set(&w->tool, p->tool) || sw_string_set(&w->rank.host, p->rank.host))
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        if (!(w->args[i] = sw_string_copy(p->args[i])))
            return -ENOMEM;
    m->has_ranks = (uint32_t)sw_profile_has_rank(p);
    w->rank.size = p->rank.size;
    w->started_unix = p->started_unix;
    w->burden = p->burden;
    w->circumstances.workers = p->circumstances.workers;
    return sw_string_set(&w->rank.launcher, m->has_ranks ? p->rank.launcher : "files");
}

static void add_circumstances(struct sw_merge *m, const struct sw_circumstances *c)
{
    struct sw_circumstances *w = &m->whole.circumstances;
    w->events += c->events;
    w->events_dropped += c->events_dropped;
    w->events_elsewhere += c->events_elsewhere;
    w->overhead += c->overhead;
    w->preempted += c->preempted;
    w->call_cost_ps = sw_most(w->call_cost_ps, c->call_cost_ps);
    w->threads += c->threads;
    w->forks += c->forks;
    w->unprofiled_work += c->unprofiled_work;
    m->unprofiled += c->unprofiled_work != 0;
    w->max_depth = sw_most(w->max_depth, c->max_depth);
    w->memory += c->memory;
    w->workers = sw_most(w->workers, c->workers);
    w->steals += c->steals;
    w->spawn_cost_ps = sw_most(w->spawn_cost_ps, c->spawn_cost_ps);
    w->piece_cost_ps = sw_most(w->piece_cost_ps, c->piece_cost_ps);
    w->loop_cost_ps = sw_most(w->loop_cost_ps, c->loop_cost_ps);
    w->spawns_beside += c->spawns_beside;
    w->pieces_together += c->pieces_together;
    w->spawn_least_ps = sw_most(w->spawn_least_ps, c->spawn_least_ps);
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
    uint64_t burdened = sw_most(w->whole.burdened_span, p->whole.burdened_span);
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
    w->rank.time_ns = sw_most(w->rank.time_ns, p->rank.time_ns);
    add_circumstances(m, &p->circumstances);
    sw_spread_add(&m->work, rank, p->whole.work);
    sw_spread_add(&m->span, rank, p->whole.span);
    sw_spread_add(&m->apart, rank, p->rank.apart);
    sw_spread_add(&m->time, rank, p->rank.time_ns);
}

static int add_row(struct sw_merge *m, const struct sw_profile *p, const char *name, uint64_t rank)
{
    if (!SW_GROW_ALONE(m->ranks, m->n_ranks))
        return -ENOMEM;
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
    error = sw_merge_sites(m, p, rank, is_slowest) ?: sw_merge_regions(m, p);
    return error ?: sw_merge_warnings(m, p, rank) ?: add_row(m, p, name, rank);
}

int sw_merge_add(struct sw_merge *m, const struct sw_profile *profile, const char *name, char *why,
                 size_t why_size)
{
    int error = sw_merge_check(m, profile, name, why, why_size) ?: add(m, profile, name);
    if (error == -ENOMEM)
        snprintf(why, why_size, "not enough memory");
    return error;
}

SW_ORDER(compare_ranks, struct sw_rank_row, SW_RISING(x->rank, y->rank))

/* A site that some ranks do not have is nothing there. */
static void finish_spreads(struct sw_merge *m)
{
    SW_EACH (by, m->by_rank, m->whole.n_sites)
        if (by->work.n < m->n_ranks)
            by->work.least = by->local_work.least = 0;
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
    sw_profile_release_string(w, w->host);
    sw_profile_release_string(w, w->rank.host);
    w->host = w->rank.host = sw_profile_empty;
    return sw_string_set(&w->host, "several machines");
}

int sw_merge_finish(struct sw_merge *m, char *why, size_t why_size)
{
    qsort(m->ranks, m->n_ranks, sizeof *m->ranks, compare_ranks);
    int error = sw_merge_check_ranks(m, why, why_size);
    if (error)
        return error;
    finish_spreads(m);
    error = finish_head(m) ?: finish_warnings(m);
    if (error == -ENOMEM)
        snprintf(why, why_size, "not enough memory");
    return error;
}
