/* Locks in memory, and calls that something is named after; and both in the file. */
#include "profile/locks.h"
#include "base/order.h"
#include "profile/chunks.h"
#include "profile/whose.h"

SW_ORDER(compare_sites, struct sw_lock_site, SW_RISING(x->lock, y->lock),
         SW_RISING(x->address, y->address))

SW_ORDER(most_held_first, struct sw_lock_site, SW_RISING(x->lock, y->lock),
         SW_FALLING(x->held, y->held), compare_sites(a, b))

void sw_lock_sites_unite(struct sw_profile *p)
{
    size_t n = 0;
    if (!p->n_lock_sites)
        return;
    qsort(p->lock_sites, p->n_lock_sites, sizeof *p->lock_sites, compare_sites);
    for (size_t i = 1; i < p->n_lock_sites; i++) {
        struct sw_lock_site *to = &p->lock_sites[n], *from = &p->lock_sites[i];
        if (compare_sites(to, from)) {
            p->lock_sites[++n] = *from;
            continue;
        }
        to->taken += from->taken;
        to->held += from->held;
        to->shared_taken += from->shared_taken;
        to->shared_held += from->shared_held;
        sw_place_release(p, &from->place);
    }
    p->n_lock_sites = n + 1;
    qsort(p->lock_sites, p->n_lock_sites, sizeof *p->lock_sites, most_held_first);
}

/* Of the variable's name, without an offset. */
static size_t name_size(const struct sw_lock *l)
{
    return strcspn(l->name, "+");
}

static bool are_one(const struct sw_lock *a, const struct sw_lock *b)
{
    size_t n = name_size(a);
    return n && n == name_size(b) && !strncmp(a->name, b->name, n);
}

/* The variable stands for all of them. */
static void add(struct sw_lock *to, const struct sw_lock *from)
{
    if (from->most > to->most) {
        to->address = from->address;
        to->most = from->most;
        to->alone = from->alone;
    }
    to->n_locks += from->n_locks;
    to->taken += from->taken;
    to->held += from->held;
    to->shared_taken += from->shared_taken;
    to->shared_held += from->shared_held;
}

/* Which each becomes a part of: itself, or one before it. */
static void find_wholes(struct sw_profile *p, uint32_t *whole)
{
    for (uint32_t i = 0; i < p->n_locks; i++) {
        whole[i] = i;
        for (uint32_t k = 0; k < i && whole[i] == i && *p->locks[i].name; k++)
            if (whole[k] == k && are_one(&p->locks[k], &p->locks[i]))
                whole[i] = k;
        if (whole[i] == i)
            continue;
        struct sw_lock *to = &p->locks[whole[i]];
        char *name = strndup(to->name, name_size(to));
        if (name) {
            sw_profile_release_string(p, to->name);
            to->name = name;
        }
        add(to, &p->locks[i]);
    }
}

SW_ORDER_AT(most_first, struct sw_lock, SW_FALLING(x->most, y->most),
            SW_FALLING(x->shared_held, y->shared_held), SW_RISING(x, y))

int sw_locks_unite(struct sw_profile *p)
{
    size_t n = p->n_locks;
    SW_FREED uint32_t *whole = calloc(n + 1, sizeof *whole);
    SW_FREED uint32_t *place = calloc(n + 1, sizeof *place);
    SW_FREED struct sw_lock *arranged = calloc(n + 1, sizeof *arranged);
    SW_FREED const struct sw_lock **order = calloc(n + 1, sizeof *order);
    if (!whole || !place || !arranged || !order)
        return -ENOMEM;
    find_wholes(p, whole);
    p->n_locks = 0;
    for (uint32_t i = 0; i < n; i++)
        if (whole[i] == i)
            order[p->n_locks++] = &p->locks[i];
        else
            sw_profile_release_string(p, p->locks[i].name);
    qsort(order, p->n_locks, sizeof *order, most_first);
    for (uint32_t i = 0; i < p->n_locks; i++) {
        arranged[i] = *order[i];
        place[order[i] - p->locks] = i;
    }
    for (size_t i = 0; i < p->n_lock_sites; i++)
        p->lock_sites[i].lock = place[whole[p->lock_sites[i].lock]];
    struct sw_lock *before = p->locks;
    p->locks = arranged;
    arranged = before;
    sw_lock_sites_unite(p);
    return 0;
}

