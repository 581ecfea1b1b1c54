/*
 * Findings: what the figures mean, as data, made once and worded by whoever prints them. Each
 * says what it rests on: measured, a bound (cannot be exceeded), or an estimate.
 */
#pragma once

#include "analysis/findings/sentence.h"
#include "analysis/findings/why.h"
#include "profile/profile.h"

enum { SW_FINDING_INSERT = 80 };

enum sw_finding_kind {
    SW_FINDING_INCOMPLETE,  /* the program did not end, or the profiler was hurt */
    SW_FINDING_FAILED,      /* it ended with another status than 0 */
    SW_FINDING_TOO_SHORT,   /* a run too short to trust */
    SW_FINDING_CHECK,       /* profiled work against the unprofiled run */
    SW_FINDING_OVERHEAD,    /* more was subtracted than is left */
    SW_FINDING_SERIAL,      /* nothing was spawned */
    SW_FINDING_PARALLELISM, /* how many processors the parallelism is good for */
    SW_FINDING_SPAN,        /* a site that holds much of the span by itself */
    SW_FINDING_PART,        /* a call that does with all that it calls */
    SW_FINDING_OUTSIDE,     /* the span's part in main itself, outside parallel code */
    SW_FINDING_STRANDS,     /* strands too short */
    SW_FINDING_BURDEN,      /* scheduling would eat the parallelism */
    SW_FINDING_BUDGET,      /* functions that the budget took out */
    SW_FINDING_METER,       /* what was counted tells nothing of speedup */
    /* Of measured speedups: scaling.h. */
    SW_FINDING_PROFILE,    /* the prediction may be of something else */
    SW_FINDING_NOISE,      /* trials that differ much */
    SW_FINDING_CROWDED,    /* more workers than processors */
    SW_FINDING_MEASURED,   /* the measured speedups, and whether they are as predicted */
    SW_FINDING_CAUSES,     /* what may have kept them below */
    SW_FINDING_COPIES,     /* how copies of the program slow each other down */
    SW_FINDING_CONTENTION, /* they do not, so it is not memory that keeps the speedup low */
    /* Of a serial and a parallel run: inflation.h. */
    SW_FINDING_COMPARISON,    /* the two may not be the same thing */
    SW_FINDING_INFLATION,     /* how much the work grew in all */
    SW_FINDING_INFLATED_SITE, /* where it did */
    SW_FINDING_CHANGE,        /* from one profile to another: diff.h */
    SW_FINDING_PROMISE,       /* what fixing was to gain, and what it did: promise.h */
    /* Of the ranks of an MPI program: merge.h. */
    SW_FINDING_BALANCE, /* how evenly the work is spread over them */
    SW_FINDING_RANK,    /* one that has much more or less than the others */
    /* Of simulated runs: simulation.h. */
    SW_FINDING_SCALES,      /* nothing much is lost */
    SW_FINDING_SERIAL_CODE, /* between regions */
    SW_FINDING_IMBALANCE,   /* threads wait at a barrier, or for tasks */
    SW_FINDING_LOCK,        /* they wait for a lock, or for their turn */
    SW_FINDING_GRAIN,       /* what the runtime costs */
    SW_FINDING_THREADS,     /* fewer or more of them than processors */
    SW_FINDING_NESTED,      /* a region inside another has one thread */
    SW_FINDING_KNEE,        /* from where on more processors gain nothing */
    SW_FINDING_MEMORY,      /* what is not simulated */
    SW_FINDING_GROWTH,      /* on more processors there is more work, or less */
    SW_FINDING_SHARED, /* threads use the same cache lines at a time: analysis/memory/shared.h */
    SW_FINDING_UNPREDICTABLE, /* threads meet by what is not simulated */
    /* Of sampled parallel runs: effort_findings.h. */
    SW_FINDING_EFFORT, /* what the whole is short of */
    SW_FINDING_WAIT,   /* no thread ran at all */
    SW_FINDING_OTHERS, /* other programs had processors */
    SW_FINDING_NAMES,  /* functions have none */
    /* Of predictions: predict_findings.h. */
    SW_FINDING_BEST,     /* the best plan */
    SW_FINDING_PARTLY,   /* not all was emulated */
    SW_FINDING_SCHEDULE, /* what to write for it, and where */
};

