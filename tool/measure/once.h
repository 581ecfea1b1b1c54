/*
 * A program runs once, unless the user knows. If a command makes several runs, the first one is watched for what cannot be repeated
 * (live/effects.h); then the command asks here whether it may run the program again. In later runs, files that the program writes have
 * no names, so those of the first run stay, and a run that is about to do what the first one did not is stopped before it does. A run
 * that ends differently from the first one does not count, and is reported.
 *
 * One program for each process of the tool. Before sw_once_begin(), nothing is watched or prevented.
 */
#pragma once

#include "profile/profile.h"
#include "tool/measure/child.h"

enum { SW_ONCE_WHY = 512 };

/* Before the first run. `allows`: the user has asked to run it again, whatever it does. */
void sw_once_begin(bool allows);

/* What a command wants to run again. */
struct sw_once_plan {
    const char *program;
    unsigned most;       /* runs after the first, ... */
    bool is_exact;       /* ... and no fewer */
    bool is_silent;      /* no message: stderr is for a program to read */
    const char *because; /* "--quick runs it once": how to avoid it; or "-N asks for that" */
    const char *allow;   /* what allows it, if it cannot be repeated */
};

/* After the first run: whether it may be run again. When first asked, it says that it is going to be, how often, and how not to; or that it
 * is not, why, and what allows it. Input that was typed is not there again, whatever is allowed. */
bool sw_once_may_repeat(const struct sw_once_plan *plan);

/* Adds why not to a profile's warnings, if it may not. */
void sw_once_warn(struct sw_profile *profile);

/* Says how often it is going to run, before it does. */
void sw_once_announce(const struct sw_once_plan *plan, const char *more);

/* After the last run: says how many ended differently, and how, if any did. */
void sw_once_say_different(void);

/* For child.c, in the process that is to be a later run: descriptors that are not the standard ones. */
void sw_once_silence(void);

/* For child.c: around a run. The environment is what the program gets in addition to ours. Late: it was stopped because it took too
 * long, which is not reported. Sets end->differs. */
const char *const *sw_once_start(bool is_first, const char *const *environment);
void sw_once_end(bool is_first, bool is_late, struct sw_child_end *end);
