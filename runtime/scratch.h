/*
 * A directory for one socket, in one that all may write to: PARENT/spanwise-run-XXXXXX. It is removed when it is
 * released; or, where its process was killed, by the next one of the same user that makes one there.
 *
 * Whose process lives is told by a lock on the directory, which the kernel takes back whatever the end was: a number of
 * a process may be another's by then, or be of another container. No link is followed, and only what a scratch
 * directory of ours has in it is removed.
 */
#ifndef SPANWISE_RUNTIME_SCRATCH_H
#define SPANWISE_RUNTIME_SCRATCH_H

struct sw_scratch {
    char path[96];
    const char *name; /* of what is in it; the caller's */
    int fd;           /* of the directory, with the lock; -1: there is none */
};

/* 0 or -errno. What dead processes have left in `parent` is removed. */
int sw_scratch_init(struct sw_scratch *scratch, const char *parent, const char *name);

void sw_scratch_release(struct sw_scratch *scratch);

#endif
