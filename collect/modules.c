#include "collect/modules.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct sw_module *overlapped(const struct sw_profile *p, const struct sw_module *m)
{
    for (const struct sw_module *other = p->modules; other < m; other++)
        if (m->start < other->end && other->start < m->end)
            return other;
    return NULL;
}

/* One was closed before the other was opened; an address alone does not tell which it was. */
static void warn_of_overlaps(struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_modules; i++) {
        const struct sw_module *m = &p->modules[i], *other = overlapped(p, m);
        if (other)
            sw_profile_warn(p,
                            "'%s' and '%s' were loaded at the same place, one after the other: "
                            "their call sites cannot be distinguished",
                            other->path, m->path);
    }
}

static int add_module(struct sw_profile *p, const struct sw_live_module *from)
{
    struct sw_module *m = &p->modules[p->n_modules];
    m->start = from->start;
    m->end = from->end;
    m->bias = from->bias;
    m->build_id_size = from->build_id_size;
    memcpy(m->build_id, from->build_id, sizeof m->build_id);
    if (!(m->path = strndup(from->path, PATH_MAX)))
        return -ENOMEM;
    p->n_modules++;
    return 0;
}

/* One may have been noted in both ways. */
static bool has_module(const struct sw_profile *p, const struct sw_live_module *m)
{
    for (size_t i = 0; i < p->n_modules; i++)
        if (p->modules[i].start == m->start && !strcmp(p->modules[i].path, m->path))
            return true;
    return false;
}

int sw_modules_gather(struct sw_profile *p, const struct sw_live *live)
{
    uint32_t n = live->modules.n < SW_LIVE_MODULES ? live->modules.n : SW_LIVE_MODULES;
    uint32_t n_late = atomic_load(&live->modules.n_late);
    n_late = n_late < SW_LIVE_LATE ? n_late : SW_LIVE_LATE;
    int error = 0;
    if (!(p->modules = calloc(n + n_late + 1, sizeof *p->modules)))
        return -ENOMEM;
    for (uint32_t i = 0; i < n && !error; i++)
        error = add_module(p, &live->modules.all[i]);
    for (uint32_t i = 0; i < n_late && !error; i++)
        if (!has_module(p, &live->modules.late[i]))
            error = add_module(p, &live->modules.late[i]);
    warn_of_overlaps(p);
    return error;
}
