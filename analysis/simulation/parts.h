/* What findings of simulated runs are made of: for this folder alone. */
#pragma once

#include "analysis/simulation/simulation.h"
#include "analysis/workspan/sites.h"

/* The times that a lock was held, at one place of the tree. */
struct sw_lock_use {
    uint32_t region;    /* the outermost one around it */
    uint32_t construct; /* its own */
    uint64_t lock;      /* which one */
};

struct sw_loss_maker {
    struct sw_findings *findings;
    const struct sw_profile *profile;
    const struct sw_units *units;
    const struct sw_construct *all; /* of the last run */
    bool is_of_threads;             /* it is one of a program that starts threads itself */
    struct sw_outcome outcome;      /* its figures */
    struct sw_loss *losses;
    struct sw_lock_use *locks; /* by region and lock */
    size_t n_locks;
    struct sw_fixable
        *fixable; /* the first of those that can be simulated again; NULL: nobody asks */
};

/* What decides how long the run takes without a loss, if it is not what is lost elsewhere. */
enum sw_cap { SW_CAP_NONE, SW_CAP_LOCK, SW_CAP_BUSIEST, SW_CAP_SPAN };

struct sw_worth {
    double time; /* simulated, without the loss */
    enum sw_cap cap;
    uint32_t construct; /* the lock's, or the region's */
    bool is_simulated;  /* by a run without the loss, not by arithmetic */
};

/* What is lost to one cause at one line, wherever that stands in the tree. */
struct sw_loss_item {
    uint32_t construct; /* the one that loses most, ... */
    uint32_t region;    /* ... and the outermost region that it is in, or is; 0: none */
    enum sw_cause cause;
    uint64_t lost;
    uint64_t
        waited; /* of a wait: all of it, whatever the cause: what is lost is a part of it, ... */
    uint64_t
        held_up; /* ... another is the locks' doing, and the rest that of tasks that ran at once */
    struct sw_construct sum; /* of all */
    uint32_t site;           /* of those that lose */
    int which;               /* sw_loss_class(), once it is known */
    uint32_t lines;          /* of several together: how many; `construct` is at the one ... */
    uint64_t most;           /* ... that loses most, which is so much */
    int at_once;             /* it is tasks that their maker runs at once, ... */
    enum sw_at_once reason;  /* ... and why */
    uint64_t saved;          /* of what is lost, by what is to be done about it */
    uint64_t ends;           /* of what is lost to waits: those that end with it */
    struct sw_worth worth;
};

#define SW_LOSS_WORTH_SAYING 0.03 /* of the processors' time */
#define SW_SOME              1.02 /* times as long, or as fast: less makes no difference, and is no advice */

/* What losses at different lines may be told as one: 0, or a number that they share. */
int sw_loss_class(const struct sw_loss_maker *maker, const struct sw_loss_item *item);
bool sw_loss_waits_for_tasks(const struct sw_loss_maker *maker, const struct sw_loss_item *item);

/* Its share of the processors' time; and "34% of the time of all 64 cores". */
double sw_loss_share(const struct sw_loss_maker *maker, uint64_t lost);
struct sw_sentence *sw_loss_say_share(const struct sw_loss_maker *maker, uint64_t lost);

/* "the 'omp for' at a.c:7 in 'f'"; and its site, or SW_NO_SITE. */
struct sw_sentence *sw_loss_place(const struct sw_loss_maker *maker, uint32_t construct);
size_t sw_loss_site(const struct sw_loss_maker *maker, uint32_t construct);

/* Which locks were held where; there is room for as many as there are constructs. */
void sw_loss_list_locks(struct sw_loss_maker *maker);

/* What is to be done about it, and what that is worth: before words are made of it. */
void sw_loss_settle(const struct sw_loss_maker *maker, struct sw_loss_item *item);
struct sw_worth sw_loss_worth(const struct sw_loss_maker *maker, const struct sw_loss_item *item);

