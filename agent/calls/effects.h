/*
 * The record of effects (live/effects.h) in the program. All functions are signal-safe, keep errno, and allocate nothing; any thread
 * may call them. System calls made by the program's own instructions are not seen.
 */
#pragma once

#include "live/effects.h"

#include <sys/stat.h>

/* NULL: this run is not watched. */
struct sw_effects *sw_effects(void);

/* Something is about to be done to `name`, or was done: noted if it is the first effect. Does not return if it is to be prevented. */
void sw_effect(struct sw_effects *effects, enum sw_effect effect, const char *name);

/* The same in the run's record, if it is watched. */
void sw_effect_here(enum sw_effect effect, const char *name);

/* From here on, nothing is watched in this process: it is in a sandbox, where that may kill it. */
void sw_effects_leave(void);

/* As fstatat(), but returns -errno. */
long sw_stat_at(int folder, const char *path, struct stat *file, int flags);

/* Whether a file there is a temporary one; and whether it was not there before the run. */
bool sw_is_temporary(const struct sw_effects *effects, int folder, const char *path);
bool sw_is_new(const struct sw_effects *effects, const struct stat *file);

/* The folder that a path is in, as the path says it. */
const char *sw_folder_of(const char *path, char folder[SW_EFFECT_NAME]);

/* What stands for a name that no file has, for sw_seen() and sw_see(). False: its folder is not there. */
bool sw_name_of(int folder, const char *path, struct stat *name);

/* "/proc/self/fd/N" */
enum { SW_FD_NAME = 32 };
const char *sw_fd_name(long fd, char name[SW_FD_NAME]);

/* The name of the file behind a descriptor; "" if it is not known. */
const char *sw_fd_path(long fd, char path[SW_EFFECT_NAME]);

/*
 * Files that the first run read or wrote, by what it did first; later runs add those that they make themselves. If there is no room for
 * more, all others count as read.
 */
enum sw_seen {
    SW_UNSEEN,
    SW_SEEN_READ,
    SW_SEEN_WRITTEN,
    SW_SEEN_SHARED, /* written, and opened again as it was */
    SW_SEEN_ASIDE   /* no file but a name: of one that a later run has made, which has none */
};
enum sw_seen sw_seen(const struct sw_effects *effects, const struct stat *file, uint32_t *run);
void sw_see(struct sw_effects *effects, const struct stat *file, enum sw_seen seen);

/*
 * Standard input that comes only once: from a terminal, or from a pipe that the tool did not keep. Reads by a stream of stdio are not
 * seen as they happen: the stream shows them when the process ends, or becomes another program.
 */

/* Looks at the stream. */
void sw_input_end(void);
