/* The record of effects, what is looked up of files for it, and standard input that comes only once. */
#include "agent/calls/effects.h"
#include "agent/calls/waits.h"
#include "base/raw.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static bool is_once;

static bool is_the_input(const struct sw_effects *e)
{
    struct stat file;
    return sw_stat_at(STDIN_FILENO, "", &file, AT_EMPTY_PATH) == 0 && file.st_dev == e->input[0] &&
           file.st_ino == e->input[1];
}

/* When our library has been loaded. */
static void sw_input_begin(const struct sw_effects *e)
{
    is_once = e->input_is_once && is_the_input(e);
}

static void note(struct sw_effects *e)
{
    struct stat file;
    bool is_terminal =
        sw_stat_at(STDIN_FILENO, "", &file, AT_EMPTY_PATH) == 0 && S_ISCHR(file.st_mode);
    sw_effect(e, is_terminal ? SW_EFFECT_TERMINAL : SW_EFFECT_PIPE, "");
    is_once = false;
}

static void look(int fd)
{
    struct sw_effects *e = fd == STDIN_FILENO && is_once ? sw_effects() : NULL;
    if (e && is_the_input(e))
        note(e);
}

/* A stream has a buffer from its first read on. */
__attribute__((destructor)) void sw_input_end(void)
{
    struct sw_effects *e = is_once ? sw_effects() : NULL;
    if (e && __fbufsize(stdin))
        note(e);
}

SW_LIMITED(ssize_t, read, (int fd, void *data, size_t size), (fd, data, size), look(fd))
SW_LIMITED(ssize_t, __read_chk, (int fd, void *data, size_t size, size_t room),
           (fd, data, size, room), look(fd))
SW_LIMITED(ssize_t, readv, (int fd, const struct iovec *parts, int n), (fd, parts, n), look(fd))
SW_HANDS_ON(void, _exit, (int status), (status), sw_input_end())
SW_HANDS_ON(void, quick_exit, (int status), (status), sw_input_end())
SW_HANDS_ON(void, _Exit, (int status), (status), sw_input_end())
/* Which reads from /dev/tty. */
SW_HANDS_ON(char *, getpass, (const char *prompt), (prompt), sw_effect_here(SW_EFFECT_TERMINAL, ""))

static struct sw_effects *record;
static bool has_looked;

