/*
 * What the files of the recorder share. All of a tree is in one block of memory, of which only what is
 * touched costs any:
 *
 *   struct sw_tree | heads of WORK | the dictionary | records ->      free      <- open nodes and their items
 *
 * A record is a node that is complete. It is named by where it is, in words from the block's begin, and lies
 * behind all that it has as items. An open node's items so far lie below it, the first one highest.
 */
#pragma once

#include "engine/tree/tree.h"

typedef uint32_t sw_ref; /* of a record; 0: none */
typedef uint64_t __attribute__((may_alias)) sw_tree_word;

enum sw_record_state {
    SW_RECORD_PACKED = 1, /* a group that only is there to keep lists short */
    SW_RECORD_MARKED = 2, /* while memory is tidied up: somebody has it */
    SW_RECORD_PINNED = 4, /* ... and a position in it: its items stay as they are */
};

/* Its items follow. */
struct sw_tree_record {
    uint8_t kind, schedule, flags, state;
    uint32_t site;   /* of WORK: of what it is in, so that sums of a site are its own */
    sw_ref next;     /* of WORK: in its bucket; of a leaf: a group of work and it, or 0 */
    uint32_t number; /* scratch of whoever passes over all records */
    union {
        struct {
            uint64_t low, high, sum, count; /* WORK: of the lengths that it stands for */
        };
        struct {
            uint32_t detail; /* GROUP: how deep groups are nested in it, 1 and up */
            uint32_t n_items;
            uint64_t work, span; /* when it was made */
            int64_t extra;       /* work of those merged into it, beyond its own; SHUFFLED: tasks */
        };
    };
};

/* What an open node expects to come next. */
enum sw_tree_mode {
    SW_TREE_FREE,
    SW_TREE_FOLLOWS, /* the items of `expect` have come so far, up to `at`, and are not in its list */
    SW_TREE_RUNS,    /* its last item is `expect`, and comes again; of a group, what is in that */
    SW_TREE_BEGINS, /* ... will come for the first time */
};

struct sw_tree_frame {
    uint8_t kind, schedule, mode, reserved;
    uint32_t site, detail;
    uint32_t outer; /* word */
    uint32_t n_items;
    uint32_t n_packed; /* of them, in front: groups that only keep the list short */
    sw_ref expect;
    uint32_t at, repeat; /* item of `expect`, and how often that has come */
    uint32_t last_group; /* of the items behind the packed ones: one more than its index; 0: none */
    uint32_t pad[6];
};

/* Nobody's but the root's: so that it is nothing else as well. */
#define SW_TREE_ROOT_SITE UINT32_MAX

enum { SW_TREE_RECENT = 1024, SW_TREE_FRAME_WORDS = sizeof(struct sw_tree_frame) / 8 };

/* What a node begins as. */
struct sw_tree_key {
    uint32_t kind, site, detail, schedule;
};

/* The same in two words: what was stored in parts is slow to read as a whole. */
struct sw_tree_kept {
    uint64_t place, rest; /* place 0: it is none */
};

static inline struct sw_tree_kept sw_tree_keep(struct sw_tree_key key)
{
    return (struct sw_tree_kept){key.kind | (uint64_t)key.site << 32,
                                 key.detail | (uint64_t)key.schedule << 32};
}

static inline struct sw_tree_key sw_tree_key_of(struct sw_tree_kept kept)
{
    return (struct sw_tree_key){(uint32_t)kept.place, (uint32_t)(kept.place >> 32),
                                (uint32_t)kept.rest, (uint32_t)(kept.rest >> 32)};
}

/* A length that is one more of those of a WORK, for sure, and what has come of such. */
struct sw_tree_window {
    uint64_t low, width, sum;
    struct sw_tree_record *work; /* NULL: there is none, all is 0 */
};

/* A run of leaves that goes on: tree_hot.c. */
struct sw_tree_hot {
    struct sw_tree_kept key;
    uint64_t left, allowed; /* of so many leaves */
    struct sw_tree_window before, inside;
    uint32_t *count, most; /* of leaves so far, and when it ends */
};

struct sw_tree {
    struct sw_tree_hot hot;
    struct sw_tree_kept pending; /* opened, and nothing has come inside it */
    uint64_t before;             /* it */
    uint64_t passed;             /* in the innermost one, since its last event */
    uint64_t grain;
    uint64_t lost_depth; /* of what is open and not recorded */
    uint64_t total;      /* all that has passed */
    sw_tree_word *words;
    uint32_t n_words, first, end; /* of the block; first record; behind the last one */
    uint32_t top;                 /* the lowest word of what is open */
    uint32_t lowest_top, highest_end;
    uint32_t frame;         /* word of the innermost open node */
    uint32_t depth;         /* of those, without the pending one */
    uint32_t pack, reserve; /* items in a packed group; words that an event may need */
    uint32_t n_works, n_heads, most_heads;
    sw_ref *heads; /* of WORK, by its bucket */
    uint32_t n_entered, n_entries, most_entries;
    uint32_t *entries; /* all other records: refs, with bits of the hash above if there is room */
    uint32_t ref_bits; /* of an entry */
    sw_ref recent[SW_TREE_RECENT];  /* by kind and site: the last one */
    sw_ref leaves[SW_TREE_RECENT];  /* ... and by length: leaves */
    sw_ref works[SW_TREE_RECENT];   /* WORK, by site and length */
    uint8_t worked[SW_TREE_RECENT]; /* by place: there was work, as short as a clock tells */
    bool finished, shuffles;
    unsigned level;      /* of merging: 0 none */
    uint32_t tidied_end; /* when memory was last tidied up */
    uint64_t n_nodes, n_items;
    struct sw_tree_measure measure;
};

