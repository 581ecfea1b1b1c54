/*
 * The work-span algebra over a strand of events (event.h), and the on-work and on-span records of
 * every call site.
 *
 * Position. A strand keeps its work so far and how far behind it the span and the burdened span are
 * ("saved"): serial events then change one number. Spans are measured from the root, as in
 * Cilkview's Figure 13; a spawned child starts where its parent stood, the continuation starts
 * there again (plus the burden), a sync takes the later end.
 *
 * Records. Each invocation makes one record when it returns. Which records lie on the critical path
 * is known only at syncs, so they wait in profs: between its first spawn and its sync a frame has a
 * *block* with Cilkprof's l (the longest child) and c (the continuation since that was spawned),
 * and one for the child that is running. Cilkprof's p, what comes before the spawn of the longest
 * child, is on the frame's path whoever wins in the end, so it goes at once where records of the
 * frame go outside a block: where its caller's go. What loses a maximum goes to `off`.
 *
 * Ties: of children that end at the same point the first one is the longest, and a child wins
 * against the continuation.
 *
 * Recursion. Whether an invocation is top-call-site or top-caller depends on its ancestors only.
 * The strand knows, per site and per function, the outermost of its open frames that is an instance:
 * a cache of what the chain of frames says. That frame sets it and takes it back.
 *
 * Relief. With each path goes what its length owes to each class of sites: that of the block since its first spawn, that of the
 * running child, and that of the latest end of those that have ended, with the path before it. A frame's own cost
 * in a block goes there as it is passed, the rest with its record.
 *
 * Splits. A part of a frame's own cost that is to have a site of its own becomes records as of leaves
 * called there, in time for each to be in the prof of the span variable that the cost fell in: before
 * spawns, before syncs and at the end.
 *
 * Samples. What a timer found goes to the prof of the span variable that the strand is in, as records
 * do, without waiting for a return; it is discarded and merged with it.
 *
 * A parallel run has several strands, see steal.h.
 */
#pragma once

#include "engine/strand/event.h"
#include "engine/strand/prof.h"

/*
 * By how much the span would be shorter if a site's own code took no time: less than what of it is on the span, where
 * another path is the longest then. Exact, as it is followed through every maximum: the relief of a maximum is that of the
 * longest path, but no more than what that is longer than another one, which has a relief of its own.
 *
 * Sites are put into classes, whose relief is that of all their sites at once: of a site it is a bound then. With no
 * more sites than classes each has its own.
 */

enum { SW_RELIEF_CLASSES = 32 };

/* Of one path. */
struct sw_relief {
    uint64_t classes;               /* a bit for each that is on the path */
    uint64_t of[SW_RELIEF_CLASSES]; /* valid for these */
};

static inline uint64_t sw_relief_of(const struct sw_relief *r, uint64_t class)
{
    return r->of[class] & -(r->classes >> class & 1); /* no branch: nobody could predict it */
}

static inline void sw_relief_add_class(struct sw_relief *r, uint64_t class, uint64_t cost)
{
    r->of[class] = sw_relief_of(r, class) + cost;
    r->classes |= 1ull << class;
}

/* The path goes on with a site's own code. */
static inline void sw_relief_add(struct sw_relief *r, uint32_t site, uint64_t cost)
{
    sw_relief_add_class(r, site % SW_RELIEF_CLASSES, cost);
}

/* One path, followed by another. */
static inline void sw_relief_append(struct sw_relief *r, const struct sw_relief *by)
{
    for (uint64_t rest = by->classes; rest; rest &= rest - 1) {
        uint64_t class = (uint64_t)__builtin_ctzll(rest);
        sw_relief_add_class(r, class, by->of[class]);
    }
}

/* What is left of a path's where there is another from the same point, shorter by so much. */
static inline uint64_t sw_relief_within(const struct sw_relief *r, uint64_t class,
                                        const struct sw_relief *shorter, uint64_t by)
{
    uint64_t most = by + sw_relief_of(shorter, class);
    return r->of[class] < most ? r->of[class] : most;
}

