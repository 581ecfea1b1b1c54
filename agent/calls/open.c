/*
 * Files that are opened. Whether that can be repeated is judged before the call, by what is there, and noted after it, if the file was
 * opened. In later runs, a file without a name takes the place of one that is written: it is gone when the last process has closed it.
 * The call itself is the same, with the name that such a file has in /proc.
 */
#include "agent/calls/effects.h"
#include "agent/calls/system_calls.h"
#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

struct opening {
    struct sw_effects *effects; /* NULL: is not looked at */
    int folder, flags;
    const char *path;
    struct stat file; /* before, if it was there */
    enum sw_effect effect;
    enum sw_seen sees;     /* what it counts as afterwards */
    long nameless;         /* to be closed; -1: none */
    char name[SW_FD_NAME]; /* what is opened instead; "": nothing else */
};

static bool writes(const struct opening *o)
{
    return (o->flags & O_ACCMODE) != O_RDONLY || o->flags & O_TRUNC;
}

static bool is_first(const struct opening *o)
{
    return o->effects->mode == SW_EFFECTS_WATCH;
}

static bool is_temporary(const struct opening *o)
{
    return sw_is_temporary(o->effects, o->folder, o->path);
}

/* Opened by its name (/dev/stdout). */
static bool is_output(const struct stat *file)
{
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        struct stat output;
        if (sw_stat_at(fd, "", &output, AT_EMPTY_PATH) == 0 && output.st_dev == file->st_dev &&
            output.st_ino == file->st_ino)
            return true;
    }
    return false;
}

/* In the same folder, if that can be: so it is on the same disk. */
static long make_nameless(const struct opening *o)
{
    enum { FLAGS = O_TMPFILE | O_RDWR | O_CLOEXEC };
    const char *temporary = *o->effects->temporary ? o->effects->temporary : "/tmp";
    char folder[SW_EFFECT_NAME];
    long fd = sw_raw4(SYS_openat, o->folder, (long)sw_folder_of(o->path, folder), FLAGS, 0600);
    if (fd < 0)
        fd = sw_raw4(SYS_openat, AT_FDCWD, (long)temporary, FLAGS, 0600);
    if (fd < 0)
        fd = sw_raw4(SYS_memfd_create, (long)"spanwise-output", MFD_CLOEXEC, 0, 0);
    return fd < 0 ? fd : sw_file_move_up(fd);
}

static bool can_write(const struct opening *o, const char *path)
{
    return sw_raw4(SYS_faccessat, o->folder, (long)path, W_OK, 0) == 0;
}

/* Another file is opened; unless the call is going to fail. */
static void put_aside(struct opening *o, const char *written)
{
    if (!can_write(o, written))
        return;
    o->nameless = make_nameless(o);
    if (o->nameless < 0)
        o->effect = SW_EFFECT_CHANGED;
    else
        sw_fd_name(o->nameless, o->name);
}

static void judge_new(struct opening *o)
{
    char folder[SW_EFFECT_NAME];
    struct stat name;
    bool temporary = is_temporary(o);
    if (o->flags & O_EXCL && !temporary) {
        o->effect = SW_EFFECT_CREATED;
    } else if (is_first(o) || temporary) {
        o->sees = SW_SEEN_WRITTEN;
    } else {
        put_aside(o, sw_folder_of(o->path, folder));
        if (o->nameless >= 0 && sw_name_of(o->folder, o->path, &name))
            sw_see(o->effects, &name, SW_SEEN_ASIDE);
    }
}

static enum sw_effect change(const struct opening *o)
{
    return o->flags & O_APPEND ? SW_EFFECT_APPENDED : SW_EFFECT_CHANGED;
}

/* What is in the file stays, in part. That is fine for a temporary file that this run has made. */
static void judge_change(struct opening *o)
{
    if (!sw_is_new(o->effects, &o->file) || !is_temporary(o))
        o->effect = change(o);
}