#define SW_SHORT_RUN_NS 10000000 /* below, start-up and noise are a large part */

enum sw_severity { SW_INFO, SW_ADVICE, SW_WARNING };

/* What is said rests on ... */
enum sw_certainty {
    SW_CERTAIN_NOT,       /* too little: too short a run, too few samples */
    SW_CERTAIN_ABOUT,     /* a model, or a figure of one real run */
    SW_CERTAIN_SIMULATED, /* simulated cores, also with what is fixed */
    SW_CERTAIN_MEASURED,  /* what was measured or counted, as it is */
    SW_CERTAIN_BOUND      /* ... and what no machine can exceed after that */
};

const char *sw_certainty_name(enum sw_certainty certainty); /* "none", "estimated", ... */

#define SW_NO_SITE ((size_t)-1)

struct sw_finding {
    enum sw_finding_kind kind;
    enum sw_severity severity;
    enum sw_certainty certainty;
    size_t site;                  /* index into the profile's sites, or SW_NO_SITE */
    struct sw_sentence *sentence; /* without a full stop; ... */
    struct sw_units units;        /* ... its costs are in this unit */
    enum sw_why why;              /* UNKNOWN: it is about something else */
    double lost;                  /* share of the processors' time that it is about; 0: not said */
    uint32_t lines;               /* how many lines it is about; 0: one */
    double
        worth; /* the speedup without what it is about, on the largest number of processors; 0: not said */
    bool is_simulated_again; /* that is what a run without it gave */
    /* Where there is no site: what is to be looked at. Borrowed; NULL and 0 where not said. */
    const char *file, *function;
    uint32_t line;
    char insert[SW_FINDING_INSERT]; /* what to write there; "": nothing */
};

struct sw_findings {
    struct sw_finding *items; /* what to doubt first, then what to do first */
    size_t n;
    struct sw_units units;       /* of those that are added, ... */
    enum sw_certainty certainty; /* ... and what they rest on */
    int error;                   /* while they are made */
    struct sw_finding none;      /* stands for one that there is no memory for */
};

/* Returns 0 or -ENOMEM (then *findings is empty). Of what `spanwise sample` found, only what to doubt: the
 * rest is effort_findings.h. */
int sw_findings_make(struct sw_findings *findings, const struct sw_profile *profile,
                     const struct sw_units *units);
void sw_findings_release(struct sw_findings *findings);

/* What it says, with a capital and a full stop: "Too little parallelism: ... .". To be freed; NULL: no memory. */
char *sw_finding_words(const struct sw_finding *finding);

/* The same after "Caution: ", where it says why figures of the report may be wrong. */
char *sw_finding_caution(const struct sw_finding *finding);

/* The first of that kind; the first that says what to doubt. NULL: there is none. */
const struct sw_finding *sw_findings_first(const struct sw_findings *findings,
                                           enum sw_finding_kind kind);
const struct sw_finding *sw_findings_first_doubt(const struct sw_findings *findings);

/* After more were added: what to doubt comes first, then the comparison with a serial run, then advice on this cause (that of the
 * verdict), then the rest. */
void sw_findings_arrange(struct sw_findings *findings, enum sw_why cause);

/* Appends one, which takes the sentence (SW_SAY()), and returns it, until the next one comes; where there is no memory,
 * findings->error is -ENOMEM from then on, and what is returned is not in the list. */
struct sw_finding *sw_findings_add(struct sw_findings *findings, enum sw_finding_kind kind,
                                   enum sw_severity severity, size_t site,
                                   struct sw_sentence *sentence);

/* Adds one that another list has, with its place and worth. */
void sw_findings_repeat(struct sw_findings *findings, const struct sw_finding *finding);

/* Where the last one is to be looked at, which has no site. The strings are borrowed. */
void sw_findings_place(struct sw_findings *findings, const char *file, uint32_t line,
                       const char *function);

const char *sw_finding_kind_name(enum sw_finding_kind kind); /* "parallelism", ... */
const char *sw_severity_name(enum sw_severity severity);     /* "info", "advice", "warning" */
