/* Descriptions of machines: of this one, measured and cached, and of those that come with the tool or are in a file. */
#pragma once

#include "analysis/machine/machine.h"
#include "profile/profile.h"

/*
 * The description of the machine that we run on (analysis/machine/machine.h), measured by the programs of
 * calibrate/ and kept in the user's cache: $XDG_CACHE_HOME/spanwise, or ~/.cache/spanwise.
 */

enum sw_machine_part {
    SW_MACHINE_OVERHEADS = 1, /* takes about a second */
    SW_MACHINE_MEMORY = 2,    /* takes up to ten */
};

/* What is not in the cache is measured now, and kept there if that can be; `again`: all of the parts are.
 * Returns 0, or -errno with a sentence in `why`. What could not be measured is absent and that is no error.
 * *machine is to be released in any case. */
int sw_machine_here(struct sw_machine *machine, unsigned parts, bool again, char *why,
                    size_t why_size);

/* Only what is in the cache: -ENOENT where nothing is. */
int sw_machine_cached(struct sw_machine *machine, char *why, size_t why_size);

/* The file in the cache; "" where there is no place for one. Lives as long as the process. */
const char *sw_machine_cache_path(void);

/* The name of one of them, or a file. As of sw_machine_read(). */
int sw_machine_named(struct sw_machine *machine, const char *name, char *why, size_t why_size);

/*
 * The memory that so many cores are predicted for, where nobody says which: this machine's, if it has them and its memory is measured;
 * else, of the same architecture, the smallest that has so many; else the largest. It has its reason in `chosen`. As of
 * sw_machine_read(): -ENOENT where there is none. What is measured here for it is kept.
 */
int sw_machine_for(struct sw_machine *machine, unsigned cores, char *chosen, size_t chosen_size);

/* Whether --machine=NAME, which is NULL where it is not given, goes with --memory or its absence, and can be read. False after a message. */
bool sw_machine_suits(const char *name, bool memory);

/* The profile says which machine its answers are for: that one; or, NULL, the one for what its verdict is for. After a message, none. */
void sw_machine_note(struct sw_profile *profile, const char *name);

/* A line each, by name. */
void sw_machines_list(FILE *out);
