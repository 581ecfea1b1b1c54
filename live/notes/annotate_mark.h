/*
 * What an annotation leaves when it is passed: a mark, in the live range, which annotate.h turns into the program
 * tree later, many at a time, or the tool does when the program is gone. So what annotations cost is little, and
 * the same for all.
 *
 * Reading the clock is most of it. Where tasks follow one another closely, a loop, their ends are mostly not read
 * (UNTIMED): annotate.c knows what is between them.
 */
#pragma once

#include "live/live.h"
#include "live/tree.h"

enum sw_mark_kind {
    SW_MARK_SECTION,
    SW_MARK_SECTION_END, /* value: nowait */
    SW_MARK_TASK,
    SW_MARK_TASK_END,
    SW_MARK_LOCK, /* value: the lock */
    SW_MARK_LOCK_END,
    SW_MARK_ITERATION, /* a task that the next one ends, or the section's end */
    SW_MARK_AGGREGATE, /* value: so many tasks does the open one stand for */
    SW_MARK_PAUSE,
    SW_MARK_RESUME,
};

struct sw_mark {
    uint64_t ticks;
    uint64_t value;
    uint32_t place;   /* number of a site of the live tree; those of ends have the kind 0 */
    uint16_t kind;    /* enum sw_mark_kind */
    uint16_t untimed; /* ticks are not known */
};

#define SW_MARKS 256

/* A section, task or lock that is open. */
struct sw_annotated {
    uint64_t lock;  /* as the program has it */
    uint64_t tasks; /* AGGREGATE; 0: itself */
    uint32_t place;
    uint8_t kind; /* enum sw_node_kind */
    uint8_t iteration;
    uint8_t held; /* a task or lock that the tree does not know of yet: it may be a leaf */
    uint8_t reserved;
    uint64_t before; /* of one that is held */
};
#define SW_ANNOTATED_MOST (1u << 20) /* deep */

/* Of a task's place: what is known of the gaps between it and the next, in ticks. */
struct sw_gaps {
    uint64_t sum, n;   /* of those that are small */
    uint64_t large;    /* how many are not */
    uint64_t told;     /* what each is taken for */
    uint64_t longest;  /* task, as far as ends were read */
    uint64_t in_a_row; /* small ones */
    int64_t usual;     /* what a task of the last ones takes, in SW_GAPS_PARTS of a tick */
    uint64_t unusual;  /* in a row */
};
/* So many small gaps in a row, and so many of all, for ends to be left unread, but for one of so many. Interrupts
 * fall into gaps as well. */
enum { SW_GAPS_FIRST = 32, SW_GAPS_RARE = 512, SW_GAPS_EACH = 64 };

enum sw_annotated_error {
    SW_ANNOTATED_FINE,
    SW_ANNOTATED_NOTHING_OPEN,  /* an end, and nothing is open */
    SW_ANNOTATED_OTHER_OPEN,    /* an end of something else than what is open */
    SW_ANNOTATED_OUTSIDE,       /* a task outside all sections */
    SW_ANNOTATED_IN_TASK,       /* a task directly in a task */
    SW_ANNOTATED_IN_LOCK,       /* a task directly in a lock */
    SW_ANNOTATED_LOCK_KEPT,     /* a task or section ends and a lock that it took is held */
    SW_ANNOTATED_LOCK_OF_OTHER, /* a lock is released in another task than it was taken in */
    SW_ANNOTATED_LOCK_CROSSES,  /* ... or taken before another one that is still held */
    SW_ANNOTATED_LOCK_FREE,     /* ... or that nobody holds */
    SW_ANNOTATED_NO_TASK,       /* what is said of a task is said outside all */
    SW_ANNOTATED_UNPAUSED,      /* a resume without a pause */
    SW_ANNOTATED_TOO_DEEP,
    SW_ANNOTATED_NEVER_ENDS, /* the program ends inside */
};

/* Samples of a call path. */
struct sw_annotated_samples {
    uint64_t all, serial; /* serial: outside all sections */
};

/* What the marks of one thread become, in the live range. */
struct sw_annotator {
    /* Of the hooks: */
    struct sw_mark *next, *end; /* where the next mark goes; behind the last but one */
    struct sw_thread *thread;   /* whose meter it is */
    uint64_t last;              /* ticks of the newest mark that has any */
    uint64_t long_ticks;        /* since then are looked at at once */
    uint32_t busy;              /* in a hook, or stopped: signal handlers keep out */
    uint32_t untimed;           /* the end of the open task may be left unread ... */
    uint32_t turn;              /* ... but for one in SW_GAPS_EACH: since the last that was read */
    uint32_t stopped;
    uint32_t replaying; /* marks become the tree: who is killed there leaves it half linked */
    uint8_t *may_skip;  /* by place of a task */
    struct sw_mark *marks;
    struct sw_live *live;
    struct sw_live_tree *tree;
    uint64_t dropped;                     /* in signal handlers that interrupted a hook */
    uint32_t joined;                      /* the thread has passed an annotation */
    struct sw_annotated_samples *samples; /* by path; NULL: nothing is sampled */
    /* What is in the program's time of a mark's own, in SW_COST_TICKths of a tick: up to the mark of an end, of
     * anything else, and of what follows an end that was not read. */
    uint64_t cost_end, cost_begin, cost_pair;
    /* Of replay: */
    uint64_t ended; /* ticks when the program did, by itself; 0: not yet */
    uint64_t blur;  /* ticks by which the clock may be read too early or too late */
    uint64_t small,
        longer;    /* ticks: a gap that a loop may have; more than the longest: something else */
    uint64_t seen; /* ticks up to which all is told */
    uint32_t disturbed; /* the last interval had something of ours or the machine's in it */
    uint64_t less;      /* of what comes next, that is not the program's */
    uint64_t debt;      /* SW_COST_TICKths to be subtracted yet */
    int64_t carry;      /* ticks that gaps were told shorter than they are */
    uint64_t overhead;
    uint64_t inside, n_inside; /* of tasks since the last look */
    uint64_t looks, waited;    /* in this one, for a processor */
    uint32_t end_unread;       /* place of a task's end that comes with the next mark; 0: none */
    uint32_t after; /* place of the task that has ended last in the open section; 0: none */
    struct sw_annotated *open;
    uint32_t depth, deepest;
    uint32_t paused;
    uint64_t sections, events;
    uint64_t not_divided; /* tasks that stand for many and have something inside */
    uint32_t said_true;   /* place of a PAR_SEC_END(true) */
    struct sw_gaps *gaps; /* by place */
    uint32_t *lock_slots; /* hash table of lock numbers; 0: free */
    uint32_t *place_slots;
    /* The first error: what it came at, what was open. */
    uint32_t error; /* enum sw_annotated_error */
    uint32_t error_kind, error_open_kind;
    uint32_t error_place, error_open;
    uint64_t error_lock, error_open_lock;
};
