#include "analysis/workspan/scope.h"

#include "analysis/findings/findings.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/nearest.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "base/pool.h"
#include "base/search.h"
#include "profile/intern.h"

#define MOST_CHOSEN 4000 /* sites on one line: their square is looked at */

/* FILE:LINE[:COLUMN], taken apart. */
struct position {
    size_t file_size;
    unsigned long line, column; /* 0: any */
};

struct chosen {
    const struct sw_site *site;
    size_t index;
    int is_left_out;
    int may_nest; /* in another one that may nest in it */
};

/* The number behind the last colon before `end`, which then moves there; 0 where there is none. */
static unsigned long take_number(const char *text, size_t *end)
{
    size_t at = *end;
    while (at > 0 && isdigit((unsigned char)text[at - 1]))
        at--;
    if (at == *end || at < 2 || text[at - 1] != ':')
        return 0;
    *end = at - 1;
    return strtoul(text + at, NULL, 10);
}

static int parse_position(const char *text, struct position *p)
{
    *p = (struct position){.file_size = strlen(text)};
    p->line = take_number(text, &p->file_size);
    unsigned long more = p->line ? take_number(text, &p->file_size) : 0;
    if (more) {
        p->column = p->line;
        p->line = more;
    }
    return p->line != 0;
}

/* The file as it is, or its end, in whole steps. */
static int has_file(const char *file, const char *name, size_t size)
{
    size_t length = strlen(file);
    return length >= size && !memcmp(file + length - size, name, size) &&
           (length == size || file[length - size - 1] == '/' || *name == '/');
}

static int is_at(const struct sw_site *site, const char *name, const struct position *p)
{
    const struct sw_place *place = &site->caller_place;
    return place->line == p->line && (!p->column || place->column == p->column) &&
           has_file(sw_string(place->file), name, p->file_size);
}

static const char *callee_of(const struct sw_site *site)
{
    if (site->kind == SW_SITE_LOOP)
        return "cilk_for";
    if (site->kind == SW_SITE_SCOPE)
        return "cilk_scope";
    return sw_string(site->callee_place.function);
}

static int is_call(const struct sw_site *site, const char *name)
{
    for (const char *slash = name; (slash = strchr(slash, '/')); slash++) {
        const char *caller = sw_string(site->caller_place.function);
        size_t size = (size_t)(slash - name);
        if (strlen(caller) == size && !memcmp(caller, name, size) &&
            !strcmp(callee_of(site), slash + 1))
            return 1;
    }
    return 0;
}

static int is_callee(const struct sw_site *site, const char *name)
{
    return site->kind != SW_SITE_LOOP && site->kind != SW_SITE_SCOPE &&
           !strcmp(callee_of(site), name);
}

static size_t choose(const struct sw_profile *p, const char *name, struct chosen *chosen)
{
    struct position position;
    size_t n = 0;
    int is_position = parse_position(name, &position);
    for (int way = 0; way < 3 && !n; way++)
        for (size_t i = 0; i < p->n_sites; i++) {
            const struct sw_site *site = &p->sites[i];
            if (way == 0   ? is_position && is_at(site, name, &position)
                : way == 1 ? is_callee(site, name)
                           : is_call(site, name))
                chosen[n++] = (struct chosen){site, i, 0, 0};
        }
    return n;
}

/* Which functions a function may call, itself or through others, as far as a profile has seen. */
struct graph {
    struct sw_intern names;
    struct call {
        uint32_t caller, callee;
    } * calls; /* by caller */
    size_t n_calls;
    uint8_t *reached; /* of each function: by the last graph_reach() */
    uint32_t *queue;
    struct sw_pool pool;
};

SW_ORDER(compare_calls, struct call, SW_RISING(x->caller, y->caller))

/* 0 or -ENOMEM. To be released in any case. */
static int graph_init(struct graph *g, const struct sw_profile *p)
{
    *g = (struct graph){.n_calls = 0};
    if (sw_intern_init(&g->names, 2 * p->n_sites + 16))
        return -ENOMEM;
    SW_POOLED(&g->pool, g->calls, p->n_sites);
    SW_POOLED(&g->pool, g->reached, g->names.n_slots);
    SW_POOLED(&g->pool, g->queue, g->names.n_slots);
    if (g->pool.error)
        return -ENOMEM;
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *site = &p->sites[i];
        if (site->kind == SW_SITE_CALL || site->kind == SW_SITE_SPAWN)
            g->calls[g->n_calls++] =
                (struct call){sw_intern(&g->names, sw_site_function(site)),
                              sw_intern(&g->names, sw_string(site->callee_place.function))};
    }
    qsort(g->calls, g->n_calls, sizeof *g->calls, compare_calls);
    return 0;
}

