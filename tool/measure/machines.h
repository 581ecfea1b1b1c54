/*
 * Descriptions of usual servers (machines/ of the sources), which are installed with the tool: by name, and the one that answers for more
 * cores than this machine has.
 */
#ifndef SPANWISE_TOOL_MEASURE_MACHINES_H
#define SPANWISE_TOOL_MEASURE_MACHINES_H

#include "analysis/machine/machine.h"
#include "profile/profile.h"

#include <stdio.h>

/* The name of one of them, or a file. As of sw_machine_read(). */
int sw_machine_named(struct sw_machine *machine, const char *name, char *why, size_t why_size);

/*
 * The memory that so many cores are predicted for, where nobody says which: this machine's, if it has them and its memory is measured;
 * else, of the same architecture, the smallest that has so many; else the largest. It has its reason in `chosen`. As of
 * sw_machine_read(): -ENOENT where there is none. What is measured here for it is kept (machine_here.h).
 */
int sw_machine_for(struct sw_machine *machine, unsigned cores, char *chosen, size_t chosen_size);

/* Whether --machine=NAME, which is NULL where it is not given, goes with --memory or its absence, and can be read. False after a message. */
bool sw_machine_suits(const char *name, bool memory);

/* The profile says which machine its answers are for: that one; or, NULL, the one for what its verdict is for. After a message, none. */
void sw_machine_note(struct sw_profile *profile, const char *name);

/* A line each, by name. */
void sw_machines_list(FILE *out);

#endif