static void judge_first_write(struct opening *o)
{
    uint32_t run;
    enum sw_seen seen = sw_seen(o->effects, &o->file, &run);
    bool is_input =
        o->file.st_dev == o->effects->input[0] && o->file.st_ino == o->effects->input[1];
    if (seen == SW_SEEN_READ || (!seen && is_input))
        o->effect = o->flags & O_TRUNC ? SW_EFFECT_REWROTE : change(o);
    else if (o->flags & O_TRUNC)
        o->sees = SW_SEEN_WRITTEN;
    else if (!seen)
        judge_change(o);
    else if (!(o->flags & O_APPEND) && is_temporary(o))
        o->sees = SW_SEEN_SHARED;
    else if (!(o->flags & O_APPEND))
        o->effect = SW_EFFECT_CHANGED;
}

static void judge_later_write(struct opening *o)
{
    uint32_t run;
    enum sw_seen seen = sw_seen(o->effects, &o->file, &run);
    if (seen && run == o->effects->run)
        return;
    if (o->flags & O_TRUNC || seen == SW_SEEN_WRITTEN)
        put_aside(o, o->path);
    else if (seen)
        o->effect = change(o);
    else
        judge_change(o);
}

static bool is_terminal(const struct stat *file)
{
    unsigned kind = major(file->st_rdev);
    return S_ISCHR(file->st_mode) && (kind == 4 || kind == 5 || (kind >= 136 && kind <= 143));
}

/* The program may have none (/dev/tty). */
static bool has_terminal(const struct opening *o)
{
    enum { FLAGS = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC };
    if (o->file.st_rdev != makedev(5, 0))
        return true;
    long fd = sw_raw4(SYS_openat, o->folder, (long)o->path, FLAGS, 0);
    if (fd >= 0)
        sw_raw_close(fd);
    return fd >= 0;
}

/* Whoever does not wait for what is typed (O_NONBLOCK) only looks whether there is a terminal, as bash does for each script. */
static void judge_terminal(struct opening *o)
{
    bool reads = (o->flags & O_ACCMODE) != O_WRONLY && !(o->flags & O_NONBLOCK);
    if (reads)
        o->effect = is_first(o) || has_terminal(o) ? SW_EFFECT_TERMINAL : SW_EFFECT_NONE;
    else if (!is_first(o) && has_terminal(o))
        strcpy(o->name, "/dev/null");
}

/* One that the program has made itself: in a temporary folder, or with a name in /proc only, as a shell's <(...). */
static bool is_own_pipe(const struct opening *o)
{
    struct statfs in;
    if (!sw_is_new(o->effects, &o->file))
        return false;
    return is_temporary(o) ||
           (*o->path == '/' && sw_raw4(SYS_statfs, (long)o->path, (long)&in, 0, 0) == 0 &&
            in.f_type == PIPEFS_MAGIC);
}

/* Of character devices, those of memory (null, zero, random) do not count. */
static void judge_special(struct opening *o)
{
    const struct stat *file = &o->file;
    if (is_terminal(file))
        judge_terminal(o);
    else if (S_ISFIFO(file->st_mode))
        o->effect = is_own_pipe(o) ? SW_EFFECT_NONE : SW_EFFECT_PIPE;
    else if (S_ISBLK(file->st_mode) || (S_ISCHR(file->st_mode) && major(file->st_rdev) != 1))
        o->effect = writes(o) ? SW_EFFECT_CHANGED : SW_EFFECT_NONE;
}

static void judge_existing(struct opening *o)
{
    uint32_t run;
    if (writes(o) && is_output(&o->file))
        return;
    if (!S_ISREG(o->file.st_mode))
        judge_special(o);
    else if (writes(o) && is_first(o))
        judge_first_write(o);
    else if (writes(o))
        judge_later_write(o);
    else if (is_first(o) && !sw_seen(o->effects, &o->file, &run))
        o->sees = SW_SEEN_READ;
}