static inline void sw_relief_limit(struct sw_relief *r, const struct sw_relief *shorter,
                                   uint64_t by)
{
    for (uint64_t rest = r->classes; rest; rest &= rest - 1) {
        uint64_t class = (uint64_t)__builtin_ctzll(rest);
        r->of[class] = sw_relief_within(r, class, shorter, by);
    }
}

/* One path, followed by the longer one of two. */
static inline void sw_relief_append_longer(struct sw_relief *r, const struct sw_relief *longer,
                                           const struct sw_relief *shorter, uint64_t by)
{
    for (uint64_t rest = longer->classes; rest; rest &= rest - 1) {
        uint64_t class = (uint64_t)__builtin_ctzll(rest);
        sw_relief_add_class(r, class, sw_relief_within(longer, class, shorter, by));
    }
}

/*
 * Who wants to be told of a strand's events as they happen: a tool of the user's (agent/cilk/parts.h).
 * It may keep something with each frame, `user`: the frame of a thief's strand that stands for a
 * stolen one has the same. Called with the strand in order, its work up to the event included, on
 * the thread that reports the event. Events of step.h and leaves are not told. Who has no `opened` is told of locks only.
 */

struct sw_strand;
struct sw_hold;

struct sw_watcher {
    void (*opened)(struct sw_strand *strand); /* the innermost frame has just been, ... */
    void (*syncs)(struct sw_strand *strand);  /* ... is about to join children that it has, ... */
    void (*closes)(struct sw_strand *strand); /* ... is about to return, if need be after a sync */
    /* A lock was taken, is being released. NULL: not of interest. */
    void (*locked)(struct sw_strand *strand, struct sw_hold *hold);
    void (*unlocked)(struct sw_strand *strand, struct sw_hold *hold);
};

/*
 * Locks that a strand takes: how often and how long each was held, by the place that took it.
 *
 * A hold is as long as the span is between its ends: the time that it takes on any number of processors, at
 * least. Holds of one lock exclude each other, so their sum is a bound. Those that share the lock
 * (readers) are summed apart. What a hold must be to count: it ends in the task that it began in.
 *
 * Serial strands only: nothing here knows of steals.
 */

enum { SW_HOLDS_MAX = 64, SW_LOCK_USES_MAX = 1 << 16 };

/* A lock and a place. */
struct sw_lock_use {
    uint32_t lock, site;
    uint64_t taken, held;
    uint64_t alone; /* of `held`: while the program had spawned nothing that could run meanwhile */
    uint64_t shared_taken, shared_held; /* not in the others */
};

struct sw_prof;

/* A lock that is held. */
struct sw_hold {
    uint32_t lock, site;
    uint32_t depth; /* how often its holder has taken it */
    uint32_t shared;
    uint64_t span, spawns, syncs; /* when it was taken */
    const struct sw_prof *prof;
    uint64_t task, task_work0; /* frame of the task, by its place, and as it began */
    uint64_t node, owed; /* the watcher's: its node in the tree, and what has passed before that */
};

struct sw_locks {
    struct sw_hold holds[SW_HOLDS_MAX]; /* in the order in which they were taken */
    uint32_t n_holds;
    uint32_t n_uses;
    struct sw_lock_use *uses; /* SW_LOCK_USES_MAX: addresses, not memory */
    uint32_t *slots;          /* 2 x SW_LOCK_USES_MAX: one more than a use's index; 0: free */
    uint64_t across;          /* holds with a spawn or a sync between their ends */
    uint64_t elsewhere;       /* that did not end in their task, or not that anybody saw */
    uint64_t unmatched;       /* ends of what nobody saw beginning */
    uint64_t lost;            /* holds that there was no room for */
    /* The innermost spawned frame, found once as long as the strand is in this prof and spawns nothing. */
    const struct sw_prof *task_prof;
    uint64_t task_spawns, task;
};

