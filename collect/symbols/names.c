/* Names for what a profile knows by address only, once its places are known: locks, shared cache lines and the sites of a program tree. */
#include "base/order.h"
#include "base/search.h"
#include "collect/symbols/module.h"
#include "collect/symbols/symbols.h"
#include "live/trail.h"
#include "profile/locks.h"
#include "profile/whose.h"

static bool is_in(const struct sw_module *module, uint64_t address)
{
    return address >= module->start && address < module->end;
}

/* --- Locks --- */

/*
 * What locks are called: by their variable, or its field; those of no variable by the field of the class that they are in, as the calls that
 * take or make them tell; then by the variable of the function whose frame they are in, or by where they were made.
 */

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

static bool lock_has_part_in(const struct sw_profile *p, const struct sw_module *of,
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
        if (**l->name || !lock_has_part_in(p, of, l))
            continue;
        if (!module && (error = sw_symbols_open(&module, of)))
            break;
        error = name_one(p, module, of, l, &name);
        if (!error)
            *l->name = name;
    }
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
    char *name = NULL;
    int length = 0;
    if (!*place->function)
        return 0;
    if (calls->is_frame)
        length = asprintf(&name, SW_LOCK_ON_STACK "%s", place->function);
    else if (place->line)
        length = asprintf(&name, SW_LOCK_MADE_AT "%s:%u in %s", basename(place->file), place->line,
                          place->function);
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
    free(*l->name);
    *l->name = sw_profile_empty;
    return sw_string_set(l->name, "Python's GIL");
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
    SW_EACH (lock, p->effort.locks, p->effort.n_locks) {
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
        error = error ? error : name_well_known(&locks.all[i]);
    }
    error = error ? error : label_sites(&locks);
    free(locks.all);
    free(locks.of_sites);
    return error || !p->n_locks ? error : sw_locks_unite(p);
}

/* --- Shared cache lines --- */

/* A function that stands for an atomic instruction which not all processors have. */
static bool is_helper(const struct sw_shared_use *u)
{
    return u->caller && !strncmp(u->place.function, "__aarch64_", 10);
}

/* The first byte that an end uses. */
static uint64_t byte_of(const struct sw_shared *s, int end)
{
    uint64_t touched = s->uses[end].touched;
    return touched ? s->address + (uint64_t)__builtin_ctzll(touched) : s->address;
}

/* Global, or of a block of the heap. */
static int find_name(const struct sw_shared *s, struct sw_symbols_module *module, uint64_t bias,
                     uint64_t byte, char **name)
{
    if (s->block && byte - s->block >= s->block_bytes)
        return -ENOENT; /* the line goes on behind it */
    if (s->block)
        return sw_symbols_made(module, s->allocated - bias, sw_place_of_reader(&s->made)->line,
                               byte - s->block, name);
    int error = sw_symbols_variable(module, byte - bias, name);
    if (!error)
        (*name)[strcspn(*name, "+")] = 0;
    return error;
}

/* "a"; "a.x and a.y" of two, as they are in memory; elements of an array are that. */
static int name_line(struct sw_shared *s, struct sw_symbols_module *module, uint64_t bias)
{
    char *names[2] = {NULL, NULL};
    int error = 0, first = byte_of(s, 0) > byte_of(s, 1);
    for (int k = 0; k < 2 && !error; k++)
        error = find_name(s, module, bias, byte_of(s, k ^ first), &names[k]);
    if (!error && strcmp(names[0], names[1]) != 0) {
        char *both = NULL;
        error = asprintf(&both, "%s and %s", names[0], names[1]) < 0 ? -ENOMEM : 0;
        free(names[0]);
        names[0] = both;
    }
    if (!error)
        s->name = names[0];
    else
        free(names[0]);
    free(names[1]);
    return error;
}

/* On a stack: variables of that function. */
static int name_local(struct sw_shared *s, struct sw_symbols_module *module, uint64_t bias)
{
    char *found;
    int64_t offsets[2];
    int first = byte_of(s, 0) > byte_of(s, 1);
    for (int k = 0; k < 2; k++)
        offsets[k] = s->frame_offset + (int64_t)(byte_of(s, k ^ first) - s->address);
    int error = sw_symbols_local(module, s->frame - bias, s->frame_stack, offsets, 2, &found);
    if (!error)
        s->name = found;
    return error;
}

