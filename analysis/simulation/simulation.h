/*
 * What simulated runs say (profile/simulation.h): speedup and efficiencies, and where the processors'
 * time goes: of N processors for the time that the run took, what is not work is lost, to some cause at
 * some construct. Pure functions, any thread.
 */
#pragma once

#include "analysis/findings/findings.h"
#include "analysis/workspan/serial_functions.h"
#include "profile/profile.h"

enum sw_cause {
    SW_CAUSE_SERIAL,   /* outside all regions one processor works, the others do nothing */
    SW_CAUSE_WAIT,     /* for the last one at a barrier or at a region's end; for tasks */
    SW_CAUSE_LOCK,     /* for a lock, a critical section, a turn in an ordered loop */
    SW_CAUSE_OVERHEAD, /* what the runtime's own work takes: modelled */
    SW_CAUSE_THREADS,  /* a region has fewer threads than there are processors */
    SW_CAUSE_OTHER,    /* none of these is known to be it */
    SW_CAUSES
};

#define SW_NO_CONSTRUCT UINT32_MAX

/* Of one run. Ratios are NAN where nothing was measured. */
struct sw_outcome {
    const struct sw_simulation *simulation;
    uint64_t
        processors; /* N; in files of before as many as there were threads at once, if those are more */
    uint64_t threads;   /* at once, at most */
    double one;         /* T(1), which the speedup is over: sw_simulation_one() */
    double speedup;     /* T(1)/T(N): predicted */
    double growth;      /* the work over that of the run on one processor; NAN: there is none */
    double parallelism; /* work / span */
    /* POP's names. Their product is the efficiency, which is the share of the processors' time that is
     * work. */
    double efficiency;
    double load_balance;  /* the mean thread's work over the busiest one's */
    double serialisation; /* the busiest one's time over all: the rest it waited */
    double transfer;      /* what the runtime's own work leaves */
    double serial_fraction;
    double limit;           /* Amdahl's: T(1) over the serial time */
    double lost[SW_CAUSES]; /* shares of the processors' time: with the efficiency they make 1 */
    uint32_t worst;         /* the construct that loses most by itself, among those of the run */
    enum sw_cause worst_cause;
    uint64_t worst_lost;          /* processor time */
    uint32_t worst_of[SW_CAUSES]; /* what loses most to each cause; SW_NO_CONSTRUCT: nothing does */
};

/* Processor time that a construct loses: by itself, and with all that is inside. */
struct sw_loss {
    uint64_t own[SW_CAUSES];
    uint64_t by_cause[SW_CAUSES]; /* with all inside it, ... */
    uint64_t all;                 /* ... and their sum */
};

/* What each construct of the run loses: as many as it has, to be freed. NULL: not enough memory. */
struct sw_loss *sw_losses_make(const struct sw_profile *profile,
                               const struct sw_simulation *simulation);

/* 0 or -ENOMEM. */
int sw_outcome_make(struct sw_outcome *outcome, const struct sw_profile *profile,
                    const struct sw_simulation *simulation);

/* The run on so many processors, or NULL. */
const struct sw_simulation *sw_simulation_on(const struct sw_profile *profile, uint64_t processors);

/* T(1): the time of the run on one processor; where there is none, the run's own work, which one processor
 * would do without any costs, or T(N), if that is longer because all threads slept or waited for input or output. Whether there is one. And T(1)/T(N),
 * which is never more than N: whoever says a speedup of a simulated run takes it from here. */
double sw_simulation_one(const struct sw_profile *profile, const struct sw_simulation *simulation);
bool sw_simulation_has_one(const struct sw_profile *profile,
                           const struct sw_simulation *simulation);
double sw_simulation_speedup(const struct sw_profile *profile,
                             const struct sw_simulation *simulation);

/* The same without the name of a lock. */
const char *sw_construct_kind(const struct sw_profile *profile,
                              const struct sw_construct *construct);

/* Of a construct: its site, or NULL; "omp for", "serial code" */
const struct sw_site *sw_construct_site(const struct sw_profile *profile,
                                        const struct sw_construct *construct);
const char *sw_construct_name(const struct sw_profile *profile,
                              const struct sw_construct *construct);
/* "omp for in solve". Into a buffer of that size, which it returns. */
enum { SW_CONSTRUCT_LABEL = 768 };
char *sw_construct_label(const struct sw_profile *profile, const struct sw_construct *construct,
                         char *buffer);
/* "schedule(dynamic,4)"; "" where there is none. Into a buffer of that size, which it returns. */
enum { SW_SCHEDULE_TEXT = 64 };
char *sw_construct_schedule(const struct sw_construct *construct, char *buffer);

/* How much less the mean thread works than the busiest one: 0 where they are equal. NAN: not known. */
double sw_construct_imbalance(const struct sw_construct *construct);

/* Adds what one did, to others of the same place. */
void sw_construct_add(struct sw_construct *sum, const struct sw_construct *construct);

/* A cost that was computed: rounded down, and not more than there is. */
uint64_t sw_cost_of(double cost);

/* Threads of an instance, as the mean of all. */
double sw_construct_width(const struct sw_construct *construct);

/* How long an instance takes, as the mean of all: of a region also of those inside another one of it. */
uint64_t sw_construct_each(const struct sw_construct *construct);

/* Whether several threads may be in instances of it at once, of a region inside others: their times are beside each
 * other. `all`: of the run. */
bool sw_construct_overlaps(const struct sw_construct *all, uint32_t construct);

/* Whether it is one of a program that starts threads itself: regions and loops are OpenMP's words. */
bool sw_simulation_is_of_threads(const struct sw_profile *profile,
                                 const struct sw_simulation *simulation);

/* Of some constructs: what those ran in who were waited for there, by samples; a line of 0: not known. The strings are the profile's. 0
 * or -ENOMEM. */
int sw_construct_late(const struct sw_profile *profile, const struct sw_construct *constructs,
                      uint32_t n, struct sw_serial_place *places);

/*
 * Why a run of threads cannot be predicted: they meet by other means than what is simulated. Its construct, with all that is at the same
 * place, or NULL: it can.
 */
enum sw_unpredictable { SW_UNPREDICTABLE_SPIN, SW_UNPREDICTABLE_LOCK, SW_UNPREDICTABLE_YIELD };
const struct sw_construct *sw_simulation_unpredictable(const struct sw_profile *profile,
                                                       const struct sw_simulation *simulation,
                                                       enum sw_unpredictable *why);

/*
 * Of programs that make threads themselves: what the first finding that was not simulated again yet is about, so that it can be. `what`
 * is as agent/threads/simulator.h names it, or NULL: there is none. Then construct.fixed and .without say what came of it.
 */
enum { SW_FIXABLE_SITES = 32 };
struct sw_fixable {
    const char *what;
    uint32_t construct; /* of the chief run */
    enum sw_cause cause;
    size_t rank; /* among the findings that say what they are worth, from 0 on */
    uint32_t sites[SW_FIXABLE_SITES]; /* of the profile */
    size_t n_sites;
};
int sw_simulation_fixable(const struct sw_profile *profile, struct sw_fixable *fixable);

/* What is lost, where, and what it is worth; the largest number of processors'. */
void sw_simulation_findings(struct sw_findings *findings, const struct sw_profile *profile,
                            const struct sw_units *units);

const char *sw_cause_name(enum sw_cause cause); /* "serial", "wait", ... */
