/*
 * Work is found by its length, in buckets of an eighth of an octave around it, since a record takes in what is
 * near to it; once the tree has to lose something, by what it is rounded to.
 */
#include "engine/tree/parts.h"

enum { LOOK_AT = 16 }; /* records of a bucket: beyond, a new one is cheaper */

/* Of an octave there are 1 << bits. */
static uint64_t bucket(uint64_t length, unsigned bits)
{
    if (length < 2u << bits)
        return length;
    unsigned octave = 63 - (unsigned)__builtin_clzll(length);
    return ((uint64_t)octave << bits) + (length >> (octave - bits));
}

/* How much alike subtrees are that are merged: 16, 8, 4, 2, 1 steps an octave, one for four octaves, all. */
uint64_t sw_tree_quantum(const struct sw_tree *tree, uint64_t length)
{
    unsigned level = tree->level;
    if (level <= 5)
        return bucket(length, 5 - level);
    return level == 6 && length ? (63 - (unsigned)__builtin_clzll(length)) / 4 : 0;
}

/* By the first length that was in it. */
static uint64_t work_bucket(const struct sw_tree *tree, uint64_t length)
{
    if (tree->level > 1)
        return sw_tree_quantum(tree, length);
    return length <= tree->grain ? 0 : bucket(length, 3);
}

static sw_ref *head(const struct sw_tree *tree, uint32_t site, uint64_t bucket_number)
{
    uint64_t hash = sw_tree_mix(site, bucket_number);
    return &tree->heads[hash & (tree->n_heads - 1)];
}

void sw_tree_enter_work(struct sw_tree *tree, struct sw_tree_record *r)
{
    sw_ref *to = head(tree, r->site, work_bucket(tree, r->low));
    r->next = *to;
    *to = sw_tree_ref(tree, r);
    tree->n_works++;
}

static bool takes(const struct sw_tree *tree, sw_ref ref, uint32_t site, uint64_t length)
{
    const struct sw_tree_record *r = sw_tree_record(tree, ref);
    return ref && r->site == site && !sw_tree_is_far(r, length, tree->grain) &&
           sw_tree_fits(r, length, tree->grain);
}

/* What is found comes first from then on: so those that are there already grow, and others stay few. */
static sw_ref work_in(struct sw_tree *tree, uint32_t site, uint64_t number, uint64_t length)
{
    sw_ref *first = head(tree, site, number);
    struct sw_tree_record *before = NULL;
    sw_ref ref = *first;
    for (int i = 0; ref && i < LOOK_AT; i++) {
        struct sw_tree_record *r = sw_tree_record(tree, ref);
        if (takes(tree, ref, site, length)) {
            if (before) {
                before->next = r->next;
                r->next = *first;
                *first = ref;
            }
            return ref;
        }
        before = r;
        ref = r->next;
    }
    return 0;
}

/* In its own bucket, or in those whose records may reach to it. */
static sw_ref look_for(struct sw_tree *tree, uint32_t site, uint64_t length)
{
    uint64_t reach = (length >> 3) + tree->grain;
    uint64_t own = work_bucket(tree, length);
    sw_ref found = work_in(tree, site, own, length);
    if (found)
        return found;
    uint64_t low = work_bucket(tree, length > reach ? length - reach : 0);
    uint64_t high = work_bucket(tree, length + reach);
    for (uint64_t i = low; !found && i <= high; i++)
        if (i != own)
            found = work_in(tree, site, i, length);
    return found;
}

static sw_ref known_work(struct sw_tree *tree, uint32_t site, uint64_t length)
{
    sw_ref *near = sw_tree_near(tree->works, site, length);
    if (!takes(tree, *near, site, length))
        *near = look_for(tree, site, length);
    return *near;
}

/* One of its quantum, however far from it: sums stay exact. */
sw_ref sw_tree_find_quantum(struct sw_tree *tree, uint32_t site, uint64_t length)
{
    uint64_t wanted = work_bucket(tree, length);
    sw_ref ref = *head(tree, site, wanted);
    for (; ref; ref = sw_tree_record(tree, ref)->next) {
        struct sw_tree_record *r = sw_tree_record(tree, ref);
        if (r->site == site && work_bucket(tree, r->low) == wanted)
            break;
    }
    return ref;
}

/* What that does is counted. */
static sw_ref merge_work(struct sw_tree *tree, uint32_t site, uint64_t length)
{
    sw_ref ref = sw_tree_find_quantum(tree, site, length);
    if (!ref)
        return 0;
    uint64_t mean = sw_tree_work_of(sw_tree_record(tree, ref));
    tree->measure.merged += mean != length;
    tree->measure.moved += mean > length ? mean - length : length - mean;
    return ref;
}

sw_ref sw_tree_find_work(struct sw_tree *tree, uint32_t site, uint64_t length)
{
    sw_ref ref = tree->level > 1 ? merge_work(tree, site, length) : known_work(tree, site, length);
    if (ref) {
        uint64_t low = sw_tree_record(tree, ref)->low;
        sw_tree_absorb(sw_tree_record(tree, ref), length);
        if (tree->level > 1) /* which says what bucket it is in */
            sw_tree_record(tree, ref)->low = low;
        return ref;
    }
    ref = tree->end;
    struct sw_tree_record *r = sw_tree_record(tree, ref);
    *r = (struct sw_tree_record){.kind = SW_NODE_WORK, .site = site};
    r->low = r->high = r->sum = length;
    r->count = 1;
    tree->end += sw_tree_words_of(r);
    sw_tree_enter_work(tree, r);
    sw_tree_grow_dictionary(tree);
    return ref;
}
