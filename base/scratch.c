/*
 * A temporary folder for one process's files. What a killed process has left behind is removed
 * by the next one.
 */
#include "base/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define RANDOM   "XXXXXX"
#define ATTEMPTS 10

static bool is_named_as(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix)) &&
           strlen(name) == strlen(prefix) + strlen(RANDOM);
}

/* The lock on a directory of ours; -1: it is not, or it is in use. A new one may do without, where there are no locks: nobody
 * can take it for a dead one's then. */
static int lock(int parent, const char *name, bool is_new)
{
    struct stat s;
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (fstat(fd, &s) == 0 && s.st_uid == geteuid() && (s.st_mode & 0777) == 0700 &&
        (flock(fd, LOCK_EX | LOCK_NB) == 0 || (is_new && errno != EWOULDBLOCK)))
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

/* Where there is something else in one, it stays. */
static void remove_dead(const char *parent, const struct sw_scratch_kind *kind)
{
    DIR *entries = opendir(parent);
    struct dirent *entry;
    while (entries && (entry = readdir(entries))) {
        int fd = is_named_as(entry->d_name, kind->prefix)
                     ? lock(dirfd(entries), entry->d_name, false)
                     : -1;
        if (fd < 0)
            continue;
        kind->empty(fd);
        unlinkat(dirfd(entries), entry->d_name, AT_REMOVEDIR);
        close(fd);
    }
    if (entries)
        closedir(entries);
}

/* Another process may have found it before it was locked, and taken it for a dead one's. */
static bool is_still_there(const struct sw_scratch *s)
{
    struct stat at, open;
    return fstat(s->fd, &open) == 0 && lstat(s->path, &at) == 0 && at.st_ino == open.st_ino &&
           at.st_dev == open.st_dev;
}

int sw_scratch_init(struct sw_scratch *s, const char *parent, const struct sw_scratch_kind *kind)
{
    *s = (struct sw_scratch){.kind = kind, .fd = -1};
    remove_dead(parent, kind);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        int length = snprintf(s->path, sizeof s->path, "%s/%s" RANDOM, parent, kind->prefix);
        if (length >= (int)sizeof s->path) {
            *s->path = 0;
            return -ENAMETOOLONG;
        }
        if (!mkdtemp(s->path)) {
            *s->path = 0;
            return -errno;
        }
        s->fd = lock(AT_FDCWD, s->path, true);
        if (s->fd >= 0 && is_still_there(s))
            return 0;
        int error = errno;
        sw_scratch_release(s);
        if (error != EWOULDBLOCK && error != ENOENT)
            return -error;
    }
    return -EBUSY;
}

void sw_scratch_release(struct sw_scratch *s)
{
    if (!*s->path)
        return;
    if (s->fd >= 0) {
        s->kind->empty(s->fd);
        close(s->fd);
    }
    rmdir(s->path);
    s->fd = -1;
    *s->path = 0;
}
