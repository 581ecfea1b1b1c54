/* Looks up the places of all that a profile has an address of, a module at a time. */
#include "collect/symbols/symbols.h"
#include "base/order.h"
#include "base/search.h"
#include "collect/symbols/module.h"
#include "profile/locks.h"
#include "profile/whose.h"

/* --- Constructs of OpenMP --- */

/*
 * gcc calls the body of a region f._omp_fn.0, and table.c leaves 'f' of that; clang calls it
 * .omp_outlined and the like, which says nothing: a construct in there is in the function of the region.
 * A loop's bounds may come from the system's headers (v.size()), and the compiler gives the runtime's call their line: the
 * construct is where they are inlined into the reader's own code.
 */

static bool is_made(const struct sw_site *site)
{
    const char *name = site->caller_place.function;
    return name && !strncmp(name, ".omp", strlen(".omp"));
}

static struct sw_site *site_of(const struct sw_profile *p, const struct sw_construct *c)
{
    return c->site < p->n_sites ? &p->sites[c->site] : NULL;
}

static int name_construct(struct sw_profile *p, const struct sw_construct *all, uint32_t i)
{
    struct sw_site *site = site_of(p, &all[i]), *from = NULL;
    if (!site || !is_made(site))
        return 0;
    for (uint32_t up = all[i].parent; up && !from; up = all[up].parent)
        from = site_of(p, &all[up]);
    /* Those around it have been named before. */
    if (!from || is_made(from) || !from->caller_place.function || !*from->caller_place.function)
        return 0;
    char *name = strdup(from->caller_place.function);
    if (!name)
        return -ENOMEM;
    struct sw_place named = site->caller_place;
    site->caller_place.function = name;
    named.file = sw_profile_empty;
    named.inlined_into = NULL;
    sw_place_release(p, &named);
    return 0;
}

/* Where there is no line, by its name. */
static bool is_own(const struct sw_place *place)
{
    if (*place->file)
        return sw_file_is_readers(place->file);
    return *place->function && !sw_name_is_librarys(place->function);
}

static bool has_own(const struct sw_place *place)
{
    while (place && !is_own(place))
        place = place->inlined_into;
    return place;
}

/* In a library's header, of which a function of its own was made: it is where that was called, as if it were inlined there. */
static int add_caller(struct sw_profile *p, struct sw_place *place, struct sw_place *caller)
{
    struct sw_place *to = place;
    if (has_own(place) || !*caller->function) {
        sw_place_release(p, caller);
        return 0;
    }
    while (to->inlined_into)
        to = to->inlined_into;
    to->inlined_into = malloc(sizeof *to);
    if (!to->inlined_into)
        return -ENOMEM;
    *to->inlined_into = *caller;
    return 0;
}

/* `callers`: the places of the sites' callers, SW_SITE_CALLERS for each site, from the inside. A site in a library's code gets its
 * caller as if it were inlined there. Takes them all. 0 or -ENOMEM. */
static int add_callers(struct sw_profile *p, struct sw_place *callers)
{
    int error = 0;
    for (size_t i = 0; i < p->n_sites * SW_SITE_CALLERS && !error; i++)
        error = add_caller(p, &p->sites[i / SW_SITE_CALLERS].caller_place, &callers[i]);
    for (size_t i = 0; i < p->n_sites; i++)
        memset(p->sites[i].callers, 0, sizeof p->sites[i].callers);
    return error;
}

/* The innermost place of the reader's own becomes the site's; what was inlined into it goes. */
static void place_construct(struct sw_profile *p, struct sw_site *site)
{
    struct sw_place *place = &site->caller_place, *own = place;
    while (own && !is_own(own))
        own = own->inlined_into;
    while (own && own != place) {
        struct sw_place *next = place->inlined_into, gone = *place;
        gone.inlined_into = NULL;
        *place = *next;
        own = own == next ? place : own;
        free(next);
        sw_place_release(p, &gone);
    }
}

/* 0 or -ENOMEM. */
static int name_constructs(struct sw_profile *p)
{
    int error = 0;
    for (size_t i = 0; i < p->n_constructs; i++)
        if (site_of(p, &p->constructs[i]))
            place_construct(p, site_of(p, &p->constructs[i]));
    for (size_t i = 0; i < p->n_simulations; i++)
        for (uint32_t k = 1; !error && k < p->simulations[i].n; k++)
            error = name_construct(p, p->constructs + p->simulations[i].first, k);
    return error;
}

/* --- All places --- */

