/*
 * What the sites have of the span that call a function on one line, of which the compiler may have made copies, or on all
 * lines: of the callee's own code, which adds up exactly, as figures with what it calls would not.
 */
#pragma once

#include "profile/profile.h"

struct sw_on_line {
    size_t site; /* the one with the most */
    uint64_t span, count;
    uint64_t
        relief; /* by how much the span would be shorter if all that took no time: of one site; of several at most, ... */
    size_t n_sites;   /* ... as the path that is the longest then may be one of the others */
    bool is_parallel; /* some invocation, with all that it calls */
};

/* All zero but for the site. */
struct sw_on_line sw_on_line_begin(size_t site);
void sw_on_line_add(struct sw_on_line *line, const struct sw_profile *profile, size_t site);

/* That of the site and of those that are copies of it, or call the same function elsewhere. */
struct sw_on_line sw_on_its_line(const struct sw_profile *profile, size_t site);
struct sw_on_line sw_on_all_lines(const struct sw_profile *profile, size_t site);

/* Of one site, what is gained of its local span on span: the rest is hidden by another path. */
uint64_t sw_site_relief(const struct sw_site *site);
