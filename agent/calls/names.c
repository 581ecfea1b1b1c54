/* Calls that change files by their names: judged by what is there before. A call that is going to fail does not count. */
#include "agent/calls/effects.h"
#include "agent/calls/system_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
#include <utime.h>

/* Temporary files may come and go, if they were not there before. */
static bool matters(const struct sw_effects *e, int folder, const char *path,
                    const struct stat *file)
{
    return !sw_is_temporary(e, folder, path) || (file && !sw_is_new(e, file));
}

/* Something is about to be made. */
static void make(int folder, const char *path)
{
    struct stat file;
    struct sw_effects *e = sw_effects();
    if (e && sw_stat_at(folder, path, &file, AT_SYMLINK_NOFOLLOW) == -ENOENT &&
        matters(e, folder, path, NULL))
        sw_effect(e, SW_EFFECT_MADE, path);
}

/* In later runs the first one's files stay, and those that a run makes have no name: whatever takes the name of either away has nothing
 * left to do. */
static bool is_done(const struct sw_effects *e, int folder, const char *path)
{
    struct stat file;
    uint32_t run;
    if (!e || e->mode == SW_EFFECTS_WATCH)
        return false;
    long error = sw_stat_at(folder, path, &file, AT_SYMLINK_NOFOLLOW);
    if (!error)
        return S_ISREG(file.st_mode) && sw_seen(e, &file, &run) == SW_SEEN_WRITTEN && run != e->run;
    return error == -ENOENT && sw_name_of(folder, path, &file) &&
           sw_seen(e, &file, &run) == SW_SEEN_ASIDE && run == e->run;
}

/* Something is about to go, or to change. */
static void take(int folder, const char *path, enum sw_effect effect)
{
    struct stat file;
    struct sw_effects *e = sw_effects();
    if (e && sw_stat_at(folder, path, &file, AT_SYMLINK_NOFOLLOW) == 0 &&
        matters(e, folder, path, &file))
        sw_effect(e, effect, path);
}

/* Another file may get its number. */
static void forget(struct sw_effects *e, int folder, const char *path)
{
    struct stat file;
    uint32_t run;
    if (e && sw_stat_at(folder, path, &file, AT_SYMLINK_NOFOLLOW) == 0 && file.st_nlink == 1 &&
        sw_seen(e, &file, &run) == SW_SEEN_WRITTEN)
        sw_see(e, &file, SW_UNSEEN);
}

/* It goes. False: it already is as if it had. */
static bool remove_one(int folder, const char *path)
{
    if (is_done(sw_effects(), folder, path))
        return false;
    take(folder, path, SW_EFFECT_REMOVED);
    forget(sw_effects(), folder, path);
    return true;
}

void sw_removes(const char *path)
{
    take(AT_FDCWD, path, SW_EFFECT_REMOVED);
    forget(sw_effects(), AT_FDCWD, path);
}

/* False: it already is as if they had been renamed. */
bool sw_renames(int from_folder, const char *from, int to_folder, const char *to)
{
    struct stat file;
    struct sw_effects *e = sw_effects();
    if (is_done(e, from_folder, from)) {
        if (sw_name_of(to_folder, to, &file))
            sw_see(e, &file, SW_SEEN_ASIDE);
        return false;
    }
    if (!e || sw_stat_at(from_folder, from, &file, AT_SYMLINK_NOFOLLOW) != 0)
        return true;
    take(from_folder, from, SW_EFFECT_RENAMED);
    take(to_folder, to, SW_EFFECT_RENAMED);
    make(to_folder, to);
    return true;
}

/* Mode, owner or times: if the program wrote the file itself, they are the same in each run. */
static void set(int folder, const char *path)
{
    struct stat file;
    uint32_t run;
    struct sw_effects *e = sw_effects();
    if (e && path && sw_stat_at(folder, path, &file, 0) == 0 &&
        sw_seen(e, &file, &run) != SW_SEEN_WRITTEN && matters(e, folder, path, &file))
        sw_effect(e, SW_EFFECT_SET, path);
}

/* The same for an open file that was not opened to be written. Files without a name, as later runs have them, do not count. */
static void set_open(int fd)
{
    char path[SW_EFFECT_NAME];
    struct stat file;
    uint32_t run;
    struct sw_effects *e = sw_effects();
    if (e && *sw_fd_path(fd, path) == '/' && sw_stat_at(fd, "", &file, AT_EMPTY_PATH) == 0 &&
        file.st_nlink && sw_seen(e, &file, &run) != SW_SEEN_WRITTEN &&
        matters(e, AT_FDCWD, path, &file))
        sw_effect(e, SW_EFFECT_SET, path);
}

#define CALL(...) SW_HANDS_ON(int, __VA_ARGS__)

/* A call that succeeds without being made, where there is nothing left to do. */
#define CALL_IF(name, parameters, arguments, is_needed) \
    SW_IN_FRONT(int, name, parameters)                  \
    {                                                   \
        return is_needed ? SW_NEXT(name) arguments : 0; \
    }

