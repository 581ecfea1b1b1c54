/*
 * Which cache lines logical threads use at a time (live/shared.h): a shadow of the lines that were used last.
 *
 * Logical threads run one after the other, and the first may do all its part before the second does anything: so how they took turns here
 * says nothing, and what is kept of a line is how often each used it. While one thread uses a line its entry has that: accesses, writes,
 * bytes. When another comes, it is asked what comes before what (engine/dag/order.h): if the owner does, the line changes hands, which is
 * communication; if not, and one of the two writes, they may run at a time, and the line gets a *record* with counts for each thread, until
 * somebody comes whom all of them come before, or it falls out of the shadow: then its potential transfers are summed up.
 *
 * Two samples of all accesses come here (shared_site.c), since all of them would take far too long. Of lines that are followed for their
 * traffic (memory.h), one of 32, each access counts: blocks count how often they are run, so how many there were is known when an
 * instruction leaves the line, or when the thread's clock goes on. That is right for transfers that are spread over many lines. Few lines
 * that are used very often need not be among those: of all others one access of 1024 or so comes here, and counts as that many. What the two
 * tell is put together in live/shared.h. Atomic accesses all come here; and all to some lines of those that locks are in, or that
 * change hands, by instructions that mostly access such: hands change too fast there for a sample.
 *
 * Bounded: the last 2^17 lines of those, that is of 256 MB that were used, and 4096 lines that are shared at a time.
 */
#pragma once

#include "agent/translate/translate.h"
#include "live/shared.h"

/* What runs, as the front end tells. */
struct sw_shared_now {
    const uint32_t
        *before; /* of each thread, up to which clock all comes before; NULL: not known */
    uint32_t n;
    uint32_t thread, clock;
    bool is_beyond; /* one of those that are too many, which have one number */
    /* ... or, instead of both, whether what was done to that address at a clock does, whoever did it; ... */
    bool (*comes_before)(uint32_t clock, uint64_t address);
    uint32_t core; /* ... with the core that it would be on: lines move between these; ... */
    uint64_t own, own_end; /* ... and memory that is each core's own */
    /* How long each thread runs, with that: those that use a line for a part of it need not do so at a time. In the unit of `since`. */
    uint32_t stretch;
    uint32_t joined; /* the thread's clock when it last came after others */
    uint32_t piece;
};

/* One access, or several of one instruction to one line. */
struct sw_shared_access {
    uint64_t address;
    uint64_t bytes; /* of the line: bits */
    uint32_t times;
    uint32_t since; /* sw_shared_time() when it began */
    uint32_t until; /* ... and the last one may have been */
    uint32_t site;  /* what sw_shared_site() gave */
    bool is_sample; /* it stands for so many */
};

/* Instructions that the thread has run. */
#define SW_SHARED_TIME_LOG 4
static inline uint32_t sw_shared_time(void)
{
    return (uint32_t)(sw_translated.counter >> SW_SHARED_TIME_LOG);
}

/* False: no memory. Once, before the start. */
bool sw_shared_init_sites(void);
bool sw_shared_init(struct sw_live_shared *to);
bool sw_shared_is_there(void);

/* An instruction; the same number for the same. 0: there are too many. */
uint32_t sw_shared_site(const struct sw_shared_side *side);

/* The program goes on as that. What it does is followed until sw_shared_stop(). */
void sw_shared_run(const struct sw_shared_now *now);

/* What a thread does in one go, between what orders it: its number grows. Before the first sw_shared_run() all is one. */
struct sw_shared_turn {
    uint32_t number, thread, clock;
};
extern SW_TRANSLATE_OWN struct sw_shared_turn sw_shared_turn;

/* Whether what a thread did to that address at a clock may have been at the same time as what runs. */
bool sw_shared_may_meet(uint32_t thread, uint32_t clock, uint64_t address);

/* The profiler's own code runs, or nobody's. What instructions still have to tell is told. */
void sw_shared_stop(void);

/* The same for a while: code of a runtime that is inlined into the program. */
void sw_shared_pause(void);
void sw_shared_resume(void);

void sw_shared_use(const struct sw_shared_access *access);

/* It will be of that line: what is known of it takes long to come. */
void sw_shared_expect(uint64_t line);

/* Whether a line, by its number, is one of those that are followed since they change hands. */
bool sw_shared_is_close(uint64_t line);

/* That one finds a lock taken, and looks at it again and again: a side with what = 0. */
void sw_shared_lock(const struct sw_shared_now *as, uint64_t address, uint32_t site);

/* Of thread numbers, each two are one from now on: half of the first. */
void sw_shared_unite(void);

/* Lines that threads met at, some of them: a table by line. Where they are on a stack, the function whose frame it is, by an address in it, and
 * how far from its canonical frame address; pc 0: none is known. */
enum { SW_SHARED_FRAMED = 64 };
struct sw_shared_framed {
    uint64_t address;
    uint64_t pc;
    int64_t offset;
    int64_t stack;      /* the stack pointer, from there; 0: not known */
    uint32_t turn;      /* by a rule: sw_shared_turn.number when it was sought */
    bool is_looked_for; /* it was */
};
extern SW_TRANSLATE_OWN struct sw_shared_framed sw_shared_framed[SW_SHARED_FRAMED];
extern SW_TRANSLATE_OWN bool sw_shared_met; /* one that is not looked for yet */

/* By a rule all is one thread's, and a frame may be gone when it is told that threads met there. So it is sought at the accesses: if one that
 * the program is at is to a line that threads meet at, or will when it is told, and where that is has not been looked for. Else NULL. */
struct sw_shared_framed *sw_shared_seek(uint64_t address, uint32_t what);

/* These bytes are not looked at: each thread has its own in a real run. */
void sw_shared_spare(uint64_t address, uint64_t bytes);

/* Memory there is another's from now on. */
void sw_shared_forget(uint64_t address, uint64_t bytes);

/* All that is known until now is where sw_shared_init() said. */
void sw_shared_sum(void);

/* --- Instructions that are followed, by their numbers of memory.h --- */

/* A block that is being translated: it counts that site's `line` down, and where it comes to 0, its next access comes here. Those that are
 * added then are its. False: there are too many. */
bool sw_shared_add_block(uint32_t site);
void sw_shared_add_site(uint32_t site, const struct sw_shared_side *side, bool is_always);

/* It stands in that block once more. */
void sw_shared_add_copy(uint32_t site);

/* One that comes here. `caller`: what the function that it is in returns to. */
void sw_shared_move(uint32_t site, uint64_t address, uint64_t caller);

/* All tell what they still have to: the thread's clock goes on. */
void sw_shared_settle(void);

/* Another thread goes on: those that are at a line that rests come here, too. */
void sw_shared_wake(void);

/* The thread pointer of who runs: accesses of others, who are in the system at the time, are not looked at. */
extern SW_TRANSLATE_OWN const void *sw_shared_runs;

/* Whether anything is followed. */
extern SW_TRANSLATE_OWN uint64_t sw_shared_is_on;
extern SW_TRANSLATE_OWN uint64_t sw_shared_is_paused; /* or would be */
