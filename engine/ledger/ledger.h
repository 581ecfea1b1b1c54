/*
 * Where the time of N cores goes. At every moment each core does exactly one thing: it works, it does what a runtime costs, or it does
 * nothing, for a reason. The integral over a run is the ledger: rows of a reason and a place, and N times the run's time is the sum of
 * all rows, to the unit.
 *
 * Whoever knows what the cores do says how many of them do what (sw_ledger_pass()). Which places have a reason then is known by
 * *claims*: a thread that waits for a lock claims for the place where it waits. The cores that are lost for a reason are divided among
 * the rows that have claims for it, in proportion; what nobody claims is place 0's.
 *
 * When it happened: a row has its time by stretches of the run, which get twice as long when there is no more room, so that what is
 * lost once at the start is told apart from what every step loses.
 *
 * Times are in any unit, no clock is read, and memory does not grow with the run. One thread at a time.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What a core does at a moment, or why it does nothing. */
enum sw_ledger_reason {
    SW_LEDGER_WORK,
    SW_LEDGER_OVERHEAD, /* somebody is being woken, or pays for waking others; and what costs take */
    SW_LEDGER_LOCK,     /* somebody waits for a lock */
    SW_LEDGER_BARRIER,  /* ... at a barrier */
    SW_LEDGER_JOIN,     /* threads have ended, and who joins them waits for the rest */
    SW_LEDGER_SERIAL,   /* one thread runs, and all others have to wait for that */
    SW_LEDGER_CONDITION, /* somebody waits to be told */
    SW_LEDGER_AWAY,      /* somebody sleeps, or waits for something outside */
    SW_LEDGER_THREADS,   /* there are fewer threads than cores */
    SW_LEDGER_REASONS
};

enum { SW_LEDGER_STRETCHES = 16 };

struct sw_ledger_row {
    uint64_t time;
    uint64_t when[SW_LEDGER_STRETCHES]; /* of the time */
    uint32_t place;                     /* as who claims numbers them; 0: not known */
    uint32_t claims;                    /* now; a row that has some is in the list of its reason */
    uint16_t next, previous;            /* one more than their numbers; 0: there is none */
    uint16_t same;                      /* likewise the next row of the same hash, ... */
    uint16_t first;                     /* ... and the first one whose hash is this one's number */
    uint8_t reason;
};

struct sw_ledger {
    uint64_t now;
    unsigned shift;                      /* a stretch is as long as 1 << shift */
    uint64_t sums[SW_LEDGER_REASONS];    /* of all rows */
    uint32_t claims[SW_LEDGER_REASONS];  /* of all rows, now */
    uint16_t claimed[SW_LEDGER_REASONS]; /* one more than the first row that has some; 0: none */
    uint16_t n, room;
    bool is_full;               /* some places are 0 for lack of room */
    struct sw_ledger_row *rows; /* those of place 0 first, by reason */
};

/* `rows` is zeroed and has room for so many: at least SW_LEDGER_REASONS; or 0: sums are all that is kept. */
void sw_ledger_init(struct sw_ledger *ledger, struct sw_ledger_row *rows, uint16_t room);

/* From now on somebody has that reason there, until the claim is given back, by the number that this is. */
uint16_t sw_ledger_claim(struct sw_ledger *ledger, enum sw_ledger_reason reason, uint32_t place);
void sw_ledger_unclaim(struct sw_ledger *ledger, uint16_t claim);

/* For so long, so many cores did each of that. */
void sw_ledger_pass(struct sw_ledger *ledger, const uint32_t cores[SW_LEDGER_REASONS],
                    uint64_t time);

/* The same where so many work, and all others are lost for one reason: as at most hooks. */
void sw_ledger_pass_one(struct sw_ledger *ledger, uint32_t working, enum sw_ledger_reason reason,
                        uint32_t lost, uint64_t time);

/* So much of what passes as work until then is `reason` there. It may be told before it has passed. */
void sw_ledger_move(struct sw_ledger *ledger, enum sw_ledger_reason reason, uint32_t place,
                    uint64_t time);
