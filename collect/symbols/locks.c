/*
 * What locks are called: by their variable, or its field; those of no variable by the field of the class that they are in, as the calls that
 * take or make them tell; then by the variable of the function whose frame they are in, or by where they were made.
 */
#include "collect/symbols/locks.h"
#include "collect/symbols/module.h"
#include "live/trail.h"
#include "profile/locks.h"
#include "profile/whose.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A lock of some list: its address, where its name goes, and calls that take or release it (return addresses minus one); 0: none that is known. */
enum { USES = 3 };
struct named {
    uint64_t address;
    char **name;
    uint64_t used_at[USES];
};

struct locks {
    struct sw_profile *profile;
    struct named *all;
    size_t n;
    char **of_sites; /* names of those that are taken at sites, as simulated threads do */
};

/* --- by modules: variables, and the calls that are in them --- */

static bool is_in(const struct sw_module *module, uint64_t address)
{
    return address >= module->start && address < module->end;
}

/* NULL, unless it is a call of the reader's own code, which is looked at. */
static const struct sw_calls *made_in(const struct sw_profile *p, const struct sw_module *of,
                                      uint64_t lock)
{
    const struct sw_calls *calls = sw_profile_calls(p, SW_TRAIL_MADE(lock));
    return calls && calls->n && is_in(of, calls->addresses[0]) && sw_module_is_readers(p, of)
               ? calls
               : NULL;
}

static int name_one(const struct sw_profile *p, struct sw_symbols_module *module,
                    const struct sw_module *of, const struct named *l, char **name)
{
    const struct sw_calls *made = made_in(p, of, l->address);
    int error =
        is_in(of, l->address) ? sw_symbols_variable(module, l->address - of->bias, name) : -ENOENT;
    for (int i = 0; i < USES && error == -ENOENT && sw_module_is_readers(p, of); i++)
        if (is_in(of, l->used_at[i]))
            error = sw_symbols_argument(module, l->used_at[i] - of->bias, name);
    if (error == -ENOENT && made && !made->is_frame)
        error = sw_symbols_argument(module, made->addresses[0] - of->bias, name);
    if (error == -ENOENT && made && made->is_frame)
        error = sw_symbols_local(module, made->addresses[0] - of->bias, 0, &made->offset, 1, name);
    return error;
}

static bool has_part_in(const struct sw_profile *p, const struct sw_module *of,
                        const struct named *l)
{
    bool is_used = false;
    for (int i = 0; i < USES; i++)
        is_used |= is_in(of, l->used_at[i]);
    return is_used || is_in(of, l->address) || made_in(p, of, l->address);
}

/* Names those that are in the module, or whose calls are. What is not found keeps its address. */
static int name_in(const struct locks *locks, const struct sw_module *of)
{
    const struct sw_profile *p = locks->profile;
    struct sw_symbols_module *module = NULL;
    int error = 0;
    for (size_t i = 0; i < locks->n && error != -ENOMEM; i++) {
        const struct named *l = &locks->all[i];
        char *name;
        if (**l->name || !has_part_in(p, of, l))
            continue;
        if (!module && (error = sw_symbols_open(&module, of)))
            return error == -ENOMEM ? error : 0;
        error = name_one(p, module, of, l, &name);
        if (!error)
            *l->name = name;
    }
    if (module)
        sw_symbols_close(module);
    return error == -ENOMEM ? error : 0;
}

/* --- by where they were made --- */

static bool has_lines(const struct sw_profile *p, const struct sw_calls *calls,
                      const struct sw_module *module)
{
    for (uint32_t i = 0; i < calls->n; i++)
        if (*calls->places[i].file && sw_module_of(p, calls->addresses[i]) == module)
            return true;
    return false;
}

/* The innermost call whose place, or what that was inlined into, is the reader's; n: none is. */
static uint32_t readers_call(const struct sw_profile *p, const struct sw_calls *calls)
{
    uint32_t i = 0;
    for (; i < calls->n; i++) {
        const struct sw_module *module = sw_module_of(p, calls->addresses[i]);
        if (sw_place_is_readers(sw_place_of_reader(&calls->places[i]),
                                sw_module_is_readers(p, module), has_lines(p, calls, module)))
            break;
    }
    return i;
}

static int name_made(const struct sw_profile *p, const struct named *l)
{
    const struct sw_calls *calls = sw_profile_calls(p, SW_TRAIL_MADE(l->address));
    uint32_t k = calls ? readers_call(p, calls) : 0;
    if (**l->name || !calls || k >= calls->n)
        return 0;
    const struct sw_place *place = sw_place_of_reader(&calls->places[k]);
    const char *slash = strrchr(place->file, '/');
    char *name = NULL;
    int length = 0;
    if (!*place->function)
        return 0;
    if (calls->is_frame)
        length = asprintf(&name, SW_LOCK_ON_STACK "%s", place->function);
    else if (place->line)
        length = asprintf(&name, SW_LOCK_MADE_AT "%s:%u in %s", slash ? slash + 1 : place->file,
                          place->line, place->function);
    else
        length = asprintf(&name, SW_LOCK_MADE_BY "%s", place->function);
    if (length < 0)
        return -ENOMEM;
    *l->name = name;
    return 0;
}

