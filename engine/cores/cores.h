/*
 * N simulated cores and the threads that share them, in virtual time: who runs when, and where the time of the cores goes. A front
 * end (agent/threads) lets real threads run one at a time and says what each has spent; here is only the arithmetic.
 *
 *   - A *runner* is a thread as the cores see it, in the front end's own struct. It has a clock: all that it did up to there has its
 *     place on a core. What it did already, but has had no core for yet, it *owes*: sw_cores_spend().
 *   - sw_cores_next() says who may go on: the one whose clock, with what it owes, is the lowest of all. So whatever threads do to
 *     each other happens in the order of virtual time. A runner that is told to go on owes nothing, and its clock is the time now.
 *   - Runners that are ready wait for a core in a queue, first come first. Who has had a core for a quantum goes to its end, if
 *     somebody waits there. As costs are known before they are placed, quanta need no signals in the program. Who is woken and has had
 *     less of the cores than the one that has its old core now takes its place at once, as Linux has it; that one is the first in the
 *     queue then.
 *   - A runner that waits for others, or for a time, is blocked, and says for what kind of thing, and where: these are the claims by
 *     which the ledger (engine/ledger/ledger.h) divides the time of idle cores.
 *
 * Idle cores are lost to one reason after the other, each as far as it explains them: overhead, locks, barriers, joins, serial code,
 * conditions, what is outside; the rest has no threads.
 *
 * What the program would take without one of these losses: cores that are lost to it *help* (sw_cores.fixed). Work that is under way is
 * spread over them too, as fast as they are many, and costs and deadlines stay what they are; `saved` is by how much all of it
 * would be over sooner. Clocks are those of the program as it is, so nothing happens in another order than it does to who works.
 *
 * Costs are in any unit: nothing here reads a clock. Ties: who was there first. One thread at a time. Logarithmic time for each
 * call in the number of runners that are on cores or wait for a time; where one may take another's core, linear in that of cores.
 */
#pragma once

#include "engine/lanes/lane.h"
#include "engine/ledger/ledger.h"

enum { SW_CORES_MOST = 4096 };

/* What a blocked runner waits for. */
enum sw_blocked {
    SW_BLOCKED_LOCK,
    SW_BLOCKED_BARRIER,
    SW_BLOCKED_JOIN,      /* the end of another one */
    SW_BLOCKED_CONDITION, /* to be told: conditions, semaphores, futexes */
    SW_BLOCKED_SLEEP,
    SW_BLOCKED_AWAY, /* something outside the simulation: input, another process */
    SW_BLOCKED_KINDS
};

enum sw_runner_state {
    SW_RUNNER_NONE, /* it has not started, or has ended */
    SW_RUNNER_ON_CORE,
    SW_RUNNER_READY,  /* in the queue */
    SW_RUNNER_WAKING, /* ready soon */
    SW_RUNNER_BLOCKED
};

struct sw_runner {
    uint64_t clock;
    uint64_t owed;
    uint64_t began; /* when it got its core */
    uint64_t had;   /* of cores, up to its clock; after a long block it is not far behind others */
    uint64_t slice_end; /* until when it has it for certain */
    uint64_t key;       /* when something happens to it next, ... */
    uint64_t order;     /* ... and since when that is known */
    uint32_t at;        /* in the heap, from 1 on; 0: not in it */
    uint32_t core;      /* that it has or had */
    uint8_t state;      /* enum sw_runner_state */
    uint8_t why;        /* enum sw_blocked */
    bool timed_out;     /* nobody woke it before its time */
    bool pays;          /* what it owes is a cost of waking or starting others */
    bool helps; /* while it is blocked, where waits of its kind are fixed: set by the front end */
    struct sw_runner *next;
    /* For its lane: */
    uint32_t lane;  /* one more than its number; 0: it has none */
    uint64_t since; /* when it was blocked, or began to be woken, ... */
    uint32_t on;    /* ... for what, as the front end numbers it: a place of the ledger, ... */
    uint32_t whom;  /* ... and the lane of who woke it; 0: not known */
    uint16_t claim; /* the ledger's, while it is blocked or being woken */
};

