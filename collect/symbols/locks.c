#include "collect/symbols/locks.h"
#include "collect/symbols/module.h"

#include <errno.h>
#include <stdbool.h>

static bool is_in(const struct sw_effort_lock *lock, const struct sw_module *of)
{
    return !*lock->name && lock->address >= of->start && lock->address < of->end;
}

static bool has_locks(const struct sw_effort *e, const struct sw_module *of)
{
    for (size_t i = 0; i < e->n_locks; i++)
        if (is_in(&e->locks[i], of))
            return true;
    return false;
}

/* What is not found keeps its address. */
static int name_in(struct sw_effort *e, const struct sw_module *of)
{
    struct sw_symbols_module *module;
    int error = sw_symbols_open(&module, of);
    if (error)
        return error == -ENOMEM ? error : 0;
    for (size_t i = 0; i < e->n_locks && error != -ENOMEM; i++) {
        char *name;
        if (!is_in(&e->locks[i], of))
            continue;
        error = sw_symbols_variable(module, e->locks[i].address - of->bias, &name);
        if (!error)
            e->locks[i].name = name;
    }
    sw_symbols_close(module);
    return error == -ENOMEM ? error : 0;
}

int sw_symbols_name_locks(struct sw_profile *p)
{
    int error = 0;
    for (size_t i = 0; i < p->n_modules && !error; i++)
        if (has_locks(&p->effort, &p->modules[i]))
            error = name_in(&p->effort, &p->modules[i]);
    return error;
}
