/* Locks in memory, and calls that something is named after; and both in the file. */
#include "profile/locks.h"
#include "profile/chunks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int compare_sites(const void *a, const void *b)
{
    const struct sw_lock_site *x = a, *y = b;
    if (x->lock != y->lock)
        return x->lock < y->lock ? -1 : 1;
    return x->address < y->address ? -1 : x->address > y->address;
}

static int most_held_first(const void *a, const void *b)
{
    const struct sw_lock_site *x = a, *y = b;
    if (x->lock != y->lock)
        return x->lock < y->lock ? -1 : 1;
    if (x->held != y->held)
        return x->held < y->held ? 1 : -1;
    return compare_sites(a, b);
}

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

static int most_first(const void *a, const void *b)
{
    const struct sw_lock *x = *(const struct sw_lock *const *)a,
                         *y = *(const struct sw_lock *const *)b;
    if (x->most != y->most)
        return x->most < y->most ? 1 : -1;
    if (x->shared_held != y->shared_held)
        return x->shared_held < y->shared_held ? 1 : -1;
    return x < y ? -1 : x > y;
}

int sw_locks_unite(struct sw_profile *p)
{
    size_t n = p->n_locks;
    uint32_t *whole = calloc(n + 1, sizeof *whole), *place = calloc(n + 1, sizeof *place);
    struct sw_lock *arranged = calloc(n + 1, sizeof *arranged);
    const struct sw_lock **order = calloc(n + 1, sizeof *order);
    bool has_room = whole && place && arranged && order;
    if (has_room) {
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
        free(p->locks);
        p->locks = arranged;
        arranged = NULL;
        sw_lock_sites_unite(p);
    }
    free(whole);
    free(place);
    free(arranged);
    free(order);
    return has_room ? 0 : -ENOMEM;
}

bool sw_lock_name_is_place(const char *name)
{
    static const char *const begins[] = {SW_LOCK_MADE_AT, SW_LOCK_MADE_BY, SW_LOCK_ON_STACK};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(name, begins[i], strlen(begins[i])))
            return true;
    return false;
}

static void put_sites(struct sw_writer *w, const struct sw_profile *p)
{
    size_t n = 0;
    sw_writer_list(w, SW_TAG_HELDAT, SW_RECORD_HELDAT, p->n_lock_sites);
    for (size_t i = 0; i < p->n_lock_sites; i++) {
        const struct sw_lock_site *s = &p->lock_sites[i];
        sw_writer_put32(w, s->lock);
        sw_writer_put32(w, 0);
        sw_writer_put64(w, s->address);
        sw_writer_put64(w, s->taken);
        sw_writer_put64(w, s->held);
        sw_writer_put64(w, s->shared_taken);
        sw_writer_put64(w, s->shared_held);
    }
    sw_writer_end(w);
    sw_writer_list(w, SW_TAG_HELDPLACE, SW_RECORD_PLACE, 0);
    for (size_t i = 0; i < p->n_lock_sites; i++)
        sw_writer_place(w, &p->lock_sites[i].place, &n);
    sw_writer_count(w, n);
    sw_writer_end(w);
}

void sw_writer_held(struct sw_writer *w, const struct sw_profile *p)
{
    if (!p->n_locks) /* as in versions that knew of none */
        return;
    sw_writer_list(w, SW_TAG_HELD, SW_RECORD_HELD, p->n_locks);
    for (size_t i = 0; i < p->n_locks; i++) {
        const struct sw_lock *l = &p->locks[i];
        sw_writer_string(w, l->name);
        sw_writer_put32(w, 0);
        sw_writer_put64(w, l->address);
        sw_writer_put64(w, l->n_locks);
        sw_writer_put64(w, l->taken);
        sw_writer_put64(w, l->held);
        sw_writer_put64(w, l->most);
        sw_writer_put64(w, l->alone);
        sw_writer_put64(w, l->shared_taken);
        sw_writer_put64(w, l->shared_held);
    }
    sw_writer_end(w);
    put_sites(w, p);
}

