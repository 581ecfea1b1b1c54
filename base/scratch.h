/*
 * A directory for one process's files, in one that all may write to: PARENT/PREFIXXXXXXX. It is removed when it is
 * released; or, where its process was killed, by the next one of the same user that makes one of its kind there.
 *
 * Whose process lives is told by a lock on the directory, which the kernel takes back whatever the end was: a number of
 * a process may be another's by then, or be of another container. No link is followed, and only what a scratch
 * directory of ours has in it is removed.
 */
#pragma once

#include <limits.h>

struct sw_scratch_kind {
    const char *prefix;
    void (*empty)(int directory); /* removes what such a directory has in it, and nothing else */
};

struct sw_scratch {
    char path[PATH_MAX];
    const struct sw_scratch_kind *kind;
    int fd; /* of the directory, with the lock; -1: there is none */
};

/* 0 or -errno. What dead processes have left in `parent` is removed. */
int sw_scratch_init(struct sw_scratch *scratch, const char *parent,
                    const struct sw_scratch_kind *kind);

void sw_scratch_release(struct sw_scratch *scratch);
