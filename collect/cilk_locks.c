/*
 * Makes the locks of a Cilk program's profile of what its strands have summed of them. First the sums of each lock, then each is put to others: those of variables that were held longest stay by themselves, for they get names
 * (collect/symbols/names.c); the others are one for each place that took such a lock first.
 */
#include "base/order.h"
#include "collect/front_end.h"
#include "profile/locks.h"

enum { MOST_NAMED = 256 };

/* A lock, in ticks. */
struct sums {
    uint32_t number, first_site;
    uint64_t taken, held, alone, shared_taken, shared_held;
};

struct collector {
    const struct sw_live *live;
    struct sw_profile *profile;
    struct sums *sums; /* by number, then by how long they were held */
    uint32_t n;
    uint64_t across, elsewhere, lost, open;
    uint32_t *at_site;  /* groups of locks that have no name, by site */
    uint32_t *group_of; /* by number */
    uint32_t n_sites;
};

/* What a strand has; memory of the program's, which may have been written over. */
static const struct sw_locks *locks_of(const struct sw_live *live, uint32_t thread)
{
    const struct sw_thread *t = live->threads[thread];
    const struct sw_locks *l = t ? t->own->strand.locks : NULL;
    return l && l->n_uses <= SW_LOCK_USES_MAX ? l : NULL;
}

static bool is_sane(const struct collector *c, const struct sw_lock_use *u)
{
    return u->lock && u->lock < c->n && u->site && u->site < c->n_sites;
}

static void add_uses(struct collector *c, const struct sw_locks *l)
{
    SW_EACH (u, l->uses, l->n_uses) {
        if (!is_sane(c, u))
            continue;
        struct sums *s = &c->sums[u->lock];
        s->first_site = s->first_site ? s->first_site : u->site;
        s->taken += u->taken;
        s->held += u->held;
        s->alone += u->alone;
        s->shared_taken += u->shared_taken;
        s->shared_held += u->shared_held;
    }
    c->across += l->across;
    c->elsewhere += l->elsewhere;
    c->lost += l->lost;
    c->open += l->n_holds;
}

/* Held for long first, by readers last. */
static int longest_first(const void *a, const void *b)
{
    const struct sums *x = a, *y = b;
    return SW_BY(SW_FALLING(x->held, y->held), SW_FALLING(x->shared_held, y->shared_held),
                 SW_RISING(x->number, y->number));
}

static bool is_variable(const struct sw_live *live, uint64_t address)
{
    for (uint32_t i = 0; i < live->modules.n && i < SW_LIVE_MODULES; i++)
        if (address >= live->modules.all[i].start && address < live->modules.all[i].end)
            return true;
    return false;
}

static void add_to_group(struct collector *c, const struct sums *s, uint32_t *group)
{
    struct sw_profile *p = c->profile;
    if (!*group) {
        *group = (uint32_t)++p->n_locks;
        p->locks[*group - 1] = (struct sw_lock){.address = c->live->locks.all[s->number].address,
                                                .name = sw_profile_empty};
    }
    struct sw_lock *l = &p->locks[*group - 1];
    uint64_t held = sw_live_to_ns(c->live, s->held), alone = sw_live_to_ns(c->live, s->alone);
    if (held > l->most) {
        l->most = held;
        l->alone = alone < held ? alone : held;
    }
    l->n_locks++;
    l->taken += s->taken;
    l->held += held;
    l->shared_taken += s->shared_taken;
    l->shared_held += sw_live_to_ns(c->live, s->shared_held);
    c->group_of[s->number] = *group;
}

static void make_groups(struct collector *c)
{
    uint32_t n_named = 0;
    SW_EACH (s, c->sums, c->n) {
        uint32_t own = 0;
        if (!s->first_site)
            continue;
        bool named =
            n_named < MOST_NAMED && is_variable(c->live, c->live->locks.all[s->number].address);
        n_named += named;
        add_to_group(c, s, named ? &own : &c->at_site[s->first_site]);
    }
}

static void add_sites(struct collector *c, const struct sw_locks *l)
{
    struct sw_profile *p = c->profile;
    SW_EACH (u, l->uses, l->n_uses) {
        if (!is_sane(c, u) || !c->group_of[u->lock])
            continue;
        p->lock_sites[p->n_lock_sites++] =
            (struct sw_lock_site){.lock = c->group_of[u->lock] - 1,
                                  .address = sw_gather_site_address(&c->live->sites[u->site]),
                                  .taken = u->taken,
                                  .held = sw_live_to_ns(c->live, u->held),
                                  .shared_taken = u->shared_taken,
                                  .shared_held = sw_live_to_ns(c->live, u->shared_held),
                                  .place = SW_NOWHERE};
    }
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void warn(const struct collector *c)
{
    struct sw_profile *p = c->profile;
    typedef unsigned long long ull;
    if (c->across)
        sw_profile_warn(p,
                        "%llu time%s a lock was held across a spawn or a sync: its time counts by "
                        "the span, and in the program tree up to there only",
                        (ull)c->across, plural(c->across));
    if (c->elsewhere + c->open)
        sw_profile_warn(p,
                        "%llu time%s a lock was not released by the task that took it: how long it "
                        "was held is not counted",
                        (ull)(c->elsewhere + c->open), plural(c->elsewhere + c->open));
    if (c->lost + c->live->locks.lost)
        sw_profile_warn(
            p, "%llu time%s a lock was taken beyond the %u that are followed: that is not counted",
            (ull)(c->lost + c->live->locks.lost), plural(c->lost + c->live->locks.lost),
            SW_LIVE_LOCKS - 1);
}

static void make_room(struct collector *c)
{
    size_t n_uses = 0;
    for (uint32_t i = 0; i < sw_threads_count(c->live); i++)
        n_uses += locks_of(c->live, i) ? locks_of(c->live, i)->n_uses : 0;
    SW_ROOM(c->sums, c->n);
    SW_ROOM(c->at_site, c->n_sites);
    SW_ROOM(c->group_of, c->n);
    SW_ROOM(c->profile->locks, c->n);
    SW_ROOM(c->profile->lock_sites, n_uses);
}

void sw_gather_locks(struct sw_profile *p, const struct sw_live *live)
{
    struct collector c = {.live = live, .profile = p};
    uint32_t n_threads = sw_threads_count(live);
    if (live->locks.all)
        p->flags |= SW_PROFILE_SAW_LOCKS;
    if (!live->locks.all || live->locks.n < 2)
        return;
    c.n = live->locks.n < SW_LIVE_LOCKS ? live->locks.n : SW_LIVE_LOCKS;
    c.n_sites = atomic_load(&live->n_sites);
    c.n_sites = c.n_sites < SW_SITES_MAX ? c.n_sites : SW_SITES_MAX;
    make_room(&c);
    for (uint32_t i = 0; i < c.n; i++)
        c.sums[i].number = i;
    for (uint32_t i = 0; i < n_threads; i++)
        if (locks_of(live, i))
            add_uses(&c, locks_of(live, i));
    qsort(c.sums, c.n, sizeof *c.sums, longest_first);
    make_groups(&c);
    for (uint32_t i = 0; i < n_threads; i++)
        if (locks_of(live, i))
            add_sites(&c, locks_of(live, i));
    sw_lock_sites_unite(p);
    warn(&c);
}