bool sw_lock_name_is_place(const char *name)
{
    static const char *const begins[] = {SW_LOCK_MADE_AT, SW_LOCK_MADE_BY, SW_LOCK_ON_STACK};
    return sw_begins_with_any(name, begins, sizeof begins / sizeof *begins);
}

static const struct sw_layout lock_layout =
    SW_LAYOUT(struct sw_lock, SW_STRING(sw_lock, name), SW_ZEROS(4), SW_64(sw_lock, address),
              SW_64_TO(sw_lock, n_locks, shared_held));

static const struct sw_layout site_layout =
    SW_LAYOUT(struct sw_lock_site, SW_32(sw_lock_site, lock), SW_ZEROS(4),
              SW_64_TO(sw_lock_site, address, shared_held), SW_PLACE(sw_lock_site, place));

void sw_writer_held(struct sw_writer *w, const struct sw_profile *p)
{
    if (!p->n_locks) /* as in versions that knew of none */
        return;
    sw_writer_records(w, SW_CHUNK_HELD, &lock_layout, p->locks, p->n_locks);
    sw_writer_records(w, SW_CHUNK_HELDAT, &site_layout, p->lock_sites, p->n_lock_sites);
    sw_writer_places(w, SW_CHUNK_HELDPLACE,
                     &(struct sw_placed){&site_layout, p->lock_sites, p->n_lock_sites}, 1);
}

void sw_reader_held(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    p->locks = sw_reader_records(r, SW_CHUNK_HELD, &lock_layout, &p->n_locks);
    for (size_t i = 0; i < p->n_locks; i++)
        sw_reader_check(r, SW_CHUNK_HELD,
                        p->locks[i].most <= p->locks[i].held &&
                            p->locks[i].alone <= p->locks[i].most);
    p->lock_sites = sw_reader_records(r, SW_CHUNK_HELDAT, &site_layout, &p->n_lock_sites);
    for (size_t i = 0; i < p->n_lock_sites; i++)
        sw_reader_check(r, SW_CHUNK_HELDAT, p->lock_sites[i].lock < p->n_locks);
    sw_reader_places(r, SW_CHUNK_HELDPLACE,
                     &(struct sw_placed){&site_layout, p->lock_sites, p->n_lock_sites}, 1);
}

void sw_held_release(struct sw_profile *p)
{
    sw_records_release(p, &lock_layout, p->locks, p->n_locks);
    sw_records_release(p, &site_layout, p->lock_sites, p->n_lock_sites);
}

/* Calls that something is named after: they go from who gathers a profile to who names things, and no further. */

struct sw_calls *sw_profile_calls(const struct sw_profile *p, uint64_t of)
{
    return SW_FIRST(calls, p->calls, p->n_calls, calls->of == of);
}

void sw_profile_drop_calls(struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_calls; i++)
        for (uint32_t k = 0; k < p->calls[i].n; k++)
            sw_place_release(p, &p->calls[i].places[k]);
    free(p->calls);
    p->calls = NULL;
    p->n_calls = 0;
}

static const struct sw_layout calls_layout =
    SW_LAYOUT(struct sw_calls, SW_64(sw_calls, of), SW_64(sw_calls, is_frame),
              SW_64(sw_calls, offset), SW_ALL_64(sw_calls, addresses));

void sw_writer_calls(struct sw_writer *w, const struct sw_profile *p)
{
    if (p->n_calls)
        sw_writer_records(w, SW_CHUNK_CALLS, &calls_layout, p->calls, p->n_calls);
}

void sw_reader_calls(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    p->calls = sw_reader_records(r, SW_CHUNK_CALLS, &calls_layout, &p->n_calls);
    SW_EACH (c, p->calls, p->n_calls)
        while (c->n < SW_CALLS_MOST && c->addresses[c->n])
            sw_place_release(p, &c->places[c->n++]);
}
