/*
 * Addresses are those of one process: libraries and the program lie elsewhere in the next. So the
 * whole has addresses of its own, those of the first profile; modules that come later are laid
 * behind all others, and what is in them moves there.
 */
#include "analysis/merge/parts.h"
#include "analysis/workspan/sites.h"
#include "base/libc.h"

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

int sw_merge_modules(struct sw_merge *m, const struct sw_profile *p, size_t *map)
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

uint64_t sw_merge_move(const struct sw_merge *m, const struct sw_profile *p, const size_t *map,
                       uint64_t address, int *foreign)
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