static int read_sites(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list, places;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_HELDAT, SW_RECORD_HELDAT, &list);
    if (!error)
        error = sw_reader_open(r, SW_CHUNK_HELDPLACES, SW_RECORD_PLACE, &places);
    if (error)
        return error;
    p->lock_sites = sw_reader_array(list.n, sizeof *p->lock_sites);
    if (!p->lock_sites)
        return sw_reader_no_memory(r);
    for (; p->n_lock_sites < list.n; p->n_lock_sites++, list.at += list.record) {
        struct sw_lock_site *s = &p->lock_sites[p->n_lock_sites];
        const unsigned char *at = list.at;
        sw_place_release(p, &s->place);
        s->lock = sw_reader_get32(&at);
        sw_reader_get32(&at);
        s->address = sw_reader_get64(&at);
        s->taken = sw_reader_get64(&at);
        s->held = sw_reader_get64(&at);
        s->shared_taken = sw_reader_get64(&at);
        s->shared_held = sw_reader_get64(&at);
        bad |= s->lock >= p->n_locks;
    }
    for (size_t i = 0; !error && i < p->n_lock_sites; i++)
        error = sw_reader_place(r, SW_CHUNK_HELDPLACES, &places, &p->lock_sites[i].place);
    if (!error && (bad || places.n))
        return sw_reader_damaged(r, SW_TAG_HELDAT, "does not make sense");
    return error;
}

int sw_reader_held(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_HELD, SW_RECORD_HELD, &list);
    if (error)
        return error;
    p->locks = sw_reader_array(list.n, sizeof *p->locks);
    if (!p->locks)
        return sw_reader_no_memory(r);
    for (; p->n_locks < list.n; p->n_locks++, list.at += list.record) {
        struct sw_lock *l = &p->locks[p->n_locks];
        const unsigned char *at = list.at;
        l->name = sw_reader_string(r, &at, &bad);
        sw_reader_get32(&at);
        l->address = sw_reader_get64(&at);
        l->n_locks = sw_reader_get64(&at);
        l->taken = sw_reader_get64(&at);
        l->held = sw_reader_get64(&at);
        l->most = sw_reader_get64(&at);
        l->alone = sw_reader_get64(&at);
        l->shared_taken = sw_reader_get64(&at);
        l->shared_held = sw_reader_get64(&at);
        bad |= l->most > l->held || l->alone > l->most;
    }
    if (bad)
        return sw_reader_damaged(r, SW_TAG_HELD, "does not make sense");
    return read_sites(r);
}

/* Calls that something is named after: they go from who gathers a profile to who names things, and no further. */

struct sw_calls *sw_profile_calls(const struct sw_profile *p, uint64_t of)
{
    for (size_t i = 0; i < p->n_calls; i++)
        if (p->calls[i].of == of)
            return &p->calls[i];
    return NULL;
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

void sw_writer_calls(struct sw_writer *w, const struct sw_profile *p)
{
    if (!p->n_calls)
        return;
    sw_writer_list(w, SW_TAG_CALLS, SW_RECORD_CALLS, p->n_calls);
    for (size_t i = 0; i < p->n_calls; i++) {
        const struct sw_calls *c = &p->calls[i];
        sw_writer_put64(w, c->of);
        sw_writer_put64(w, c->is_frame);
        sw_writer_put64(w, (uint64_t)c->offset);
        for (uint32_t k = 0; k < SW_CALLS_MOST; k++)
            sw_writer_put64(w, k < c->n ? c->addresses[k] : 0);
    }
    sw_writer_end(w);
}

int sw_reader_calls(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_CALLS, SW_RECORD_CALLS, &list);
    if (error || !list.n)
        return error;
    p->calls = sw_reader_array(list.n, sizeof *p->calls);
    if (!p->calls)
        return sw_reader_no_memory(r);
    for (; p->n_calls < list.n; p->n_calls++, list.at += list.record) {
        struct sw_calls *c = &p->calls[p->n_calls];
        const unsigned char *at = list.at;
        c->of = sw_reader_get64(&at);
        c->is_frame = sw_reader_get64(&at);
        c->offset = (int64_t)sw_reader_get64(&at);
        while (c->n < SW_CALLS_MOST && (c->addresses[c->n] = sw_reader_get64(&at)) != 0)
            c->places[c->n++] =
                (struct sw_place){.function = sw_profile_empty, .file = sw_profile_empty};
    }
    return 0;
}