/* Who did what when, of those that began first. */
struct sw_core_lanes {
    struct sw_stretches over;
    struct sw_lane *lanes[SW_LANES_MOST];
    const struct sw_runner *runners[SW_LANES_MOST]; /* that had the lane last */
    uint32_t n;
};

struct sw_cores {
    uint32_t n;
    uint64_t quantum;
    uint64_t slight; /* what a cost is more than, or nobody waits for that: 0 at first */
    uint64_t now;
    uint64_t order;
    struct sw_runner **heap;
    uint32_t n_heap, room;
    struct sw_runner *first, *last; /* the queue */
    struct sw_runner *fresh; /* being woken since the last sw_cores_next(), where some help */
    uint32_t n_alive, n_on_core, n_ready, n_waking, n_paying;
    uint32_t n_shared; /* of what threads share, and is under way: one alone is not serial then */
    uint32_t blocked[SW_BLOCKED_KINDS];
    uint32_t helping[SW_BLOCKED_KINDS]; /* of these */
    uint32_t fixed; /* bits of enum sw_ledger_reason: whose cores help; 0: none does */
    uint32_t peak;  /* of those alive that do not join, since there was one alone */
    uint64_t free[SW_CORES_MOST / 64];
    struct sw_runner *on_core[SW_CORES_MOST]; /* NULL: it is free */
    uint64_t *busy;                           /* by core; NULL: nobody asks */
    struct sw_core_lanes *lanes;              /* likewise; set after sw_cores_init() */
    struct sw_ledger ledger;                  /* likewise its rows: sums are always kept */
    uint64_t serial;                          /* when one thread ran and no other could, ... */
    uint64_t alone;                           /* ... for whatever reason: locks and barriers too */
    uint64_t most;                            /* threads that were ready or ran at once */
    uint64_t saved;                           /* of the time: by helpers */
};

/* `heap` has room for so many runners; `busy` for n, zeroed, or is NULL. */
void sw_cores_init(struct sw_cores *cores, uint32_t n, uint64_t quantum, struct sw_runner **heap,
                   uint32_t room, uint64_t *busy);

/* A new one, which is zeroed, is ready at that time. False: there is no room. */
bool sw_cores_start(struct sw_cores *cores, struct sw_runner *runner, uint64_t at);

/* Who was told to go on has done so much since; of that, `overhead` is no work of the program's. */
void sw_cores_spend(struct sw_cores *cores, struct sw_runner *runner, uint64_t cost,
                    uint64_t overhead);

/*
 * Who goes on now. NULL: nobody can, until something happens outside. With `paced` those who wait for a time are left alone:
 * then that passes as it does outside (sw_cores_pass()), and sw_cores_next_time() is when the first one of them is due.
 */
struct sw_runner *sw_cores_next(struct sw_cores *cores, bool paced);
uint64_t sw_cores_next_time(const struct sw_cores *cores); /* UINT64_MAX: nobody is */

/* The runner, whose turn it is, waits; not longer than until the deadline (UINT64_MAX: none). */
void sw_cores_block(struct sw_cores *cores, struct sw_runner *runner, enum sw_blocked why,
                    uint64_t deadline);

/* Of what was spent, so much is no work after all. */
void sw_cores_lose(struct sw_cores *cores, uint64_t overhead);

/* A blocked one is ready at that time, or now if that has passed. */
void sw_cores_wake(struct sw_cores *cores, struct sw_runner *runner, uint64_t at);

/* It lets those in the queue go first. */
void sw_cores_yield(struct sw_cores *cores, struct sw_runner *runner);

/* It has ended: it is its turn. */
void sw_cores_end(struct sw_cores *cores, struct sw_runner *runner);

/* The runner has a lane, which is zeroed or has been another one's before; what it does from now on is noted there. */
void sw_cores_add_lane(struct sw_cores *cores, struct sw_runner *runner, struct sw_lane *lane);

/* It ran there, as samples have it. */
void sw_cores_note_path(struct sw_cores *cores, const struct sw_runner *runner, uint32_t path,
                        uint64_t from, uint64_t to);

/* At the end: what all are doing is noted up to now. */
void sw_cores_close_lanes(struct sw_cores *cores);

/* Time passes while nobody can run: not beyond what sw_cores_next_time() says. */
void sw_cores_pass(struct sw_cores *cores, uint64_t time);