/* What a frame has between its first spawn and its sync. */
struct sw_block {
    uint64_t span, burdened; /* where the running child was spawned */
    uint64_t longest;        /* latest end of a child, plus one; 0: no child has returned */
    uint64_t longest_burdened;
    uint64_t own0;           /* the frame's own cost at the first spawn, from anywhere */
    uint64_t own_p;          /* ... of it on the path up to the longest child */
    struct sw_prof *outer;   /* where records go without the block */
    struct sw_block *free;   /* next in the free list */
    struct sw_prof c;        /* records of the continuation since the longest child was spawned */
    struct sw_prof child[2]; /* ... of the longest child and of the running one */
    uint64_t running;        /* which of the two */
    uint64_t spawned;        /* children, so far */
    uint64_t own_told;       /* the frame's own cost that is in reliefs, from anywhere */
    struct sw_relief *outer_relief; /* where the frame's goes without the block */
    struct sw_relief since;         /* of the path since the block began, ... */
    struct sw_relief
        ends[2];       /* ... of the running child; and, with the path before, of what ended last */
    uint64_t relieved; /* which of the two is the running one's */
};

enum {
    SW_FRAME_SPAWNED = 8,
    SW_FRAME_FIRST = 16,
    SW_FRAME_OPENED = 32,
    SW_FRAME_STOLEN = 64,
    SW_FRAME_SPLIT = 128,
    SW_FRAME_SPLIT_NEW = 256, /* and nothing of the split is recorded yet */
    SW_FRAME_BODY = 512       /* no function of its own: a loop or scope in the caller's body */
};

/*
 * An open call or spawn. What stands under "parallel" is valid only with the flag SW_PARALLEL: it
 * is filled in, for all open frames, by the first spawn below them.
 */
struct sw_frame {
    uint64_t mark; /* the front end's own, to know the frame again */
    uint64_t work0;
    uint64_t kids; /* work of its own calls and spawns that have returned */
    uint32_t site, function;
    uint64_t flags; /* SW_TOP_SITE, SW_TOP_CALLER, SW_PARALLEL, SW_FRAME_* */
    void *user;     /* the watcher's */
    /* With SW_FRAME_SPLIT: the site that has its own cost, and that cost when it began, from
     * anywhere: what was more is in records of the site. */
    uint64_t split, split_from;
    /* parallel: */
    int64_t saved0, burdened_saved0;
    uint64_t spawns0, syncs0;
    uint64_t off_path;  /* own cost that a sync found not to be on the span */
    uint64_t in_blocks; /* own cost that reliefs had when it was passed */
    struct sw_block *block;
};

/* Work, span and counts from the start of the strand to here. */
struct sw_position {
    uint64_t work, span, burdened_span, spawns, syncs;
};

#define SW_LABELS_MAX  256
#define SW_REGIONS_MAX 256

struct sw_region_sums {
    uint64_t count, work, span, burdened_span, spawns, syncs;
};

struct sw_open_region {
    struct sw_position from;
    uint64_t id;
    uint32_t label, in_use;
};

struct sw_regions {
    struct sw_region_sums sums[SW_LABELS_MAX];
    struct sw_open_region open[SW_REGIONS_MAX];
    uint64_t n_open;
};

/* Where a strand stands: what every event changes. step.h keeps it in registers. */
struct sw_standing {
    struct sw_frame *top;
    uint64_t work;
    int64_t saved, burdened_saved;
    uint64_t spawns, syncs;
    struct sw_prof *prof;     /* where records go */
    struct sw_relief *relief; /* ... and what they owe */
};