static inline struct sw_tree_record *sw_tree_record(const struct sw_tree *tree, sw_ref ref)
{
    return (struct sw_tree_record *)(tree->words + ref);
}

static inline sw_ref sw_tree_ref(const struct sw_tree *tree, const struct sw_tree_record *record)
{
    return (sw_ref)((const sw_tree_word *)record - tree->words);
}

static inline struct sw_item *sw_tree_items(const struct sw_tree_record *record)
{
    return (struct sw_item *)(record + 1);
}

static inline uint32_t sw_tree_n_items(const struct sw_tree_record *record)
{
    return record->kind == SW_NODE_WORK ? 0 : record->n_items;
}

static inline uint32_t sw_tree_words_of(const struct sw_tree_record *record)
{
    if (record->kind == SW_NODE_NONE) /* what was behind items that became fewer */
        return record->site;
    return (uint32_t)(sizeof *record / 8) + sw_tree_n_items(record);
}

/* The next record from a word on; NULL: there is none. */
static inline struct sw_tree_record *sw_tree_from(const struct sw_tree *tree, uint32_t at)
{
    while (at < tree->end && sw_tree_record(tree, at)->kind == SW_NODE_NONE)
        at += sw_tree_words_of(sw_tree_record(tree, at));
    return at < tree->end ? sw_tree_record(tree, at) : NULL;
}

static inline struct sw_tree_record *sw_tree_first(const struct sw_tree *tree)
{
    return sw_tree_from(tree, tree->first);
}

static inline struct sw_tree_record *sw_tree_after(const struct sw_tree *tree,
                                                   const struct sw_tree_record *record)
{
    return sw_tree_from(tree, sw_tree_ref(tree, record) + sw_tree_words_of(record));
}

/* Once they are linked back (lossy.c). */
static inline struct sw_tree_record *sw_tree_before(const struct sw_tree *tree,
                                                    const struct sw_tree_record *record)
{
    return record->next ? sw_tree_record(tree, record->next) : NULL;
}

static inline struct sw_tree_frame *sw_tree_innermost(const struct sw_tree *tree)
{
    return (struct sw_tree_frame *)(tree->words + tree->frame);
}

static inline struct sw_item *sw_tree_listed(struct sw_tree_frame *frame, uint32_t i)
{
    return (struct sw_item *)frame - 1 - i;
}

/* Items somewhere: in a record, or in a list, where they lie the other way round. */
struct sw_tree_view {
    const struct sw_item *at;
    int step;
    uint32_t n;
};

static inline struct sw_item sw_tree_viewed(const struct sw_tree_view *view, uint32_t i)
{
    return view->at[(int64_t)view->step * i];
}

static inline struct sw_tree_view sw_tree_view_list(struct sw_tree_frame *frame, uint32_t first,
                                                    uint32_t n)
{
    return (struct sw_tree_view){sw_tree_listed(frame, first), -1, n};
}

/*
 * Whether a length can be one of a WORK's: then none of all differs from their mean by 5%, or they do not differ
 * by more than what a clock tells. Those that are further from the mean than all before stay within 4%, so that
 * the mean has room to move. No division.
 */
static inline bool sw_tree_fits(const struct sw_tree_record *work, uint64_t length, uint64_t grain)
{
    bool widens = length < work->low || length > work->high;
    uint64_t low = length < work->low ? length : work->low;
    uint64_t high = length > work->high ? length : work->high;
    uint64_t sum = work->sum + length, n = work->count + 1;
    uint64_t slack = (sum >> 5) + (widens ? sum >> 7 : sum >> 6);
    return ((unsigned __int128)high * n <= (unsigned __int128)sum + slack &&
            (unsigned __int128)low * n >= sum - slack) ||
           high - low <= grain;
}

/* That it cannot, seen without a multiplication: the longest is no more than 1.05 / 0.95 of the shortest. */
static inline bool sw_tree_is_far(const struct sw_tree_record *work, uint64_t length,
                                  uint64_t grain)
{
    return length > work->low + (work->low >> 3) + grain ||
           length + (length >> 3) + grain < work->high;
}

