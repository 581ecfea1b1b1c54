/*
 * The effects of a run of the program: whatever a second run would do twice, or would find changed. The record is in memory that the
 * tool shares with all processes of the program. libspanwise-calls.so fills it (agent/calls/), and tool/measure/once.h uses it to
 * decide whether the program may run again.
 *
 * The first run is watched. A program may run again if it only reads files, writes to its standard output, and writes files from
 * scratch: new ones, or old ones that it has not read before. In later runs such files have no name, so those of the first run stay;
 * and a run that is about to do something that the first one did not is stopped before it does, unless the user has allowed it. In
 * folders for temporary files, only files that were there before the run count.
 *
 * A program that cannot be watched does not run again: each one that is executed is expected here, and arrives when our library is
 * loaded into it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#define SW_EFFECTS_VARIABLE "SPANWISE_EFFECTS" /* a path to the record */
#define SW_EFFECTS_MAGIC    0x3173746365666665
#define SW_EFFECT_NAME      256
enum { SW_EFFECTS_FILES = 1 << 14 };

enum sw_effect {
    SW_EFFECT_NONE,
    SW_EFFECT_APPENDED,
    SW_EFFECT_CHANGED,
    SW_EFFECT_REWROTE, /* after reading it */
    SW_EFFECT_CREATED, /* a file that must not have been there: a lock, mostly */
    SW_EFFECT_MADE,    /* a folder, a link, a pipe */
    SW_EFFECT_REMOVED,
    SW_EFFECT_RENAMED,
    SW_EFFECT_SET, /* mode, owner, times */
    SW_EFFECT_LOCKED,
    SW_EFFECT_TERMINAL, /* was read */
    SW_EFFECT_PIPE,     /* was read, or written to by its name */
    SW_EFFECT_CONNECTED,
    SW_EFFECT_BOUND,
    SW_EFFECT_SENT,
    SW_EFFECT_SIGNALLED,
    SW_EFFECT_SHARED, /* memory or semaphores of System V, ... */
    SW_EFFECT_SANDBOX,
    SW_EFFECT_UNWATCHED, /* or a program that was expected did not arrive */
    SW_EFFECT_KINDS,
};

enum sw_effects_mode {
    SW_EFFECTS_WATCH, /* the first run */
    SW_EFFECTS_GUARD, /* a later one: is stopped before an effect */
    SW_EFFECTS_ALLOW, /* the same, but the user has allowed effects */
};

/* The tool writes all but the last part, between runs; the program's processes write the last part, atomically. */
struct sw_effects {
    uint64_t magic;
    uint32_t run, mode;     /* from 1 on */
    pid_t tool;             /* all processes of the program descend from it */
    uint32_t input_is_once; /* its standard input is a terminal, or a pipe that was not kept, ... */
    uint64_t input[2];      /* ... by device and number */
    int64_t began_s,
        began_ns; /* CLOCK_REALTIME_COARSE, by which files are dated: older files were there before */
    char temporary[SW_EFFECT_NAME],
        folder[SW_EFFECT_NAME]; /* $TMPDIR; where the tool was started */
    uint32_t effect;            /* the first one */
    uint32_t typed;             /* a terminal was read */
    uint32_t expected, arrived;
    char name[SW_EFFECT_NAME];        /* of what it was done to, or "" */
    uint64_t files[SW_EFFECTS_FILES]; /* those that were seen: agent/calls/effects.h */
};

static inline bool sw_is_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    return n > 1 && !strncmp(path, folder, n) && path[n] == '/';
}

/* Whether it is in a folder for temporary files. Signal-safe. */
static inline bool sw_effects_is_temporary(const struct sw_effects *e, const char *path)
{
    return sw_is_below(path, "/tmp") || sw_is_below(path, "/var/tmp") ||
           sw_is_below(path, "/dev/shm") || sw_is_below(path, e->temporary);
}