static void graph_release(struct graph *g)
{
    sw_intern_release(&g->names);
    sw_pool_release(&g->pool);
}

static size_t first_call(const struct graph *g, uint32_t caller)
{
    return SW_BEFORE(g->n_calls, i, g->calls[i].caller < caller);
}

/* Marks the function and all that it calls. */
static void graph_reach(struct graph *g, const char *function)
{
    size_t n = 0;
    memset(g->reached, 0, g->names.n_slots);
    g->queue[n++] = sw_intern(&g->names, function);
    g->reached[g->queue[0]] = 1;
    for (size_t at = 0; at < n; at++)
        for (size_t i = first_call(g, g->queue[at]);
             i < g->n_calls && g->calls[i].caller == g->queue[at]; i++)
            if (!g->reached[g->calls[i].callee]) {
                g->reached[g->calls[i].callee] = 1;
                g->queue[n++] = g->calls[i].callee;
            }
}

static int graph_is_reached(struct graph *g, const char *function)
{
    return g->reached[sw_intern(&g->names, function)];
}

/* Marks what may run while an invocation of the site does. */
static void reach_from(struct graph *graph, const struct sw_site *site)
{
    int is_own_code = site->kind == SW_SITE_LOOP || site->kind == SW_SITE_SCOPE ||
                      !*sw_string(site->callee_place.function);
    graph_reach(graph, is_own_code ? sw_site_function(site) : site->callee_place.function);
}

/* A part is a function's own code: nothing runs inside it. */
static int may_hold(struct graph *graph, const struct sw_site *outer, const struct sw_site *inner)
{
    return outer->kind != SW_SITE_SPLIT && graph_is_reached(graph, sw_site_function(inner));
}

static int same_reach(const struct sw_site *a, const struct sw_site *b)
{
    return (a->kind == SW_SITE_CALL || a->kind == SW_SITE_SPAWN) &&
           (b->kind == SW_SITE_CALL || b->kind == SW_SITE_SPAWN) &&
           *sw_string(a->callee_place.function) &&
           !strcmp(a->callee_place.function, sw_string(b->callee_place.function));
}

/* All call one function, so what may run inside one may run inside any. */
static void leave_out_of_one(struct graph *graph, struct chosen *chosen, size_t n)
{
    size_t inside = 0;
    reach_from(graph, chosen->site);
    for (size_t i = 0; i < n; i++)
        inside += chosen[i].may_nest = may_hold(graph, chosen[0].site, chosen[i].site);
    for (size_t i = 0; i < n && inside < n; i++) {
        chosen[i].is_left_out = chosen[i].may_nest;
        chosen[i].may_nest = 0;
    }
    if (n == 1)
        chosen->may_nest = 0;
}

/* The matrix of who may run inside whom: for the few sites of a line, or the loops of a function. */
static int leave_out_of_many(struct graph *graph, struct chosen *chosen, size_t n)
{
    for (size_t i = 0; n > MOST_CHOSEN && i < n; i++)
        chosen[i].may_nest = 1; /* who knows */
    if (n > MOST_CHOSEN)
        return 0;
    SW_FREED uint8_t *holds = calloc(n, n);
    if (!holds)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++) {
        reach_from(graph, chosen[i].site);
        for (size_t k = 0; k < n; k++)
            holds[i * n + k] = (uint8_t)may_hold(graph, chosen[i].site, chosen[k].site);
    }
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            chosen[k].is_left_out |= i != k && holds[i * n + k] && !holds[k * n + i];
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            chosen[k].may_nest |= i != k && !chosen[i].is_left_out && !chosen[k].is_left_out &&
                                  holds[i * n + k] && holds[k * n + i];
    return 0;
}

static int leave_out(const struct sw_profile *p, struct chosen *chosen, size_t n)
{
    struct graph graph;
    int all_same = 1, error = graph_init(&graph, p);
    for (size_t i = 1; i < n; i++)
        all_same &= same_reach(chosen[0].site, chosen[i].site);
    if (!error && all_same)
        leave_out_of_one(&graph, chosen, n);
    else if (!error)
        error = leave_out_of_many(&graph, chosen, n);
    graph_release(&graph);
    return error;
}

