/* What findings of simulated runs are made of: for simulation_findings.c and simulation_causes.c alone. */
#ifndef SPANWISE_ANALYSIS_SIMULATION_PARTS_H
#define SPANWISE_ANALYSIS_SIMULATION_PARTS_H

#include "analysis/simulation.h"
#include "analysis/sites.h"

struct sw_loss_maker {
    struct sw_findings *findings;
    const struct sw_profile *profile;
    const struct sw_units *units;
    const struct sw_construct *all; /* of the last run */
    struct sw_outcome outcome;      /* its figures */
    struct sw_loss *losses;
};

/* What is lost to one cause at one line, wherever that stands in the tree. */
struct sw_loss_item {
    uint32_t construct; /* the one that loses most */
    enum sw_cause cause;
    uint64_t lost;
    struct sw_construct sum; /* of all */
};

/* Its share of the processors' time. */
double sw_loss_share(const struct sw_loss_maker *maker, uint64_t lost);

/* "the 'omp for' at a.c:7 in 'f'", into a buffer of SW_SITE_TEXT; and its site, or SW_NO_SITE. */
const char *sw_loss_place(const struct sw_loss_maker *maker, uint32_t construct, char *buffer);
size_t sw_loss_site(const struct sw_loss_maker *maker, uint32_t construct);

/* The item in words. */
void sw_loss_find(const struct sw_loss_maker *maker, const struct sw_loss_item *item);

#endif
