/*
 * The verdict: why a program does not get N times as fast on N processors, as data. Of N processors for the time of the run, all
 * that is not work is lost to one of five causes, or to none that is known; each cause is summed over all its places before it is
 * ranked, and has what the speedup would be without it alone: by emulating or simulating again with that fixed (ledger.h).
 * The cause of the verdict is the one whose fixing gains most; none, where that is not more than noise.
 *
 * Words are made of it last, and in one place: words.c.
 */
#pragma once

#include "analysis/findings/findings.h"
#include "analysis/memory/bandwidth.h"
#include "profile/profile.h"

/* How a place loses parallelism: each is worded in its own way. */
enum sw_verdict_form {
    SW_FORM_NONE,     /* the cause is another one, or it is not known */
    SW_FORM_SERIAL,   /* code outside everything parallel */
    SW_FORM_ALONE,    /* inside a region, one thread has all the work */
    SW_FORM_FEW,      /* a loop or a region of fewer pieces than processors */
    SW_FORM_THREADS,  /* a region with fewer threads than processors, by its own settings */
    SW_FORM_CHAIN,    /* on the critical path: one part waits for the other */
    SW_FORM_REPEATED, /* every thread does all of it */
    SW_FORM_SHARED,   /* of contention: cache lines that threads use at a time */
    SW_FORM_MOVED,    /* of memory: lines that another core has written */
    SW_FORMS
};

/* The function whose code it is. Borrowed from the profile. */
struct sw_verdict_place {
    const char *file, *function; /* "": not known */
    uint32_t line;               /* 0: not known */
    double lost;                 /* share of the processors' time */
    double from,
        until; /* when its function ran, by samples: parts of the program's work; both 0: not known */
    enum sw_verdict_form form;
    const char *
        called_file; /* where the function is called, if that is one line and the place is its own; ... */
    uint32_t called_line; /* ... else 0 */
};

/* Why a program with threads was not simulated. In the order of the sentence. */
enum sw_not_simulated {
    SW_NOT_SIMULATED_UNSAID,
    SW_NOT_SIMULATED_SPIN,       /* threads wait in loops for what others write */
    SW_NOT_SIMULATED_LOCK,       /* they take a lock from each other all the time */
    SW_NOT_SIMULATED_TIME,       /* it would take too long */
    SW_NOT_SIMULATED_MIXED,      /* it has OpenMP's regions, and threads that do more */
    SW_NOT_SIMULATED_UNFOLLOWED, /* most of what it does is not seen there */
};

enum { SW_VERDICT_PLACES = 8, SW_VERDICT_SENTENCES = 8 };

struct sw_verdict_loss {
    enum sw_why cause;
    double lost;            /* share of the processors' time, of all its places */
    double speedup_without; /* NAN: not known */
    bool is_bound;          /* it is at most that: no change is known that comes to it */
    bool is_simulated;      /* that is what emulating or simulating again without it gave */
    double speedup_alone;   /* with only the first place fixed; 0: about the same, or not known */
    double on_one;          /* of grain: times as fast on one processor, too; 0: not known, ... */
    const char *on_one_is;  /* ... "about", "at least" or "up to" */
    struct sw_verdict_place places[SW_VERDICT_PLACES]; /* those that lose most */
    size_t n_places;                                   /* of them */
    size_t n_all;                                      /* of all that there are */
};

/* What memory bandwidth has to do with it. */
struct sw_verdict_memory {
    bool is_known;
    const char *machine, *chosen; /* which one, and why; "": the user did. Borrowed */
    struct sw_bandwidth bandwidth;
    struct sw_demand first; /* the piece that loses or moves most; without figures: nothing moves */
};

struct sw_verdict_step {
    enum sw_why cause;
    double speedup; /* with this and all steps before it done */
    bool is_bound;  /* at most that */
    char *remedy;   /* "a reduction, atomics, or a copy per thread"; owned */
};

struct sw_verdict_speedup {
    uint64_t processors;
    double speedup;
};

struct sw_verdict {
    uint64_t processors;
    double speedup;      /* to expect; NAN: not known */
    bool is_bound;       /* it is no more than that, by what a run on fewer showed */
    uint64_t watched_on; /* processors of the real run that all of this is of; 0: it is simulated */
    enum sw_not_simulated not_simulated; /* why that is all there is */
    double work;                         /* share of the processors' time; 0: not known */
    double away; /* ... while all threads slept, or waited for input and output */
    struct sw_verdict_speedup *measured; /* of real runs, by ascending processors; ... */
    size_t n_measured;
    struct sw_verdict_speedup *expected; /* ... and by what the speedup is from, here too */
    size_t n_expected;
    enum sw_why cause;
    enum sw_certainty certainty;
    struct sw_verdict_loss losses[SW_WHY_CAUSES]; /* by what fixing gains */
    size_t n_losses;
    double times_as_fast
        [SW_WHY_SETS]; /* with a set of causes gone, by emulation, memory left out; 0: not known */
    struct sw_verdict_step
        steps[SW_WHY_CAUSES]; /* what to do, in this order: the cause, if fixing it gains; ... */
    size_t n_steps;           /* ... then what gains most with that fixed, and so on */
    unsigned not_looked_at;   /* bits of causes */
    struct sw_verdict_memory memory;
    char *sentences[SW_VERDICT_SENTENCES];
    size_t n_sentences;
};

/* With the findings of the profile; for so many processors (0: those that the profile is of most). 0 or -ENOMEM. Borrows from the
 * profile. To be released. */
int sw_verdict_make(struct sw_verdict *verdict, const struct sw_profile *profile,
                    const struct sw_findings *findings, uint64_t processors);
/* The same, with findings that are made for it and not kept. */
int sw_verdict_of_profile(struct sw_verdict *verdict, const struct sw_profile *profile,
                          uint64_t processors);
void sw_verdict_release(struct sw_verdict *verdict);

/* What is lost to a cause; NULL: nothing. */
const struct sw_verdict_loss *sw_verdict_loss_of(const struct sw_verdict *verdict,
                                                 enum sw_why cause);

/* Whether a place is of the program's start alone: what is paid there is paid once, however long the program runs. */
bool sw_verdict_is_once(const struct sw_verdict_place *place);

/* The speedup with a set of causes (bits) gone: emulated; else by what they lose, which it is at most. */
double sw_verdict_speedup_without(const struct sw_verdict *verdict, unsigned set, bool *is_bound);

/* What was expected on so many processors; NAN: that is not known. */
double sw_verdict_expected_on(const struct sw_verdict *verdict, uint64_t processors);

/* By sampled path: what the processors lose, in the profile's unit, because of what it does, as far as that has a line; whole numbers. Of n_paths, to be
 * freed; NULL: none is known, or no memory. */
double *sw_verdict_lost_by_path(const struct sw_verdict *verdict, const struct sw_profile *profile);

struct sw_verdict_place sw_verdict_place_at(const struct sw_place *place);

/* Where a finding's site is: of its callee, or where that is called; else the finding's own place. */
struct sw_verdict_place sw_verdict_place_of(const struct sw_profile *profile,
                                            const struct sw_finding *finding, bool of_callee);

const char *sw_verdict_form_name(enum sw_verdict_form form); /* "serial", ...; "" */