struct sw_strand {
    struct sw_standing at;
    uint64_t burden;
    struct sw_frame *highest; /* the deepest frame so far */
    struct sw_frame *frames, *frames_end;
    uint64_t most; /* frames that there may be: room for them is made */
    uint32_t *site_open,
        *function_open; /* the outermost frame of it, as a stamp; 0: none is open */
    uint32_t numbers;   /* that both have room for: a power of two */
    uint32_t outer_sites, outer_functions; /* of a stolen one: up to where some are open outside */
    bool synced;                           /* of a stolen one: its sync was reached */
    struct sw_prof_pool pool;
    struct sw_block *free_blocks;
    struct sw_prof root, off;
    struct sw_relief relief;    /* of the whole span, once it is finished */
    uint64_t deeper;            /* open calls that have no frame, for want of memory ... */
    uint64_t lost_frames;       /* ... and how many there were: they count as their caller's */
    struct sw_regions *regions; /* NULL: there were none */
    struct sw_locks *locks;     /* NULL: none was taken */
    const struct sw_watcher *watcher; /* NULL: none */
    uint64_t watched;                 /* the watcher's: work that it has been told of */
    struct sw_tree *tree; /* the program tree that it is recorded in: tree_watch.h; NULL: none */
};

/* Is somebody told of its frames? */
static inline bool sw_strand_is_watched(const struct sw_strand *strand)
{
    return strand->watcher && strand->watcher->opened;
}

/* A number for a frame: the larger the deeper, and not 0 but for the very first. */
static inline uint32_t sw_strand_stamp(const struct sw_strand *strand, const struct sw_frame *frame)
{
    return (uint32_t)(((uintptr_t)frame - (uintptr_t)strand->frames) / 8);
}

/* Starts a strand that is all zero, without a frame: with room in the arena for some (addresses, not memory), which
 * grows up to `most`; and for sites and functions below `numbers`, which grows too. False when the arena is
 * too small. */
bool sw_strand_make(struct sw_strand *strand, struct sw_arena *arena, uint64_t frames,
                    uint64_t most, uint32_t numbers, uint64_t burden);

/* Opens the root's frame on such a strand. */
void sw_strand_root(struct sw_strand *strand, uint32_t site, uint32_t function);

/* Makes room for a number that there is none for; false: there is no memory, as the pool will say. */
__attribute__((noinline, cold)) bool sw_strand_make_room(struct sw_strand *strand, uint32_t number);

/*
 * A site of this number may come, and a function: logs become arrays when they are as long as there are
 * sites. Without memory for them both become those of the root.
 */
static inline void sw_strand_knows(struct sw_strand *strand, uint32_t *site, uint32_t *function)
{
    if (__builtin_expect(*site >= strand->pool.sites, 0))
        strand->pool.sites = *site + 1;
    if (__builtin_expect((*site | *function) >= strand->numbers, 0) &&
        !sw_strand_make_room(strand, *site | *function))
        *site = *function = 1;
}

/* The same where there is no function. Returns the site. */
static inline uint32_t sw_strand_knows_site(struct sw_strand *strand, uint32_t site)
{
    uint32_t function = 0;
    sw_strand_knows(strand, &site, &function);
    return site;
}

struct sw_position sw_strand_position(const struct sw_strand *strand);

/* A region began there. Too many at once are not counted. */
void sw_strand_open_region(struct sw_strand *strand, uint32_t label, uint64_t id,
                           const struct sw_position *from);

static inline uint64_t sw_strand_depth(const struct sw_strand *strand)
{
    return (uint64_t)(strand->at.top - strand->frames);
}

/* Has the innermost frame children to wait for? */
static inline bool sw_strand_waits(const struct sw_strand *strand)
{
    const struct sw_frame *f = strand->at.top;
    return f->flags & SW_PARALLEL && f->block && !strand->deeper;
}

/* True where a frame more has no room: a front end had better leave the call out. */
static inline bool sw_strand_full(const struct sw_strand *strand)
{
    return strand->at.top + 1 >= strand->frames_end && sw_strand_depth(strand) + 1 >= strand->most;
}

static inline uint64_t sw_strand_max_depth(const struct sw_strand *strand)
{
    return (uint64_t)(strand->highest - strand->frames);
}

/* Closes frames as if they returned now, until so many are open. */
void sw_strand_close(struct sw_strand *strand, uint64_t depth);

/*
 * Ends the strand: closes what is open, as if it all returned now. Afterwards `root` holds the
 * records on the span and `off` the others, both flattened. The position stays what it was.
 */
void sw_strand_finish(struct sw_strand *strand);
