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

#include "profile/profile.h"
#include "tool/measure/child.h"

enum { SW_ONCE_WHY = 512 };

/* Before the first run. `allows`: what cannot be repeated is, as the user has asked for that. */
void sw_once_begin(bool allows);

/* What a command wants to run again. */
struct sw_once_plan {
    const char *program;
    unsigned most;  /* so many times more, ... */
    bool is_exact;  /* ... or fewer */
    bool is_silent; /* it is not said: stderr is for a program to read */
    const char
        *because; /* how not to: "--quick runs it once"; or what asked for it: "-N asks for that" */
    const char *allow; /* what allows it, if it cannot be repeated */
};

/* After the first run: whether it may be run again. When first asked, it says that it is going to be, how often, and how not to; or that it
 * is not, why, and what allows it. Input that was typed is not there again, whatever is allowed. */
bool sw_once_may_repeat(const struct sw_once_plan *plan);

/* Adds why not to a profile's warnings, if it may not. */
void sw_once_warn(struct sw_profile *profile);

/* That it is going to be run, before it is. */
void sw_once_announce(const struct sw_once_plan *plan, const char *more);

/* After the last run: how many ended otherwise, and how, if any did. */
void sw_once_say_different(void);

/* For child.c, in the process that is to be a later run: descriptors that are not the standard ones. */
void sw_once_silence(void);

/* For child.c: around a run. The environment is what the program gets besides ours. Late: it was ended as it took too long, of which
 * nothing is said. Sets end->differs. */
const char *const *sw_once_start(bool is_first, const char *const *environment);
void sw_once_end(bool is_first, bool is_late, struct sw_child_end *end);

#endif
