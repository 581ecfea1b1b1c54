/*
 * A program runs once, unless the user knows. The first run of a command that makes several is watched for what cannot be repeated
 * (live/effects.h); then the command asks here whether it may run it again. In later runs, files that the program writes have no
 * names, so that those of the first run stay, and a run that is about to do what the first one did not is ended before. One that
 * ends otherwise than the first one is no evidence, and is reported.
 *
 * One program for each process of the tool. Before sw_once_begin(), nothing is watched and nothing prevented.
 */
#ifndef SPANWISE_TOOL_MEASURE_ONCE_H
#define SPANWISE_TOOL_MEASURE_ONCE_H

#include "tool/measure/child.h"

enum { SW_ONCE_WHY = 512 };

/* Before the first run. `allows`: what cannot be repeated is, as the user has asked for that. */
void sw_once_begin(bool allows);

/* After the first run. False: it may not be run again; `why` says what it did, after "it"; if nothing could be watched, also that. */
bool sw_once_may_repeat(char why[SW_ONCE_WHY]);

/* That it is going to be run again, so many times; before that. */
void sw_once_announce(const char *program, unsigned most, const char *how_not_to);

/* After the last run: how many ended otherwise, and how, if any did. */
void sw_once_say_different(void);

/* For child.c: around a run. The environment is what the program gets besides ours. Late: it was ended as it took too long, of which
 * nothing is said. Sets end->differs. */
const char *const *sw_once_start(bool is_first, const char *const *environment);
void sw_once_end(bool is_first, bool is_late, struct sw_child_end *end);

#endif