/* An address to look up, and what for. */
struct request {
    uint64_t address;
    struct sw_place *place;
    struct sw_site *site;  /* whose callee may have been inlined there, or is a body; NULL: none */
    bool is_function;      /* the function is asked for, not the line */
    struct sw_place *jump; /* where what is called, or the construct's body, ends by one; NULL */
    struct sw_site *calls; /* the function; NULL: nobody's callee */
};

struct requests {
    struct request *at;
    size_t n;
    struct sw_place *jumps;   /* by sampled frame, then by site */
    struct sw_place *callers; /* SW_SITE_CALLERS for each site */
};

static int compare_requests(const void *a, const void *b)
{
    const struct request *x = a, *y = b;
    return SW_RISING(x->address, y->address);
}

static struct request *ask(struct requests *requests, uint64_t address, struct sw_place *place)
{
    struct request *r = &requests->at[requests->n++];
    *r = (struct request){.address = address, .place = place};
    return r;
}

/* What was known of the place goes. */
static struct request *ask_anew(const struct sw_profile *p, struct requests *requests,
                                uint64_t address, struct sw_place *place)
{
    sw_place_release(p, place);
    return ask(requests, address, place);
}

/* That it has before its address is looked up; a place of zero bytes has none. */
static const char *label_of(const struct sw_site *site)
{
    const char *label = site->callee_place.function;
    return label ? label : "";
}

static int gather(struct sw_profile *p, struct requests *requests)
{
    struct sw_sampled_frame *frames = p->sampled.frames;
    struct sw_memory_pass *m = &p->memory;
    size_t most = (2 + SW_SITE_CALLERS) * p->n_sites + p->n_unpatched + p->n_lock_sites +
                  p->sampled.n_frames + m->n_sites + m->n_loops + 3 * m->n_shared +
                  SW_CALLS_MOST * p->n_calls;
    requests->at = malloc((most + 1) * sizeof *requests->at);
    requests->n = 0;
    requests->jumps = calloc(p->sampled.n_frames + p->n_sites + 1, sizeof *requests->jumps);
    requests->callers = calloc(p->n_sites * SW_SITE_CALLERS + 1, sizeof *requests->callers);
    if (!requests->at || !requests->jumps || !requests->callers)
        return -ENOMEM;
    for (size_t i = 0; i < p->n_sites; i++) {
        struct sw_site *site = &p->sites[i];
        sw_place_release(p, &site->caller_place);
        if (!(site->flags & SW_SITE_LABELLED) && /* it may have a label */
            (site->callee != SW_NO_CALLEE || !*label_of(site)))
            sw_place_release(p, &site->callee_place);
        if (site->address)
            ask(requests, site->address, &site->caller_place)->site = site;
        for (unsigned k = 0; k < SW_SITE_CALLERS; k++) {
            struct sw_place *by = &requests->callers[i * SW_SITE_CALLERS + k];
            *by = SW_NOWHERE;
            if (site->callers[k])
                ask(requests, site->callers[k], by);
        }
        if (!site->callee)
            continue;
        struct request *r = ask(requests, site->callee, &site->callee_place);
        r->site = site->flags & SW_SITE_LABELLED ? site : NULL;
        r->is_function = true;
        r->jump = &requests->jumps[p->sampled.n_frames + i];
        r->calls = site;
    }
    for (struct sw_unpatched *u = p->unpatched; u < p->unpatched + p->n_unpatched; u++)
        ask_anew(p, requests, u->address, &u->place)->is_function = true;
    for (struct sw_lock_site *s = p->lock_sites; s < p->lock_sites + p->n_lock_sites; s++)
        ask_anew(p, requests, s->address, &s->place);
    for (struct sw_calls *c = p->calls; c < p->calls + p->n_calls; c++)
        for (uint32_t k = 0; k < c->n; k++)
            ask_anew(p, requests, c->addresses[k], &c->places[k]);
    for (size_t i = 0; i < p->sampled.n_frames; i++)
        ask_anew(p, requests, frames[i].address, &frames[i].place)->jump = &requests->jumps[i];
    for (struct sw_traffic_site *s = m->sites; s < m->sites + m->n_sites; s++)
        ask_anew(p, requests, s->address, &s->place);
    for (struct sw_shared *s = m->shared; s < m->shared + m->n_shared; s++) {
        ask_anew(p, requests, s->uses[0].address, &s->uses[0].place);
        ask_anew(p, requests, s->uses[1].address, &s->uses[1].place);
        ask_anew(p, requests, s->allocated, &s->made);
    }
    for (struct sw_traffic_loop *l = m->loops; l < m->loops + m->n_loops; l++)
        ask_anew(p, requests, l->last, &l->place);
    qsort(requests->at, requests->n, sizeof *requests->at, compare_requests);
    return 0;
}