/* Whether the call is not going to fail as it may not do that. Who opens for both and is refused may go on reading, as Fortran does. */
static bool can_happen(const struct opening *o, bool exists)
{
    char folder[SW_EFFECT_NAME];
    return !writes(o) || can_write(o, exists ? o->path : sw_folder_of(o->path, folder));
}

/* What to open. */
static const char *begin(struct opening *o, int folder, const char *path, int flags)
{
    *o = (struct opening){sw_effects(), folder, flags, path, .nameless = -1};
    if (!o->effects || !path || flags & O_PATH || (flags & O_TMPFILE) == O_TMPFILE) {
        o->effects = NULL;
        return path;
    }
    bool must_be_new = flags & O_CREAT && flags & O_EXCL;
    long error = sw_stat_at(folder, path, &o->file,
                            must_be_new || flags & O_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0);
    if (error == -ENOENT && flags & O_CREAT)
        judge_new(o);
    else if (!error && !must_be_new)
        judge_existing(o);
    if (o->effect && o->effects->mode == SW_EFFECTS_GUARD && can_happen(o, !error))
        sw_effect(o->effects, o->effect, path);
    return *o->name ? o->name : path;
}

static void end(struct opening *o, long fd)
{
    if (o->nameless >= 0)
        sw_raw_close(o->nameless);
    if (!o->effects || fd < 0)
        return;
    if (o->effect)
        sw_effect(o->effects, o->effect, o->path);
    if (o->sees && sw_stat_at((int)fd, "", &o->file, AT_EMPTY_PATH) == 0)
        sw_see(o->effects, &o->file, o->sees);
}

/* Its name in /proc is a link. */
static int flags_of(const struct opening *o)
{
    return *o->name ? o->flags & ~(O_NOFOLLOW | O_EXCL) : o->flags;
}

/* One that opens `path`, or `opened` in its place. */
#define OPENS(type, name, parameters, from, as, arguments, ends) \
    SW_IN_FRONT(type, name, parameters)                          \
    {                                                            \
        struct opening o;                                        \
        const char *opened = begin(&o, from, path, as);          \
        (void)opened;                                            \
        type result = SW_NEXT(name) arguments;                   \
        ends(&o, result);                                        \
        return result;                                           \
    }

#define OPEN(name)                                                                \
    OPENS(int, name, (const char *path, int flags, mode_t mode), AT_FDCWD, flags, \
          (opened, flags_of(&o), mode), end)
OPEN(open)
OPEN(open64)
OPEN(__open)
OPEN(__open64)

#define OPEN_AT(name)                                                                       \
    OPENS(int, name, (int folder, const char *path, int flags, mode_t mode), folder, flags, \
          (folder, opened, flags_of(&o), mode), end)
OPEN_AT(openat)
OPEN_AT(openat64)

/* What -D_FORTIFY_SOURCE calls where there is no mode. */
#define OPEN_2(name) \
    OPENS(int, name, (const char *path, int flags), AT_FDCWD, flags, (opened, flags_of(&o)), end)
OPEN_2(__open_2)
OPEN_2(__open64_2)

#define OPEN_AT_2(name)                                                        \
    OPENS(int, name, (int folder, const char *path, int flags), folder, flags, \
          (folder, opened, flags_of(&o)), end)
OPEN_AT_2(__openat_2)
OPEN_AT_2(__openat64_2)

#define CREAT(name)                                                                           \
    OPENS(int, name, (const char *path, mode_t mode), AT_FDCWD, O_WRONLY | O_CREAT | O_TRUNC, \
          (opened, mode), end)
CREAT(creat)
CREAT(creat64)

/* As fopen() opens them. */
static int flags_by(const char *mode)
{
    int flags = strchr(mode, 'x') ? O_EXCL : 0;
    bool both = strchr(mode, '+');
    if (*mode == 'r')
        return both ? O_RDWR : O_RDONLY;
    flags |= O_CREAT | (both ? O_RDWR : O_WRONLY);
    return flags | (*mode == 'a' ? O_APPEND : O_TRUNC);
}

