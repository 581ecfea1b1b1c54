/* Numbers the places and the locks that annotations are about. */
#include "live/notes/annotate_place.h"

#include <string.h>

enum { SLOTS = 2 * SW_LIVE_TREE_SITES, LABEL_MOST = 256, SPARE = 8 };
_Static_assert((int)SW_LIVE_TREE_SITES == (int)SW_LIVE_TREE_LOCKS, "tables of one size");

bool sw_place_init(struct sw_annotator *a)
{
    struct sw_arena *arena = &a->live->arena;
    return SW_TAKE(arena, a->place_slots, SLOTS) && SW_TAKE(arena, a->lock_slots, SLOTS);
}

static uint64_t mix(uint64_t hash, uint64_t more)
{
    hash = (hash ^ more) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 29;
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        hash = (hash ^ (uint8_t)*text) * 0x100000001b3;
    return mix(hash, 1);
}

static bool same_text(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

static bool same(const struct sw_live_tree_site *s, const struct sw_place_key *k)
{
    return s->line == k->line && s->kind == k->kind && s->address == k->address &&
           same_text(s->label, k->label) && same_text(s->file, k->file) &&
           same_text(s->function, k->function);
}

static const char *copy(struct sw_annotator *a, const char *text)
{
    size_t size = text && *text ? strlen(text) + 1 : 0;
    char *to = size ? sw_arena_take(&a->live->arena, size) : NULL;
    return to ? memcpy(to, text, size) : NULL;
}

/* Complete before it counts: the program may be gone at any moment. */
static uint32_t add(struct sw_annotator *a, const struct sw_place_key *k)
{
    struct sw_live_tree *t = a->tree;
    uint32_t n = t->n_sites;
    t->sites[n] = (struct sw_live_tree_site){.kind = k->kind,
                                             .line = k->line,
                                             .address = k->address,
                                             .label = copy(a, k->label),
                                             .file = copy(a, k->file),
                                             .function = copy(a, k->function)};
    __asm__ volatile("" ::: "memory");
    t->n_sites = n + 1;
    return n;
}

/* A name without quotes around it, which Advisor's macros take along; not longer than it may be. */
static const char *plain(const char *name, char *text)
{
    size_t length = name ? strnlen(name, LABEL_MOST) : 0;
    bool quoted = length >= 2 && length < LABEL_MOST && name[0] == '"' && name[length - 1] == '"';
    if (!quoted && length < LABEL_MOST)
        return name;
    length = quoted ? length - 2 : LABEL_MOST - 1;
    memcpy(text, name + quoted, length);
    text[length] = 0;
    return text;
}

uint32_t sw_place_number(struct sw_annotator *a, const struct sw_place_key *key)
{
    char label[LABEL_MOST];
    struct sw_place_key k = *key;
    k.label = plain(key->label, label);
    uint64_t hash = mix(mix(k.line, k.kind), k.address);
    hash = mix_text(mix_text(mix_text(hash, k.label), k.function), k.file);
    for (uint64_t i = hash;; i++) {
        uint32_t *slot = &a->place_slots[i % SLOTS];
        if (*slot && same(&a->tree->sites[*slot], &k))
            return *slot;
        if (*slot)
            continue;
        if (a->tree->n_sites < SW_LIVE_TREE_SITES - SPARE)
            return *slot = add(a, &k);
        if (!k.label && !k.file && !k.address)
            return *slot = add(a, &k); /* the last: of this kind, somewhere */
        return sw_place_number(a, &(struct sw_place_key){.kind = k.kind});
    }
}

uint32_t sw_place_lock(struct sw_annotator *a, uint64_t lock)
{
    struct sw_live_tree *t = a->tree;
    for (uint64_t i = mix(0, lock);; i++) {
        uint32_t *slot = &a->lock_slots[i % SLOTS];
        if (*slot && t->locks[*slot].id == lock)
            return *slot;
        if (*slot)
            continue;
        if (t->n_locks == SW_LIVE_TREE_LOCKS)
            return SW_LIVE_TREE_LOCKS - 1;
        t->locks[t->n_locks] = (struct sw_live_tree_lock){.id = lock};
        return *slot = t->n_locks++;
    }
}