/* The one piece of work that a leaf is, or NULL. */
static inline struct sw_tree_record *sw_tree_only_work(const struct sw_tree *tree,
                                                       const struct sw_tree_record *r)
{
    if (r->kind == SW_NODE_WORK || r->kind == SW_NODE_GROUP || r->n_items != 1 ||
        sw_tree_items(r)->count != 1)
        return NULL;
    struct sw_tree_record *work = sw_tree_record(tree, sw_tree_items(r)->node);
    return work->kind == SW_NODE_WORK ? work : NULL;
}

static inline void sw_tree_absorb(struct sw_tree_record *work, uint64_t length)
{
    work->low = length < work->low ? length : work->low;
    work->high = length > work->high ? length : work->high;
    work->sum += length;
    work->count++;
}

/* tree_work.c, tree_dictionary.c. No memory is checked for: who begins an event does. */
sw_ref sw_tree_find_work(struct sw_tree *tree, uint32_t site, uint64_t length);
sw_ref sw_tree_find_quantum(struct sw_tree *tree, uint32_t site, uint64_t length);
uint64_t sw_tree_quantum(const struct sw_tree *tree, uint64_t length);
void sw_tree_enter_work(struct sw_tree *tree, struct sw_tree_record *work);
sw_ref sw_tree_find_record(struct sw_tree *tree, const struct sw_tree_record *like,
                           const struct sw_tree_view *items);
void sw_tree_add_record(struct sw_tree *tree, struct sw_tree_record *r); /* behind the last one */
void sw_tree_enter(struct sw_tree *tree, struct sw_tree_record *record);
void sw_tree_clear_dictionary(struct sw_tree *tree);
void sw_tree_grow_dictionary(struct sw_tree *tree); /* if it is small for what is in it */
sw_ref sw_tree_find_like(struct sw_tree *tree, const struct sw_tree_record *record,
                         const struct sw_tree_view *items);
bool sw_tree_has_items(const struct sw_tree_record *record, const struct sw_tree_view *items);
void sw_tree_figure(const struct sw_tree *tree, struct sw_tree_record *record); /* work and span */
uint64_t sw_tree_work_of(const struct sw_tree_record *record);

static inline uint64_t sw_tree_mix(uint64_t h, uint64_t value)
{
    h = (h ^ value) * 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

/* Where one of about that length may be, of those that came last: so much of an octave, that what comes there again mostly is
 * of the same. */
static inline sw_ref *sw_tree_near(sw_ref *cache, uint32_t what, uint64_t length)
{
    unsigned octave = 63 - (unsigned)__builtin_clzll(length | 32);
    uint64_t hash = sw_tree_mix(what, (length >> (octave - 5)) + 32 * octave);
    return &cache[hash % SW_TREE_RECENT];
}

/* tree_hot.c */
void sw_tree_set_hot(struct sw_tree *tree, struct sw_tree_frame *frame); /* if it is such a run */
void sw_tree_end_hot(struct sw_tree *tree);
bool sw_tree_widen_hot(struct sw_tree *tree, uint64_t before, uint64_t inside);

/* One more leaf of the run. False: it is none. */
static inline bool sw_tree_add_hot(struct sw_tree *tree, struct sw_tree_kept key, uint64_t before,
                                   uint64_t inside)
{
    struct sw_tree_hot *hot = &tree->hot;
    if (hot->key.place != key.place || hot->key.rest != key.rest)
        return false;
    if (!hot->left || before - hot->before.low > hot->before.width ||
        inside - hot->inside.low > hot->inside.width)
        return sw_tree_widen_hot(tree, before, inside);
    hot->left--;
    hot->before.sum += before;
    hot->inside.sum += inside;
    return true;
}

/* tree_list.c */
void sw_tree_push(struct sw_tree *tree, struct sw_tree_frame *frame, sw_ref node);
struct sw_tree_record *sw_tree_expected(const struct sw_tree *tree,
                                        const struct sw_tree_frame *frame);
void sw_tree_came(struct sw_tree *tree, struct sw_tree_frame *frame);   /* what was expected */
void sw_tree_arrive(struct sw_tree *tree, struct sw_tree_frame *frame); /* `expect` is new */
void sw_tree_write_out(struct sw_tree *tree, struct sw_tree_frame *frame);
void sw_tree_note_window(struct sw_tree *tree, struct sw_tree_record *group);
uint32_t sw_tree_shuffle(struct sw_tree *tree, struct sw_item *items, int step, uint32_t n);

/* tree.c. The root too. */
void sw_tree_close_frame(struct sw_tree *tree, unsigned flags);

/* tree_settle.c: at the end, of what was merged: `next` leads back, what is needed is marked. */
void sw_tree_settle(struct sw_tree *tree);

/* tree_lossy.c: makes room. False: there is none to be had. */
bool sw_tree_make_room(struct sw_tree *tree);

/* Has `next` lead back, so that owners can be looked at before what they have: the dictionary is gone then. Returns the last one. */
struct sw_tree_record *sw_tree_link_back(struct sw_tree *tree);

/* Marks what marked ones have, from the last one back. */
void sw_tree_mark_items(struct sw_tree *tree, struct sw_tree_record *last);
