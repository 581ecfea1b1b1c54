#include "tool/profile_name.h"
#include "tool/command.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

struct name {
    const char *pattern;
    char rank[16], host[sizeof((struct utsname *)0)->nodename], process[16];
    char *path;
    size_t at;
    bool is_own; /* %r or %p: no other rank has that name */
};

static void append(struct name *n, const char *text, size_t length)
{
    if (n->at + length < PATH_MAX) {
        memcpy(n->path + n->at, text, length);
        n->path[n->at + length] = 0;
    }
    n->at += length;
}

/* What follows a percent sign. */
static bool expand(struct name *n, char what)
{
    const char *text = what == 'r'   ? n->rank
                       : what == 'h' ? n->host
                       : what == 'p' ? n->process
                       : what == '%' ? "%"
                                     : NULL;
    n->is_own |= what == 'r' || what == 'p';
    if (!text) {
        sw_error("-o '%s': '%%%c' is none of %%r (rank), %%h (host), %%p (process) and %%%%",
                 n->pattern, what ? what : ' ');
        return false;
    }
    append(n, text, strlen(text));
    return true;
}

static bool expand_all(struct name *n)
{
    for (const char *p = n->pattern; *p; p++) {
        if (*p != '%')
            append(n, p, 1);
        else if (!expand(n, *++p))
            return false;
    }
    return true;
}

/* Before the last dot of the file's name, if that has one, not at its start. */
static void insert_rank(struct name *n)
{
    char tail[PATH_MAX] = "";
    char *slash = strrchr(n->path, '/'), *base = slash ? slash + 1 : n->path;
    char *dot = strrchr(base, '.');
    if (dot && dot > base) {
        strcpy(tail, dot);
        n->at = (size_t)(dot - n->path);
    }
    append(n, ".", 1);
    append(n, n->rank, strlen(n->rank));
    append(n, tail, strlen(tail));
}

static bool is_special(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode);
}

static bool make(struct name *n, bool ranked)
{
    *n->path = 0;
    if (!expand_all(n))
        return false;
    if (n->at < PATH_MAX && ranked && !n->is_own && !is_special(n->path))
        insert_rank(n);
    if (n->at < PATH_MAX)
        return true;
    sw_error("-o '%.100s...': the name is too long", n->pattern);
    return false;
}

bool sw_profile_name(const char *pattern, const struct sw_launch *launch, char *path)
{
    struct name n = {.pattern = pattern, .path = path};
    struct utsname u;
    snprintf(n.rank, sizeof n.rank, "%" PRIu32, launch->rank);
    snprintf(n.host, sizeof n.host, "%s", uname(&u) < 0 ? "" : u.nodename);
    snprintf(n.process, sizeof n.process, "%d", (int)getpid());
    return make(&n, launch->launcher);
}

bool sw_profile_glob(const char *pattern, const struct sw_launch *launch, char *path)
{
    struct name n = {.pattern = pattern, .rank = "*", .host = "*", .process = "*", .path = path};
    return make(&n, launch->launcher);
}