/* What a library allocates for the reader's code: its place is there. */
static int find_made(struct sw_profile *p, struct sw_shared *s, const struct sw_module *of,
                     struct sw_symbols_module *module)
{
    int error = 0;
    for (int k = 0; k < SW_SHARED_CALLERS && s->block && error != -ENOMEM; k++) {
        struct sw_place place = SW_NOWHERE;
        if (sw_file_is_readers(sw_place_of_reader(&s->made)->file))
            return 0;
        if (!is_in(of, s->callers[k]) || !sw_module_is_readers(p, of))
            continue;
        error = sw_symbols_at(module, s->callers[k] - of->bias, &place);
        if (!error && sw_file_is_readers(sw_place_of_reader(&place)->file)) {
            sw_place_release(p, &s->made);
            s->made = place;
            s->allocated = s->callers[k];
        } else {
            sw_place_release(p, &place);
        }
    }
    return error;
}

static int look(struct sw_profile *p, struct sw_shared *s, const struct sw_module *of,
                struct sw_symbols_module *module)
{
    int error = 0;
    SW_EACH (u, s->uses, 2) {
        if (!is_helper(u) || !is_in(of, u->caller - 1))
            continue;
        u->address = u->caller - 1;
        u->caller = 0;
        sw_place_release(p, &u->place);
        error = sw_symbols_at(module, u->address - of->bias, &u->place);
    }
    if (error != -ENOMEM)
        error = find_made(p, s, of, module);
    if (is_in(of, s->frame ? s->frame : s->address) && !s->block)
        s->is_readers = sw_module_is_readers(p, of);
    if (error != -ENOMEM && is_in(of, s->block ? s->allocated : s->address) && !*s->name)
        error = name_line(s, module, of->bias);
    if (error != -ENOMEM && is_in(of, s->frame) && !*s->name)
        error = name_local(s, module, of->bias);
    return error;
}

static bool line_has_part_in(const struct sw_shared *s, const struct sw_module *of)
{
    bool has = is_in(of, s->block ? s->allocated : s->address) || is_in(of, s->frame);
    for (int k = 0; k < SW_SHARED_CALLERS; k++)
        has |= is_in(of, s->callers[k]);
    for (int k = 0; k < 2; k++)
        has |= is_helper(&s->uses[k]) && is_in(of, s->uses[k].caller - 1);
    return has;
}

int sw_symbols_name_shared(struct sw_profile *p)
{
    int error = 0;
    for (size_t i = 0; i < p->n_modules && error != -ENOMEM; i++) {
        const struct sw_module *of = &p->modules[i];
        struct sw_symbols_module *module = NULL;
        for (size_t k = 0; k < p->memory.n_shared && error != -ENOMEM; k++) {
            struct sw_shared *s = &p->memory.shared[k];
            if (!line_has_part_in(s, of))
                continue;
            if (!module && (error = sw_symbols_open(&module, of)))
                break;
            error = look(p, s, of, module);
        }
        sw_symbols_close(module);
    }
    return error == -ENOMEM ? error : 0;
}

/* --- Sites of a tree --- */

static bool is_known(const struct sw_tree_site *s)
{
    return *s->function || !s->address;
}

/* `from` is the place of the call or construct, `to` of what is called there; NULL: nothing is. */
static int name_site(struct sw_tree_site *s, const struct sw_place *from, const struct sw_place *to)
{
    int error = to ? sw_string_set(&s->caller, from->function) : 0;
    if (!error)
        error = sw_string_set(&s->function, to && *to->function ? to->function : from->function);
    if (!error && !*s->file) {
        s->line = s->line ? s->line : from->line;
        error = sw_string_set(&s->file, from->file);
    }
    return error;
}

static int compare_sites(const void *a, const void *b)
{
    const struct sw_site *x = *(const struct sw_site *const *)a,
                         *y = *(const struct sw_site *const *)b;
    return SW_BY(SW_RISING(x->address, y->address), SW_RISING(x->callee, y->callee));
}