/* What calls at one place do not tell, those at another one may. */
static void name_as_others(const struct locks *locks, const struct named *l)
{
    for (size_t i = 0; i < locks->n && !**l->name; i++) {
        const struct named *other = &locks->all[i];
        char *name = other->address == l->address && **other->name ? strdup(*other->name) : NULL;
        if (name)
            *l->name = name;
    }
}

/* A lock that its users know by another name: found by its variable, which may be known without its field. */
static int name_well_known(const struct named *l)
{
    const char *name = *l->name;
    if (strncmp(name, "_PyRuntime", 10) || (strchr(name, '.') && !strstr(name, "gil")))
        return 0;
    char *better = strdup("Python's GIL");
    if (!better)
        return -ENOMEM;
    free(*l->name);
    *l->name = better;
    return 0;
}

/* --- the lists --- */

static struct named *add(struct locks *locks, uint64_t address, char **name, uint64_t used_at)
{
    locks->all[locks->n] = (struct named){address, name, {used_at}};
    return &locks->all[locks->n++];
}

/* Of a path, one more than its index. */
static uint64_t innermost(const struct sw_profile *p, uint32_t path)
{
    return path ? p->sampled.frames[p->sampled.paths[path - 1].frame].address : 0;
}

static uint64_t held_at(const struct sw_profile *p, size_t lock)
{
    for (size_t i = 0; i < p->n_lock_sites; i++)
        if (p->lock_sites[i].lock == lock)
            return p->lock_sites[i].address;
    return 0;
}

/* Of simulated threads, those that were held longest, each where it is taken. (OpenMP's have numbers, and are called "omp lock".) */
static void add_sites(struct locks *locks)
{
    struct sw_profile *p = locks->profile;
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_construct *longest = NULL;
        for (size_t k = 0; k < p->n_constructs; k++)
            if (p->constructs[k].site == i && p->constructs[k].lock &&
                (!longest || p->constructs[k].held > longest->held))
                longest = &p->constructs[k];
        locks->of_sites[i] = sw_profile_empty;
        if (longest && !strcmp(p->sites[i].callee_place.function, SW_LOCK_LABEL))
            add(locks, longest->lock, &locks->of_sites[i], p->sites[i].address);
    }
}

/* So many of a tree: each takes a look at all symbols. */
enum { MOST_OF_TREE = 1000 };

static int gather(struct locks *locks)
{
    struct sw_profile *p = locks->profile;
    size_t of_tree = !p->n_locks                      ? 0
                     : p->tree.n_locks < MOST_OF_TREE ? p->tree.n_locks
                                                      : MOST_OF_TREE;
    locks->of_sites = calloc(p->n_sites + 1, sizeof *locks->of_sites);
    locks->all =
        calloc(p->effort.n_locks + p->n_locks + of_tree + p->n_sites + 1, sizeof *locks->all);
    if (!locks->of_sites || !locks->all)
        return -ENOMEM;
    for (size_t i = 0; i < p->effort.n_locks; i++) {
        struct sw_effort_lock *lock = &p->effort.locks[i];
        const struct sw_calls *calls = sw_profile_calls(p, SW_TRAIL_TAKEN(lock->address));
        struct named *l =
            add(locks, lock->address, &lock->name, calls && calls->n ? calls->addresses[0] : 0);
        l->used_at[1] = innermost(p, lock->waiter);
        l->used_at[2] = innermost(p, lock->holder);
    }
    for (size_t i = 0; i < p->n_locks; i++)
        add(locks, p->locks[i].address, &p->locks[i].name, held_at(p, i));
    for (size_t i = 1; i < of_tree; i++)
        add(locks, p->tree.locks[i].id, &p->tree.locks[i].label, 0);
    add_sites(locks);
    return 0;
}

/* "lock Cache::m" */
static int label_sites(const struct locks *locks)
{
    struct sw_profile *p = locks->profile;
    int error = 0;
    for (size_t i = 0; i < p->n_sites; i++) {
        char **name = &locks->of_sites[i], *label = NULL;
        if (!**name)
            continue;
        if (!error && asprintf(&label, SW_LOCK_LABEL " %s", *name) < 0)
            error = -ENOMEM;
        free(*name);
        if (error)
            continue;
        sw_profile_release_string(p, p->sites[i].callee_place.function);
        p->sites[i].callee_place.function = label;
    }
    return error;
}

int sw_symbols_name_locks(struct sw_profile *p)
{
    struct locks locks = {.profile = p};
    int error = gather(&locks);
    for (size_t i = 0; i < p->n_modules && !error; i++)
        error = name_in(&locks, &p->modules[i]);
    for (size_t i = 0; i < locks.n && !error; i++) {
        name_as_others(&locks, &locks.all[i]);
        error = name_made(p, &locks.all[i]);
        if (!error)
            error = name_well_known(&locks.all[i]);
    }
    if (!error)
        error = label_sites(&locks);
    free(locks.all);
    free(locks.of_sites);
    return error || !p->n_locks ? error : sw_locks_unite(p);
}