/* Whether a region's waits for tasks end with it: what making and running tasks one by one costs, if that is more or is all that can be
 * why, is what they wait for. Both are times of each thread. */
bool sw_loss_ends_waits(const struct sw_loss_maker *maker, const struct sw_loss_item *item,
                        uint32_t region, double lost, double waited);

/* "without that, the speedup on 64 would be up to 31.0 instead of 9.5" */
struct sw_sentence *sw_loss_gain(const struct sw_loss_maker *maker, const struct sw_loss_item *item,
                                 struct sw_sentence *if_what);

/* A critical section or a lock; what else is waited for as a lock is, is a turn. */
static inline bool sw_construct_is_lock(const struct sw_construct *c)
{
    return c->kind == SW_CONSTRUCT_CRITICAL || c->kind == SW_CONSTRUCT_LOCK;
}

/* The outermost region that a construct is in, or is; 0: none. And the threads that it has at once with those
 * around it. */
uint32_t sw_construct_outermost(const struct sw_construct *all, uint32_t construct);
double sw_construct_at_once(const struct sw_construct *all, uint32_t construct);

/* What is on the critical path of a region, with all that is inside it. */
struct sw_chain {
    uint64_t length;
    uint64_t most;      /* of one line, ... */
    uint32_t construct; /* ... which is there, ... */
    uint64_t times;     /* ... so often */
};
struct sw_chain sw_loss_chain(const struct sw_loss_maker *maker, uint32_t region);

/* The item as a finding, whose certainty, worth and share are the item's: what it says, and "With larger chunks", of which the
 * gain follows; or NULL, where that is said already. */
struct sw_finding *sw_loss_add(const struct sw_loss_maker *maker, enum sw_finding_kind kind,
                               const struct sw_loss_item *item, struct sw_sentence *sentence,
                               struct sw_sentence *if_what);
/* Threads wait, but not because shares are unequal: there is too little to share. */
void sw_loss_add_few(const struct sw_loss_maker *maker, const struct sw_loss_item *item,
                     struct sw_sentence *sentence, struct sw_sentence *if_what);
void sw_loss_find(const struct sw_loss_maker *maker, const struct sw_loss_item *item);
void sw_loss_find_wait(const struct sw_loss_maker *maker, const struct sw_loss_item *item);
/* Whether a construct is one of those that the item is about. */
bool sw_loss_is_of(const struct sw_loss_maker *maker, const struct sw_loss_item *item,
                   const struct sw_construct *construct);
/* The first of them that can be is noted, if somebody asks. */
void sw_loss_note_fixable(const struct sw_loss_maker *maker, const struct sw_loss_item *item);
/* The same of programs that start threads themselves. */
void sw_loss_find_thread_wait(const struct sw_loss_maker *maker, const struct sw_loss_item *item);
bool sw_loss_find_unpredictable(const struct sw_loss_maker *maker);
void sw_loss_find_few_threads(const struct sw_loss_maker *maker, const struct sw_loss_item *item);
void sw_loss_find_pieces(const struct sw_loss_maker *maker, const struct sw_loss_item *item);
void sw_loss_find_woken(const struct sw_loss_maker *maker, const struct sw_loss_item *item);
/* "; by samples, 62% of it is in 'read_input' (io.c:40)", or NULL; and where most of it is. */
struct sw_sentence *sw_loss_say_functions(const struct sw_loss_maker *maker,
                                          enum sw_serial_part part, struct sw_serial_place *chief);
/* The last finding is at that function, if it is known. */
void sw_loss_place_at(const struct sw_loss_maker *maker, const struct sw_serial_place *chief);
/* The last finding, which is of that item, is at the code that was waited for there, if samples tell; or where most of the critical path
 * is. `of_one`: where most of what one thread did alone is, if there is one. */
void sw_loss_place_on_path(const struct sw_loss_maker *maker, const struct sw_loss_item *item,
                           bool of_one);