static void attach(void)
{
    const char *path = getenv(SW_EFFECTS_VARIABLE);
    long fd = path ? sw_raw_open(path, O_RDWR) : -1;
    has_looked = true;
    if (fd < 0)
        return;
    struct stat file;
    long at = -1;
    if (sw_stat_at((int)fd, "", &file, AT_EMPTY_PATH) == 0 && file.st_size >= (off_t)sizeof *record)
        at = sw_raw6(SYS_mmap, 0, sizeof *record, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    sw_raw_close(fd);
    if (at < 0 && at > -4096)
        return;
    struct sw_effects *found = (struct sw_effects *)at;
    if (found->magic == SW_EFFECTS_MAGIC)
        record = found;
}

struct sw_effects *sw_effects(void)
{
    if (!has_looked)
        attach();
    return record;
}

void sw_effects_leave(void)
{
    sw_effect_here(SW_EFFECT_SANDBOX, "");
    record = NULL;
}

/* In each program that is executed: it has arrived. */
__attribute__((constructor)) static void arrive(void)
{
    dlerror(); /* the program is not to find our error: a function was missing (next.h) */
    if (!sw_effects())
        return;
    sw_input_begin(record);
    __atomic_fetch_add(&record->arrived, 1, __ATOMIC_RELAXED);
}

static void copy(char *to, const char *from)
{
    size_t n = strnlen(from, SW_EFFECT_NAME - 1);
    memcpy(to, from, n);
    to[n] = '\0';
}

void sw_effect(struct sw_effects *e, enum sw_effect effect, const char *name)
{
    uint32_t none = SW_EFFECT_NONE;
    if (effect == SW_EFFECT_TERMINAL)
        e->typed = 1;
    if (__atomic_compare_exchange_n(&e->effect, &none, effect, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
        copy(e->name, name);
    while (e->mode == SW_EFFECTS_GUARD)
        sw_raw4(SYS_kill, sw_raw4(SYS_getpid, 0, 0, 0, 0), SIGKILL, 0, 0);
}

void sw_effect_here(enum sw_effect effect, const char *name)
{
    struct sw_effects *e = sw_effects();
    if (e)
        sw_effect(e, effect, name);
}

long sw_stat_at(int folder, const char *path, struct stat *file, int flags)
{
    return sw_raw4(SYS_newfstatat, folder, (long)path, (long)file, flags);
}

bool sw_is_new(const struct sw_effects *e, const struct stat *file)
{
    return file->st_ctim.tv_sec > e->began_s ||
           (file->st_ctim.tv_sec == e->began_s && file->st_ctim.tv_nsec > e->began_ns);
}

const char *sw_fd_name(long fd, char name[SW_FD_NAME])
{
    static const char folder[] = "/proc/self/fd/";
    char digits[12], *to = name + sizeof folder - 1;
    int n = 0;
    memcpy(name, folder, sizeof folder);
    do
        digits[n++] = (char)('0' + fd % 10);
    while (fd /= 10);
    while (n)
        *to++ = digits[--n];
    *to = '\0';
    return name;
}

const char *sw_fd_path(long fd, char path[SW_EFFECT_NAME])
{
    char name[SW_FD_NAME];
    long n = fd < 0 ? -1
                    : sw_raw4(SYS_readlinkat, AT_FDCWD, (long)sw_fd_name(fd, name), (long)path,
                              SW_EFFECT_NAME - 1);
    path[n > 0 ? n : 0] = '\0';
    return path;
}

const char *sw_folder_of(const char *path, char folder[SW_EFFECT_NAME])
{
    const char *last = strrchr(path, '/');
    size_t n = last ? (size_t)(last - path) + 1 : 0;
    strcpy(folder, ".");
    if (n && n < SW_EFFECT_NAME) {
        memcpy(folder, path, n);
        folder[n] = '\0';
    }
    return folder;
}

bool sw_name_of(int folder, const char *path, struct stat *name)
{
    char in[SW_EFFECT_NAME];
    const char *last = strrchr(path, '/');
    if (sw_stat_at(folder, sw_folder_of(path, in), name, 0) < 0)
        return false;
    for (const char *c = last ? last + 1 : path; *c; c++)
        name->st_ino = (name->st_ino ^ (unsigned char)*c) * 0x100000001b3;
    return true;
}

/* Who works in such a folder itself keeps what it names from there; what is named as a whole is as temporary as ever. */
static bool is_kept(const struct sw_effects *e, const char *from, const char *whole)
{
    static const char *const all[] = {"/tmp", "/var/tmp", "/dev/shm"};
    bool is_temporary = !strcmp(e->folder, e->temporary);
    if (!*e->folder)
        return false; /* it is elsewhere */
    for (int i = 0; i < 3; i++)
        is_temporary |= !strcmp(e->folder, all[i]);
    return is_temporary ? !strcmp(from, e->folder) : sw_is_below(whole, e->folder);
}

/* Judged by its name alone. A link in such a folder that leads out of it is rare; a name with ".." is not trusted. */
bool sw_is_temporary(const struct sw_effects *e, int folder, const char *path)
{
    char whole[2 * SW_EFFECT_NAME] = "", from[SW_EFFECT_NAME] = "";
    size_t n = 0, length = strnlen(path, SW_EFFECT_NAME);
    if (*path != '/') {
        if (folder == AT_FDCWD) {
            if (sw_raw4(SYS_getcwd, (long)from, SW_EFFECT_NAME, 0, 0) < 0)
                return false;
        } else {
            sw_fd_path(folder, from);
        }
        n = strlen(from);
        memcpy(whole, from, n);
        whole[n++] = '/';
    }
    memcpy(whole + n, path, length);
    whole[n + length] = '\0';
    return length < SW_EFFECT_NAME && !strstr(whole, "/..") && !is_kept(e, from, whole) &&
           sw_effects_is_temporary(e, whole);
}

/* --- Files that were seen: 48 bits by which a file is known, 12 of the run, 4 of what was done --- */

enum { PROBES = 64 };

static uint64_t key_of(const struct stat *file)
{
    uint64_t x = (uint64_t)file->st_ino * 0x9e3779b97f4a7c15 ^ (uint64_t)file->st_dev << 17;
    x = (x ^ x >> 31) * 0xbf58476d1ce4e5b9;
    return (x ^ x >> 29) >> 16 | 1;
}

/* Where it is, or may be put; NULL: there is no room. */
static uint64_t *place_of(const struct sw_effects *e, uint64_t key)
{
    for (uint64_t i = 0; i < PROBES; i++) {
        const uint64_t *at = &e->files[(key + i) % SW_EFFECTS_FILES];
        uint64_t is = __atomic_load_n(at, __ATOMIC_RELAXED);
        if (!is || is >> 16 == key)
            return (uint64_t *)at;
    }
    return NULL;
}

enum sw_seen sw_seen(const struct sw_effects *e, const struct stat *file, uint32_t *run)
{
    const uint64_t *at = place_of(e, key_of(file));
    uint64_t is = at ? __atomic_load_n(at, __ATOMIC_RELAXED) : 1 << 4 | SW_SEEN_READ;
    *run = is >> 4 & 0xfff;
    return (enum sw_seen)(is & 0xf);
}

/* If another file takes the place meanwhile, it looks for one again. */
void sw_see(struct sw_effects *e, const struct stat *file, enum sw_seen seen)
{
    uint64_t key = key_of(file), *at, is;
    uint64_t now = key << 16 | (uint64_t)(e->run & 0xfff) << 4 | seen;
    do {
        at = place_of(e, key);
        is = at ? __atomic_load_n(at, __ATOMIC_RELAXED) : 0;
    } while (at && ((is && is >> 16 != key) ||
                    !__atomic_compare_exchange_n(at, &is, now, false, __ATOMIC_RELAXED,
                                                 __ATOMIC_RELAXED)));
}