static void end_stream(struct opening *o, FILE *stream)
{
    end(o, stream ? fileno(stream) : -1);
}

#define FOPEN(name)                                                                     \
    OPENS(FILE *, name, (const char *path, const char *mode), AT_FDCWD, flags_by(mode), \
          (opened, mode), end_stream)
FOPEN(fopen)
FOPEN(fopen64)

/* Without a name, another mode is wanted for the same file. */
#define FREOPEN(name)                                                                 \
    OPENS(FILE *, name, (const char *path, const char *mode, FILE *stream), AT_FDCWD, \
          flags_by(mode), (opened, mode, stream), end_stream)
FREOPEN(freopen)
FREOPEN(freopen64)

/* Files whose names libc makes. */
#define MAKE_UNIQUE(name, parameters, arguments) \
    OPENS(int, name, parameters, AT_FDCWD, O_RDWR | O_CREAT | O_EXCL, arguments, end)
MAKE_UNIQUE(mkstemp, (char *path), (path))
MAKE_UNIQUE(mkstemp64, (char *path), (path))
MAKE_UNIQUE(mkostemp, (char *path, int flags), (path, flags))
MAKE_UNIQUE(mkostemp64, (char *path, int flags), (path, flags))
MAKE_UNIQUE(mkstemps, (char *path, int end_length), (path, end_length))
MAKE_UNIQUE(mkstemps64, (char *path, int end_length), (path, end_length))
MAKE_UNIQUE(mkostemps, (char *path, int end_length, int flags), (path, end_length, flags))
MAKE_UNIQUE(mkostemps64, (char *path, int end_length, int flags), (path, end_length, flags))

void sw_opens_later(const char *path, int flags, bool elsewhere)
{
    struct opening o;
    begin(&o, AT_FDCWD, path, flags);
    if (o.nameless >= 0)
        sw_raw_close(o.nameless);
    if (o.effects && !o.effect && writes(&o) && (elsewhere || o.sees || o.nameless >= 0) &&
        (elsewhere || !is_temporary(&o)))
        o.effect = SW_EFFECT_CHANGED;
    if (o.effect)
        sw_effect(o.effects, o.effect, path);
}

/* --- Shared memory and semaphores by name: files in /dev/shm --- */

/* NULL: it cannot have that name. */
static const char *shared_path(const char *before, const char *name, char path[SW_EFFECT_NAME])
{
    size_t n = strlen(before), length;
    while (*name == '/')
        name++;
    length = strnlen(name, SW_EFFECT_NAME);
    if (!length || n + length >= SW_EFFECT_NAME || strchr(name, '/'))
        return NULL;
    memcpy(path, before, n);
    memcpy(path + n, name, length + 1);
    return path;
}

SW_IN_FRONT(int, shm_open, (const char *name, int flags, mode_t mode))
{
    char path[SW_EFFECT_NAME];
    return shared_path("/dev/shm/", name, path)
               ? sw_open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode)
               : SW_NEXT(shm_open)(name, flags, mode);
}

static void remove_shared(const char *before, const char *name)
{
    char path[SW_EFFECT_NAME];
    if (shared_path(before, name, path))
        sw_removes(path);
}

SW_HANDS_ON(int, shm_unlink, (const char *name), (name), remove_shared("/dev/shm/", name))
SW_HANDS_ON(int, sem_unlink, (const char *name), (name), remove_shared("/dev/shm/sem.", name))

SW_IN_FRONT(void *, sem_open, (const char *name, int flags, mode_t mode, unsigned value))
{
    char path[SW_EFFECT_NAME];
    struct stat file;
    struct sw_effects *e = sw_effects();
    if (e && shared_path("/dev/shm/sem.", name, path) &&
        sw_stat_at(AT_FDCWD, path, &file, 0) == 0 && !sw_is_new(e, &file))
        sw_effect(e, SW_EFFECT_SHARED, name);
    return SW_NEXT(sem_open)(name, flags, mode, value);
}
