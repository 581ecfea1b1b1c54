/*
 * A site has a key of addresses if the modules of its call and of its callee are in both profiles:
 * such sites of both are sorted by it, and equal keys are a group. The others go by name
 * (match_names.h). Which it is depends on the modules only, so the same site is never the one here
 * and the other there.
 */
#include "analysis/compare/match.h"
#include "base/libc.h"

#include "analysis/compare/match_names.h"
#include "analysis/workspan/sites.h"

#define NOT_COMMON ((size_t)-1)
#define NOWHERE    ((size_t)-2) /* address 0: no caller, or no callee */

enum key_type { BY_ADDRESS, ALONE, BY_NAME };

struct entry {
    const struct sw_site *site;
    size_t index;  /* in its profile */
    int profile;   /* 0 or 1 */
    int type;      /* enum key_type */
    uint32_t kind; /* of the site; spawns are calls here, so that a call that became a spawn fits */
    size_t modules[2];
    uint64_t offsets[2]; /* in them: of the call, of the callee */
};

struct matcher {
    const struct sw_profile *profiles[2];
    size_t *common[2]; /* of each module: the first module of profile 0 with that build-id */
};

static int same_build_id(const struct sw_module *a, const struct sw_module *b)
{
    return a->build_id_size && a->build_id_size == b->build_id_size &&
           !memcmp(a->build_id, b->build_id, a->build_id_size);
}

static size_t find_module(const struct sw_profile *p, const struct sw_module *module)
{
    for (size_t i = 0; i < p->n_modules; i++)
        if (same_build_id(&p->modules[i], module))
            return i;
    return NOT_COMMON;
}

enum sw_sameness sw_match_builds(const struct sw_profile *a, const struct sw_profile *b)
{
    /* The program is the first module: dl_iterate_phdr() begins with it. */
    if (!a->n_modules || !b->n_modules || !a->modules->build_id_size || !b->modules->build_id_size)
        return SW_NOT_KNOWN;
    return same_build_id(a->modules, b->modules) ? SW_SAME : SW_DIFFERENT;
}

static int find_common(struct matcher *m)
{
    for (int k = 0; k < 2; k++) {
        const struct sw_profile *p = m->profiles[k], *other = m->profiles[!k];
        m->common[k] = calloc(p->n_modules + 1, sizeof *m->common[k]);
        if (!m->common[k])
            return -ENOMEM;
        for (size_t i = 0; i < p->n_modules; i++)
            m->common[k][i] = find_module(other, &p->modules[i]) == NOT_COMMON
                                  ? NOT_COMMON
                                  : find_module(m->profiles[0], &p->modules[i]);
    }
    return 0;
}

static void locate(const struct matcher *m, struct entry *e, int which, uint64_t address)
{
    const struct sw_profile *p = m->profiles[e->profile];
    e->modules[which] = address ? NOT_COMMON : NOWHERE;
    for (size_t i = 0; address && i < p->n_modules; i++)
        if (address >= p->modules[i].start && address < p->modules[i].end) {
            e->modules[which] = m->common[e->profile][i];
            e->offsets[which] = address - p->modules[i].bias;
            return;
        }
}

static int has_name(const struct sw_site *site)
{
    return *sw_string(site->callee_place.function) || *sw_string(site->caller_place.function) ||
           *sw_string(site->caller_place.file);
}

static void make_entry(const struct matcher *m, int profile, size_t index, struct entry *e)
{
    const struct sw_site *site = &m->profiles[profile]->sites[index];
    *e = (struct entry){.site = site, .index = index, .profile = profile, .kind = site->kind};
    if (e->kind == SW_SITE_SPAWN)
        e->kind = SW_SITE_CALL;
    locate(m, e, 0, site->address);
    locate(m, e, 1, site->callee);
    if (e->modules[0] != NOT_COMMON && e->modules[1] != NOT_COMMON)
        e->type = BY_ADDRESS;
    else
        e->type = has_name(site) ? BY_NAME : ALONE;
}

#define COMPARE(x, y)                  \
    do {                               \
        if ((x) != (y))                \
            return (x) < (y) ? -1 : 1; \
    } while (0)

static int compare_addresses(const struct entry *a, const struct entry *b)
{
    for (int i = 0; i < 2; i++) {
        COMPARE(a->modules[i], b->modules[i]);
        COMPARE(a->offsets[i], b->offsets[i]);
    }
    return 0;
}

static int compare_keys(const struct entry *a, const struct entry *b)
{
    COMPARE(a->type, b->type);
    COMPARE(a->kind, b->kind);
    if (a->type == BY_ADDRESS)
        return compare_addresses(a, b);
    COMPARE(a->profile, b->profile);
    COMPARE(a->index, b->index);
    return 0;
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = compare_keys(x, y);
    if (order)
        return order;
    COMPARE(x->profile, y->profile); /* qsort() is not stable */
    COMPARE(x->index, y->index);
    return 0;
}

/* Those that have a name come last, by the order of the types; their groups too. */
static int group_names(struct sw_matches *matches, const struct entry *entries, size_t n)
{
    SW_FREED struct sw_named *named = calloc(n + 1, sizeof *named);
    if (!named)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        named[i] = (struct sw_named){entries[i].site, entries[i].index, entries[i].profile,
                                     entries[i].kind, 0};
    int error = sw_match_names(named, n, &matches->n_by_name);
    for (size_t i = 0; !error && i < n; i++)
        matches->groups[named[i].profile][named[i].index] = matches->n + named[i].group;
    matches->n += matches->n_by_name;
    return error;
}

static int group(const struct matcher *m, struct sw_matches *matches)
{
    size_t n = 0, i;
    struct entry *entries =
        calloc(m->profiles[0]->n_sites + m->profiles[1]->n_sites + 1, sizeof *entries);
    if (!entries)
        return -ENOMEM;
    for (int k = 0; k < 2; k++)
        for (i = 0; i < m->profiles[k]->n_sites; i++)
            make_entry(m, k, i, &entries[n++]);
    qsort(entries, n, sizeof *entries, compare_entries);
    for (i = 0; i < n && entries[i].type != BY_NAME; i++) {
        matches->n += i == 0 || compare_keys(&entries[i - 1], &entries[i]);
        matches->groups[entries[i].profile][entries[i].index] = matches->n - 1;
    }
    int error = group_names(matches, entries + i, n - i);
    free(entries);
    return error;
}

int sw_matches_make(struct sw_matches *matches, const struct sw_profile *a,
                    const struct sw_profile *b)
{
    struct matcher m = {.profiles = {a, b}};
    *matches = (struct sw_matches){0};
    for (int k = 0; k < 2; k++)
        matches->groups[k] = calloc(m.profiles[k]->n_sites + 1, sizeof *matches->groups[k]);
    int error = matches->groups[0] && matches->groups[1] ? find_common(&m) : -ENOMEM;
    if (!error)
        error = group(&m, matches);
    free(m.common[0]);
    free(m.common[1]);
    if (error)
        sw_matches_release(matches);
    return error;
}

void sw_matches_release(struct sw_matches *matches)
{
    free(matches->groups[0]);
    free(matches->groups[1]);
    *matches = (struct sw_matches){0};
}