CALL_IF(unlink, (const char *path), (path), remove_one(AT_FDCWD, path))
CALL_IF(unlinkat, (int folder, const char *path, int flags), (folder, path, flags),
        remove_one(folder, path))
CALL_IF(remove, (const char *path), (path), remove_one(AT_FDCWD, path))
CALL(rmdir, (const char *path), (path), take(AT_FDCWD, path, SW_EFFECT_REMOVED))

CALL_IF(rename, (const char *from, const char *to), (from, to),
        sw_renames(AT_FDCWD, from, AT_FDCWD, to))
CALL_IF(renameat, (int from_folder, const char *from, int to_folder, const char *to),
        (from_folder, from, to_folder, to), sw_renames(from_folder, from, to_folder, to))
CALL_IF(renameat2,
        (int from_folder, const char *from, int to_folder, const char *to, unsigned flags),
        (from_folder, from, to_folder, to, flags), sw_renames(from_folder, from, to_folder, to))

CALL(mkdir, (const char *path, mode_t mode), (path, mode), make(AT_FDCWD, path))
CALL(mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode), make(folder, path))
CALL(mkfifo, (const char *path, mode_t mode), (path, mode), make(AT_FDCWD, path))
CALL(mkfifoat, (int folder, const char *path, mode_t mode), (folder, path, mode),
     make(folder, path))
CALL(mknod, (const char *path, mode_t mode, dev_t device), (path, mode, device),
     make(AT_FDCWD, path))
CALL(mknodat, (int folder, const char *path, mode_t mode, dev_t device),
     (folder, path, mode, device), make(folder, path))
CALL(link, (const char *from, const char *to), (from, to), make(AT_FDCWD, to))
CALL(linkat, (int from_folder, const char *from, int to_folder, const char *to, int flags),
     (from_folder, from, to_folder, to, flags), make(to_folder, to))
CALL(symlink, (const char *from, const char *to), (from, to), make(AT_FDCWD, to))
CALL(symlinkat, (const char *from, int to_folder, const char *to), (from, to_folder, to),
     make(to_folder, to))
SW_HANDS_ON(char *, mkdtemp, (char *model), (model), make(AT_FDCWD, model))

CALL(truncate, (const char *path, off_t size), (path, size),
     take(AT_FDCWD, path, SW_EFFECT_CHANGED))
CALL(truncate64, (const char *path, off_t size), (path, size),
     take(AT_FDCWD, path, SW_EFFECT_CHANGED))

CALL(chmod, (const char *path, mode_t mode), (path, mode), set(AT_FDCWD, path))
CALL(fchmodat, (int folder, const char *path, mode_t mode, int flags), (folder, path, mode, flags),
     set(folder, path))
CALL(chown, (const char *path, uid_t user, gid_t group), (path, user, group), set(AT_FDCWD, path))
CALL(lchown, (const char *path, uid_t user, gid_t group), (path, user, group), set(AT_FDCWD, path))
CALL(fchownat, (int folder, const char *path, uid_t user, gid_t group, int flags),
     (folder, path, user, group, flags), set(folder, path))
CALL(utime, (const char *path, const struct utimbuf *times), (path, times), set(AT_FDCWD, path))
CALL(utimes, (const char *path, const struct timeval *times), (path, times), set(AT_FDCWD, path))
CALL(lutimes, (const char *path, const struct timeval *times), (path, times), set(AT_FDCWD, path))
CALL(futimesat, (int folder, const char *path, const struct timeval *times), (folder, path, times),
     set(folder, path))
CALL(utimensat, (int folder, const char *path, const struct timespec *times, int flags),
     (folder, path, times, flags), path ? set(folder, path) : set_open(folder))
CALL(setxattr, (const char *path, const char *name, const void *value, size_t size, int flags),
     (path, name, value, size, flags), set(AT_FDCWD, path))
CALL(lsetxattr, (const char *path, const char *name, const void *value, size_t size, int flags),
     (path, name, value, size, flags), set(AT_FDCWD, path))
CALL(removexattr, (const char *path, const char *name), (path, name), set(AT_FDCWD, path))
CALL(lremovexattr, (const char *path, const char *name), (path, name), set(AT_FDCWD, path))
CALL(fchmod, (int fd, mode_t mode), (fd, mode), set_open(fd))
CALL(fchown, (int fd, uid_t user, gid_t group), (fd, user, group), set_open(fd))
CALL(futimes, (int fd, const struct timeval *times), (fd, times), set_open(fd))
CALL(futimens, (int fd, const struct timespec *times), (fd, times), set_open(fd))
CALL(fsetxattr, (int fd, const char *name, const void *value, size_t size, int flags),
     (fd, name, value, size, flags), set_open(fd))
CALL(fremovexattr, (int fd, const char *name), (fd, name), set_open(fd))