static struct request *first_at(const struct requests *requests, uint64_t address)
{
    return requests->at + SW_BEFORE(requests->n, i, requests->at[i].address < address);
}

/* A spawn whose callee has no address of its own: it was inlined where it was spawned. */
static int answer_inlined(struct sw_symbols_module *module, uint64_t address, struct sw_site *site)
{
    if (site->kind != SW_SITE_SPAWN || site->callee != SW_NO_CALLEE || *site->callee_place.function)
        return 0;
    return sw_symbols_inlined_call(module, address, site->caller_place.line, &site->callee_place);
}

/* A construct of OpenMP is where its body is, if that has a line: its call often has another one. */
static int answer_body(struct sw_profile *p, struct sw_symbols_module *module, uint64_t address,
                       struct sw_site *site)
{
    struct sw_place body = SW_NOWHERE;
    int error = sw_symbols_entry(module, address, &body);
    if (!error && *body.function && body.line) {
        sw_place_release(p, &site->caller_place);
        site->caller_place = body;
        return 0;
    }
    sw_place_release(p, &body);
    return error;
}

/* What calls or spawns OpenCilk's function of a cilk_for is that loop, in the function that has it. */
static bool is_loop(struct sw_symbols_module *module, uint64_t address, struct sw_site *caller)
{
    if (!caller || !caller->address ||
        (caller->kind != SW_SITE_CALL && caller->kind != SW_SITE_SPAWN) ||
        !sw_symbols_is_loop(module, address))
        return false;
    caller->kind = SW_SITE_LOOP;
    caller->callee = SW_NO_CALLEE;
    return true;
}

static int answer(struct sw_profile *p, struct sw_symbols_module *module, uint64_t bias,
                  const struct request *r)
{
    uint64_t address = r->address - bias;
    struct sw_place *place = r->place;
    if (is_loop(module, address, r->calls))
        return 0;
    if (r->is_function && r->site) {
        int error = answer_body(p, module, address, r->site);
        return error == -ENOMEM ? error : sw_symbols_jump(module, address, r->jump);
    }
    if (*place->function) /* two modules were at the same place, one after the other */
        return 0;
    if (r->is_function)
        return sw_symbols_function(module, address, place);
    int error = sw_symbols_at(module, address, place);
    if (!error && r->jump)
        error = sw_symbols_called_jump(module, address, r->jump) == -ENOMEM ? -ENOMEM : 0;
    return error || !r->site ? error : answer_inlined(module, address, r->site);
}

static int warn_not_opened(struct sw_profile *p, const struct sw_module *module, int error)
{
    if (error == -ESTALE)
        return sw_profile_warn(p,
                               "'%s' has changed since it was profiled: its functions and lines "
                               "are not shown; profile it again",
                               module->path);
    if (error == -ENOENT)
        return sw_profile_warn(p, "cannot read '%s': its functions and lines are not known",
                               module->path);
    return error;
}

static int resolve_module(struct sw_profile *p, const struct requests *requests,
                          const struct sw_module *of, int *warned)
{
    struct request *r = first_at(requests, of->start), *end = requests->at + requests->n;
    struct sw_symbols_module *module;
    if (r == end || r->address >= of->end)
        return 0;
    int error = sw_symbols_open(&module, of);
    if (error)
        return warn_not_opened(p, of, error);
    bool wanted = false; /* of libraries that samples are in, lines are not expected */
    for (; r < end && r->address < of->end && error != -ENOMEM; r++) {
        error = answer(p, module, of->bias, r);
        wanted |= r->site || r->is_function;
    }
    error = error == -ENOMEM ? error : 0;
    if (!error && !sw_symbols_has_lines(module) && wanted && !*warned) {
        *warned = 1;
        error = sw_profile_warn(
            p, "'%s' has no debug information: lines are not known; compile it with -g", of->path);
    }
    sw_symbols_close(module);
    return error;
}

static const struct sw_place *outermost(const struct sw_place *place)
{
    while (place->inlined_into)
        place = place->inlined_into;
    return place;
}

/* What the body of a construct does by a jump is below the call of the runtime. */
static void move_bodies(struct sw_profile *p, struct sw_place *jumps)
{
    for (size_t k = 0; k < p->n_sites; k++) {
        struct sw_place *body = &jumps[p->sampled.n_frames + k];
        for (size_t i = 0; i < p->sampled.n_frames && body->function; i++)
            if (p->sampled.frames[i].address == p->sites[k].address && !jumps[i].function) {
                jumps[i] = *body;
                *body = (struct sw_place){.function = NULL};
            }
    }
}

