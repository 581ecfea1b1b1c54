#include "collect/symbols/locks.h"
#include "collect/symbols/module.h"
#include "profile/locks.h"

#include <errno.h>
#include <stdbool.h>

/* A lock of some list: its address, and where its name goes. */
struct named {
    uint64_t address;
    char **name;
};

static struct named effort_lock(struct sw_profile *p, size_t i)
{
    return (struct named){p->effort.locks[i].address, &p->effort.locks[i].name};
}

static struct named held_lock(struct sw_profile *p, size_t i)
{
    return (struct named){p->locks[i].address, &p->locks[i].name};
}

static struct named tree_lock(struct sw_profile *p, size_t i)
{
    return (struct named){p->tree.locks[i].id, &p->tree.locks[i].label};
}

/* Names those that are in the module. What is not found keeps its address. */
static int name_in(struct sw_profile *p, const struct sw_module *of, size_t from, size_t to,
                   struct named (*lock)(struct sw_profile *, size_t))
{
    struct sw_symbols_module *module = NULL;
    int error = 0;
    for (size_t i = from; i < to && error != -ENOMEM; i++) {
        struct named l = lock(p, i);
        char *name;
        if (**l.name || l.address < of->start || l.address >= of->end)
            continue;
        if (!module && (error = sw_symbols_open(&module, of)))
            return error == -ENOMEM ? error : 0;
        error = sw_symbols_variable(module, l.address - of->bias, &name);
        if (!error)
            *l.name = name;
    }
    if (module)
        sw_symbols_close(module);
    return error == -ENOMEM ? error : 0;
}

/* So many of a tree: each takes a look at all symbols. */
enum { MOST_OF_TREE = 1000 };

int sw_symbols_name_locks(struct sw_profile *p)
{
    int error = 0;
    size_t of_tree = p->tree.n_locks < MOST_OF_TREE ? p->tree.n_locks : MOST_OF_TREE;
    for (size_t i = 0; i < p->n_modules && !error; i++) {
        const struct sw_module *of = &p->modules[i];
        error = name_in(p, of, 0, p->effort.n_locks, effort_lock);
        if (!error)
            error = name_in(p, of, 0, p->n_locks, held_lock);
        if (!error && p->n_locks)
            error = name_in(p, of, 1, of_tree, tree_lock);
    }
    return error || !p->n_locks ? error : sw_locks_unite(p);
}
