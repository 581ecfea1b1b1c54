#include "collect/symbols/tree.h"
#include "collect/symbols/module.h"
#include "profile/whose.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_known(const struct sw_tree_site *s)
{
    return *s->function || !s->address;
}

static int set(char **field, const char *value)
{
    if (**field || !*value)
        return 0;
    char *copy = strdup(value);
    if (!copy)
        return -ENOMEM;
    *field = copy;
    return 0;
}

/* `from` is the place of the call or construct, `to` of what is called there; NULL: nothing is. */
static int name(struct sw_tree_site *s, const struct sw_place *from, const struct sw_place *to)
{
    int error = to ? set(&s->caller, from->function) : 0;
    if (!error)
        error = set(&s->function, to && *to->function ? to->function : from->function);
    if (!error && !*s->file) {
        s->line = s->line ? s->line : from->line;
        error = set(&s->file, from->file);
    }
    return error;
}

static int compare_sites(const void *a, const void *b)
{
    const struct sw_site *x = *(const struct sw_site *const *)a,
                         *y = *(const struct sw_site *const *)b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->callee > y->callee) - (x->callee < y->callee);
}

/* A section has no callee, and is where the first of its spawns is. */
static const struct sw_site *find(const struct sw_site *const *sorted, size_t n,
                                  const struct sw_tree_site *s)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct sw_site *at = sorted[middle];
        if (at->address < s->address || (at->address == s->address && at->callee < s->callee))
            low = middle + 1;
        else
            high = middle;
    }
    bool any = s->kind == SW_NODE_SECTION;
    if (low == n || sorted[low]->address != s->address ||
        (sorted[low]->callee != s->callee && !any))
        return NULL;
    return sorted[low];
}

static int name_by_sites(struct sw_profile *p)
{
    const struct sw_site **sorted = malloc((p->n_sites + 1) * sizeof *sorted);
    int error = 0;
    if (!sorted)
        return -ENOMEM;
    for (size_t i = 0; i < p->n_sites; i++)
        sorted[i] = &p->sites[i];
    qsort(sorted, p->n_sites, sizeof *sorted, compare_sites);
    for (size_t i = 1; !error && i < p->tree.n_sites; i++) {
        struct sw_tree_site *s = &p->tree.sites[i];
        const struct sw_site *as = is_known(s) ? NULL : find(sorted, p->n_sites, s);
        if (as)
            error =
                name(s, &as->caller_place, s->kind == SW_NODE_SECTION ? NULL : &as->callee_place);
    }
    free(sorted);
    return error;
}

static bool is_in(const struct sw_module *module, uint64_t address)
{
    return address >= module->start && address < module->end;
}

static int look_up(struct sw_profile *p, struct sw_symbols_module *module,
                   const struct sw_module *of, struct sw_tree_site *s)
{
    struct sw_place from = {.function = sw_profile_empty, .file = sw_profile_empty}, to = from;
    int error = sw_symbols_at(module, s->address - of->bias, &from);
    if (error != -ENOMEM && is_in(of, s->callee))
        error = sw_symbols_function(module, s->callee - of->bias, &to);
    const struct sw_place *at = s->kind == SW_NODE_LOCK ? sw_place_of_reader(&from) : &from;
    if (error != -ENOMEM)
        error = name(s, at, s->callee ? &to : NULL);
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
    if (module)
        sw_symbols_close(module);
    return error;
}

/* Locks of OpenMP have no names: they are called by where they are taken first; with a number, as another one may be
 * taken there too. */
static int name_lock(struct sw_program_tree *tree, const struct sw_node *node)
{
    const struct sw_tree_site *s = &tree->sites[node->site];
    struct sw_tree_lock *lock = &tree->locks[node->detail];
    const char *slash = strrchr(s->file, '/');
    if (*lock->label || !*s->label || !*s->file)
        return 0;
    char *label;
    if (asprintf(&label, "%s %u, %s:%u", s->label, node->detail, slash ? slash + 1 : s->file,
                 s->line) < 0)
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