/* Whether what runs below a frame is, on any path, the function that was called, or another one that it has jumped to. */
enum { AS_CALLED = 1, JUMPED = 2 };
static void compare_called(const struct sw_profile *p, const struct sw_place *jumps,
                           unsigned char *runs)
{
    const struct sw_sampled *s = &p->sampled;
    for (size_t i = 0; i < s->n_paths; i++) {
        bool is_link = p->effort.paths && p->effort.paths[i].physical;
        if (!s->paths[i].caller || is_link)
            continue;
        uint32_t from = s->paths[s->paths[i].caller - 1].frame;
        const char *function = outermost(&s->frames[s->paths[i].frame].place)->function;
        if (jumps[from].function && *function)
            runs[from] |= strcmp(function, outermost(&jumps[from])->function) ? JUMPED : AS_CALLED;
    }
}

/* What has jumped goes between the two, as if it were inlined where it was called. Above what has not, it is the same function, if the jump is its
 * own, and not that of something inlined. */
static int add_jumps(struct sw_profile *p, struct sw_place *jumps)
{
    const struct sw_sampled *s = &p->sampled;
    SW_FREED unsigned char *runs = calloc(s->n_frames + 1, 1);
    if (runs) {
        move_bodies(p, jumps);
        compare_called(p, jumps, runs);
    }
    for (size_t i = 0; i < s->n_frames + p->n_sites; i++) {
        struct sw_place *jump = &jumps[i], *outer = NULL;
        bool is_meant = runs && i < s->n_frames && runs[i] & JUMPED &&
                        (!(runs[i] & AS_CALLED) || !jump->inlined_into);
        if (is_meant && (outer = malloc(sizeof *outer))) {
            *outer = s->frames[i].place;
            ((struct sw_place *)outermost(jump))->inlined_into = outer;
            s->frames[i].place = *jump;
        } else if (jump->function) {
            sw_place_release(p, jump);
        }
    }
    return runs ? 0 : -ENOMEM;
}

static int calls_main(const struct sw_site *site)
{
    return site->kind == SW_SITE_CALL && !strcmp(site->callee_place.function, "main");
}

/* What the root's callee is called where it has no address: main, or, where main has a site of its
 * own below the root, all that is around it. */
static const char *root_name(const struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_sites; i++)
        if (calls_main(&p->sites[i]))
            return "(outside main)";
    return "main";
}

/* A call from nowhere known is shown where its function is. */
static int fill_in_caller(struct sw_site *site)
{
    struct sw_place *from = &site->caller_place;
    const struct sw_place *to = &site->callee_place;
    if (*from->file)
        return 0;
    from->line = to->line;
    from->column = to->column;
    return sw_string_set(&from->file, to->file);
}

static bool is_body(const struct sw_site *site)
{
    return site->kind == SW_SITE_LOOP || site->kind == SW_SITE_SCOPE;
}

/* Loops and scopes are their own callee, and where splits begin is their place. */
static int fill_in(struct sw_site *site, const char *root)
{
    const struct sw_place *from = &site->caller_place;
    struct sw_place *to = &site->callee_place;
    if (site->kind == SW_SITE_ROOT)
        return sw_string_set(&to->function, root);
    if (site->kind == SW_SITE_CALL && !site->address)
        return fill_in_caller(site);
    bool split = site->kind == SW_SITE_SPLIT, body = is_body(site);
    if ((!split && !body) || (body && *to->function))
        return 0;
    to->line = from->line;
    to->column = from->column;
    int error = body ? sw_string_set(&to->function, from->function) : 0;
    return error ? error : sw_string_set(&to->file, from->file);
}

int sw_symbols_resolve(struct sw_profile *p)
{
    struct requests requests;
    int warned = 0, error = gather(p, &requests);
    for (size_t i = 0; !error && i < p->n_modules; i++)
        error = resolve_module(p, &requests, &p->modules[i], &warned);
    error = error ? error : add_jumps(p, requests.jumps);
    error = error ? error : add_callers(p, requests.callers);
    const char *root = root_name(p);
    for (size_t i = 0; !error && i < p->n_sites; i++)
        error = fill_in(&p->sites[i], root);
    error = error ? error : name_constructs(p);
    error = error ? error : sw_symbols_name_locks(p);
    error = error ? error : sw_symbols_name_shared(p);
    sw_profile_drop_calls(p); /* they have done their part */
    error = error ? error : sw_symbols_name_tree(p);
    free(requests.at);
    free(requests.jumps);
    free(requests.callers);
    return error;
}
