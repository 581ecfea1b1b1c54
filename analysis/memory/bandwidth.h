/*
 * What memory bandwidth costs on N cores of a machine: traffic of a run with --memory (profile/memory.h) over native times of the ordinary runs.
 *
 * A piece (a call site, a construct) that moves D bytes in the time W of one core wants b = D / W. n cores that are in it at a time want n b,
 * and get B(n), as the machine has it; so it takes max(1, n b / B(n)) times as long. A core gets no more than B(1) alone either, so that b is
 * no more than that.
 *
 * D is what does not fit into caches. Traffic is that of all threads, one after the other, so that data which they divide among them, and come
 * back to in the next step, are as far apart as all of them are large: they have the caches of those n cores together. What a
 * thread uses again in one go, and no other at the same time (a block that it works on), is as far apart as on one core, while the others do the
 * same: that has a core's share, its own cache and its part of the last level. What several threads read at the same time
 * has all caches again, which is the least that moves.
 *
 * *Communication* comes on top: lines that another core has written before a barrier or a sync, at the machine's prices of a transfer
 * where they are known. A line that comes alone is waited for. Of lines that follow each other closely the price is what each takes in a
 * stream, x; with the c that is computed for each at the same time, it takes cbrt(x^3 + c^3) in all: prefetching hides the
 * shorter of the two, mostly (doc/sharing.md has what was measured). x is less where the other core's own cache has lost the line and the last level has it. On other numbers of cores
 * than it was followed on, a line is another core's as often as cores are others. What is lost is told over T(N) as the estimate has it: of Cilk,
 * with what steals cost, and no longer than on one core.
 *
 * Only bandwidth: who waits for one line after the other (pointer chasing) wants little of it, and scales.
 */
#pragma once

#include "analysis/machine/machine.h"
#include "profile/profile.h"

/* Bytes that move with a cache of so many: between two capacities that were followed, a straight line by their logarithm. */
double sw_traffic_at(const struct sw_traffic *traffic, double cache_bytes);
double sw_traffic_between(const double bytes[SW_CAPACITIES], double cache_bytes);

/* How many times as long so many cores take, of which each wants so much; 1 where the machine's bandwidth is not known. */
double sw_bandwidth_factor(const struct sw_machine *machine, double mb_s, double cores);

/* From how many cores on there is too little; INFINITY: it is enough for all that the machine has. */
double sw_bandwidth_enough_for(const struct sw_machine *machine, double mb_s);

/* A piece, on N cores. */
struct sw_demand {
    uint32_t site;    /* an index of the profile's sites */
    double ns;        /* native: of all its instances, on one core */
    double at_once;   /* cores that are in it at a time, as the mean of its time */
    double cache;     /* bytes that these have */
    double bytes;     /* from and to memory, with that */
    double mb_s;      /* that one core of it wants, and can get */
    double enough;    /* for so many cores */
    double factor;    /* how many times as long it takes */
    double transfers; /* lines that come from another core's cache, and not from memory */
    double moving_ns; /* what it waits for those, of the run's time, ... */
    double lost_ns;   /* ... and with what bandwidth costs */
    const struct sw_traffic *traffic;
    const struct sw_traffic_piece *piece;
};

struct sw_bandwidth {
    struct sw_machine machine;
    uint64_t processors;
    struct sw_demand *demands; /* what the run loses most to first, then what moves most */
    size_t n;
    double slowdown; /* T(N) with that, over T(N) without: 1 or more */
    double most;     /* no speedup is more than that, if N cores were busy all the time */
    double bytes;    /* of all of them */
};

/* 0 or -errno: -ENODATA where the profile has no traffic, machine or time. To be released in any case. */
int sw_bandwidth_make(struct sw_bandwidth *bandwidth, const struct sw_profile *profile,
                      uint64_t processors);
void sw_bandwidth_release(struct sw_bandwidth *bandwidth);

/* ns that it waits for each line from another core, on average; 0: there are none. */
double sw_demand_transfer_ns(const struct sw_demand *demand);

/* The line of a piece's code that moves most, by instructions; where none is known, the piece's own. Of the profile. 0 or -ENOMEM. */
int sw_demand_place(const struct sw_demand *demand, const struct sw_profile *profile,
                    const struct sw_place **place);