/* A section has no callee, and is where the first of its spawns is. */
static const struct sw_site *find_site(const struct sw_site *const *sorted, size_t n,
                                       const struct sw_tree_site *s)
{
    size_t k = SW_BEFORE(n, i,
                         SW_BY(SW_RISING(sorted[i]->address, s->address),
                               SW_RISING(sorted[i]->callee, s->callee)) < 0);
    bool any = s->kind == SW_NODE_SECTION;
    if (k == n || sorted[k]->address != s->address || (sorted[k]->callee != s->callee && !any))
        return NULL;
    return sorted[k];
}

static int name_by_sites(struct sw_profile *p)
{
    SW_FREED const struct sw_site **sorted = malloc((p->n_sites + 1) * sizeof *sorted);
    int error = 0;
    if (!sorted)
        return -ENOMEM;
    for (size_t i = 0; i < p->n_sites; i++)
        sorted[i] = &p->sites[i];
    qsort(sorted, p->n_sites, sizeof *sorted, compare_sites);
    for (size_t i = 1; !error && i < p->tree.n_sites; i++) {
        struct sw_tree_site *s = &p->tree.sites[i];
        const struct sw_site *as = is_known(s) ? NULL : find_site(sorted, p->n_sites, s);
        if (as)
            error = name_site(s, &as->caller_place,
                              s->kind == SW_NODE_SECTION ? NULL : &as->callee_place);
    }
    return error;
}

static int look_up(struct sw_profile *p, struct sw_symbols_module *module,
                   const struct sw_module *of, struct sw_tree_site *s)
{
    struct sw_place from = SW_NOWHERE, to = from;
    int error = sw_symbols_at(module, s->address - of->bias, &from);
    if (error != -ENOMEM && is_in(of, s->callee))
        error = sw_symbols_function(module, s->callee - of->bias, &to);
    const struct sw_place *at = s->kind == SW_NODE_LOCK ? sw_place_of_reader(&from) : &from;
    if (error != -ENOMEM)
        error = name_site(s, at, s->callee ? &to : NULL);
    sw_place_release(p, &from);
    sw_place_release(p, &to);
    return error;
}

/* A module that cannot be opened was warned of for the profile's own places. */
static int name_by_module(struct sw_profile *p, const struct sw_module *of)
{
    struct sw_symbols_module *module = NULL;
    int error = 0;
    for (size_t i = 1; !error && i < p->tree.n_sites; i++) {
        struct sw_tree_site *s = &p->tree.sites[i];
        if (is_known(s) || !is_in(of, s->address))
            continue;
        if (!module && sw_symbols_open(&module, of))
            return 0;
        error = look_up(p, module, of, s);
    }
    sw_symbols_close(module);
    return error;
}

/* Locks of OpenMP have no names: they are called by where they are taken first; with a number, as another one may be
 * taken there too. */
static int name_lock(struct sw_program_tree *tree, const struct sw_node *node)
{
    const struct sw_tree_site *s = &tree->sites[node->site];
    struct sw_tree_lock *lock = &tree->locks[node->detail];
    if (*lock->label || !*s->label || !*s->file)
        return 0;
    char *label;
    if (asprintf(&label, "%s %u, %s:%u", s->label, node->detail, basename(s->file), s->line) < 0)
        return -ENOMEM;
    lock->label = label;
    return 0;
}

static int name_locks(struct sw_program_tree *tree)
{
    int error = 0;
    for (size_t i = 1; !error && i < tree->n_nodes; i++) {
        const struct sw_node *node = &tree->nodes[i];
        if (node->kind == SW_NODE_LOCK && node->detail && node->detail < tree->n_locks &&
            node->site < tree->n_sites)
            error = name_lock(tree, node);
    }
    return error;
}

int sw_symbols_name_tree(struct sw_profile *p)
{
    int error = p->tree.n_sites ? name_by_sites(p) : 0;
    for (size_t i = 0; !error && i < p->n_modules; i++)
        error = name_by_module(p, &p->modules[i]);
    return error ? error : name_locks(&p->tree);
}
