#include "collect/tree_sites.h"
#include "engine/tree/watch.h"
#include "live/tree.h"
#include "profile/profile.h"

#include <errno.h>
#include <stdlib.h>

uint64_t sw_gather_site_address(const struct sw_live_site *site)
{
    bool returns =
        (site->kind == SW_SITE_CALL || site->kind == SW_SITE_SPLIT || site->kind == SW_SITE_LOCK) &&
        site->address;
    return returns ? site->address - 1 : site->address;
}

static void fill(const struct sw_live *live, const struct sw_live_site *from,
                 struct sw_live_tree_site *to)
{
    to[0].kind = from->kind == SW_SITE_SPAWN  ? SW_NODE_TASK
                 : from->kind == SW_SITE_LOCK ? SW_NODE_LOCK
                                              : SW_NODE_CALL;
    to[0].label = from->kind == SW_SITE_LOCK ? "lock" : NULL;
    to[0].callee = from->function ? live->functions[from->function].address : SW_NO_CALLEE;
    to[SW_TREE_SITE_SECTION].kind = SW_NODE_SECTION;
    to[0].address = to[SW_TREE_SITE_SECTION].address = sw_gather_site_address(from);
}

int sw_gather_tree_sites(struct sw_live *live)
{
    struct sw_live_tree *t = atomic_load(&live->tree);
    uint32_t n = atomic_load(&live->n_sites);
    n = n < SW_SITES_MAX ? n : SW_SITES_MAX;
    struct sw_live_tree_site *sites = calloc((size_t)n * SW_TREE_SITES_EACH, sizeof *sites);
    if (!sites)
        return -ENOMEM;
    for (uint32_t i = 1; i < n; i++)
        fill(live, &live->sites[i], &sites[i * SW_TREE_SITES_EACH]);
    for (uint32_t i = 1; i < live->locks.n && i < SW_LIVE_TREE_LOCKS; i++)
        t->locks[i].id = live->locks.all[i].address;
    t->n_locks = live->locks.n ? live->locks.n : 1;
    t->sites = sites;
    t->n_sites = n * SW_TREE_SITES_EACH;
    for (uint32_t i = 1; i < atomic_load(&live->n_threads) && i < SW_LIVE_THREADS; i++)
        t->elsewhere += live->threads[i] ? live->threads[i]->events : 0;
    return 0;
}