static int refuse_sum(const char *name, const struct chosen *chosen, size_t n, char *why,
                      size_t size)
{
    char places[2][128] = {"", ""};
    size_t found = 0;
    for (size_t i = 0; i < n && found < 2; i++)
        if (chosen[i].may_nest)
            snprintf(places[found++], sizeof *places, "%.80s:%u:%u",
                     sw_base_name(sw_string(chosen[i].site->caller_place.file)),
                     chosen[i].site->caller_place.line, chosen[i].site->caller_place.column);
    snprintf(why, size,
             "--site=%s: several call sites match, and may run inside each other, so they cannot "
             "be added up; name one by its line and column ('%s', '%s', ...), or the function that "
             "they are in",
             name, places[0], places[1]);
    return -EINVAL;
}

static void offer_site(struct sw_nearest *nearest, const struct sw_site *site, int is_position,
                       struct sw_pool *pool)
{
    const char *file = sw_base_name(sw_string(site->caller_place.file));
    size_t size = strlen(file) + sizeof ":4294967295";
    char *made = is_position && *file ? sw_pool_take(pool, size, 1) : NULL;
    if (made)
        snprintf(made, size, "%s:%u", file, site->caller_place.line);
    if (made || !is_position)
        sw_nearest_offer(nearest, made ? made : callee_of(site));
}

static int refuse_site(const struct sw_profile *p, const char *name, char *why, size_t size)
{
    struct position position;
    int is_position = parse_position(name, &position);
    struct sw_nearest nearest = {.wanted = is_position ? sw_base_name(name) : name};
    SW_POOL(pool);
    char list[512];
    for (size_t i = 0; i < p->n_sites; i++)
        if (p->sites[i].kind != SW_SITE_ROOT)
            offer_site(&nearest, &p->sites[i], is_position, &pool);
    sw_nearest_list(&nearest, list, sizeof list);
    snprintf(why, size,
             "--site=%s: the profile has no such call site%s%s (FUNCTION, CALLER/CALLEE or "
             "FILE:LINE)",
             name, nearest.n ? "; the nearest are " : "", list);
    return -ENOENT;
}

static int find_sites(const struct sw_profile *p, const char *name, struct sw_scope_found *found,
                      char *why, size_t size)
{
    SW_FREED struct chosen *chosen = calloc(p->n_sites + 1, sizeof *chosen);
    size_t n = chosen ? choose(p, name, chosen) : 0;
    int error = !chosen ? -ENOMEM : n ? leave_out(p, chosen, n) : refuse_site(p, name, why, size);
    for (size_t i = 0; !error && i < n; i++) {
        const struct sw_site *site = chosen[i].site;
        if (chosen[i].is_left_out)
            continue;
        if (chosen[i].may_nest) {
            error = refuse_sum(name, chosen, n, why, size);
            break;
        }
        if (found->site == SW_NO_SITE ||
            site->on_work.top_site.work > p->sites[found->site].on_work.top_site.work)
            found->site = chosen[i].index;
        sw_figures_add(&found->figures, &site->on_work.top_site);
        found->n_sites++;
    }
    if (error == -ENOMEM)
        snprintf(why, size, "not enough memory");
    return error;
}

static int find_region(const struct sw_profile *p, const char *label, struct sw_scope_found *found,
                       char *why, size_t size)
{
    struct sw_nearest nearest = {.wanted = label};
    char list[512];
    for (size_t i = 0; i < p->n_regions; i++) {
        if (!strcmp(sw_string(p->regions[i].label), label)) {
            found->figures = p->regions[i].figures;
            return 0;
        }
        sw_nearest_offer(&nearest, sw_string(p->regions[i].label));
    }
    snprintf(why, size, "--region=%s: the profile has no such region%s%s", label,
             nearest.n ? "; the nearest are " : ", or any other: spanwise_begin() makes them",
             sw_nearest_list(&nearest, list, sizeof list));
    return -ENOENT;
}

int sw_scope_find(const struct sw_profile *profile, const struct sw_scope *scope,
                  struct sw_scope_found *found, char *why, size_t why_size)
{
    *found = (struct sw_scope_found){.site = SW_NO_SITE};
    if (scope->kind == SW_SCOPE_REGION)
        return find_region(profile, scope->name, found, why, why_size);
    if (scope->kind == SW_SCOPE_SITE)
        return find_sites(profile, scope->name, found, why, why_size);
    found->figures = profile->whole;
    return 0;
}
