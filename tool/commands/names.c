/* The names of profiles and pages where the user has given none, or a pattern; and which profile is meant where none is named. */
#include "tool/commands/names.h"
#include "base/order.h"
#include "base/text.h"
#include "console/message.h"
#include "profile/file.h"
#include "profile/output.h"
#include "tool/commands/outputs.h"
#include "tool/common/program.h"

#include <dirent.h>
#include <sys/utsname.h>

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
    if (!text)
        return sw_error(
            "-o '%s': '%%%c' is not one of %%r (rank), %%h (host), %%p (process) and %%%%",
            n->pattern, what ? what : ' ');
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
    if (sw_output_is_open(path))
        return true;
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
    return sw_error("-o '%.100s...': the name is too long", n->pattern);
}

/* Into `path` of PATH_MAX bytes. False after a message. */
static bool sw_profile_name(const char *pattern, const struct sw_launch *launch, char *path)
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

/* --- by the program's --- */
enum { MOST_NAMES = 100, ROOM = 64 /* for a rank, an extension and the like */ };

void sw_name_after(const char *program, const char *end, char *name)
{
    const char *slash = strrchr(program, '/'), *base = slash ? slash + 1 : program;
    snprintf(name, PATH_MAX, "%.*s%s", NAME_MAX - ROOM, *base ? base : "program", end);
}

/* "fib-2.prof" as a pattern: a percent sign is itself. */
static void pattern_after(const char *program, unsigned number, const char *extension,
                          char *pattern)
{
    char name[PATH_MAX], end[ROOM] = "";
    size_t n = 0;
    if (number > 1)
        snprintf(end, sizeof end, "-%u", number);
    sw_name_after(program, "", name);
    for (const char *p = name; *p; p++) {
        pattern[n++] = *p;
        if (*p == '%')
            pattern[n++] = '%';
    }
    snprintf(pattern + n, PATH_MAX - n, "%s.%s", end, extension);
}

static bool find_real(const char *program, char *path)
{
    char found[PATH_MAX];
    return sw_program_find(program, found) && realpath(found, path);
}

/* Names of programs are relative to where their profiles are, which is here. */
static bool is_same_program(const char *a, const char *b)
{
    char real_a[PATH_MAX], real_b[PATH_MAX];
    return !strcmp(a, b) ||
           (find_real(a, real_a) && find_real(b, real_b) && !strcmp(real_a, real_b));
}

/* Nothing is there yet, or where a link of ours points to. */
static bool is_new(const char *path, enum sw_output_kind kind)
{
    struct stat s;
    char why[4500];
    return stat(path, &s) < 0 && errno == ENOENT && !sw_output_check(path, kind, why, sizeof why);
}

/* Whether it may be replaced by one of this program and command. Else says what it is. */
static bool is_own(const struct sw_profile *there, const struct sw_names *n)
{
    bool is_sampled = sw_profile_is_effort(there), is_why = there->circumstances.answers_for;
    if (!is_same_program(there->program, n->program))
        sw_error("keeping '%s', a profile of '%s'", n->profile, there->program);
    else if (is_sampled != n->is_sampled && !is_why)
        sw_error("keeping '%s', a profile by 'spanwise %s'", n->profile,
                 is_sampled ? "sample" : "run");
    else
        return true;
    return false;
}

/* Whether what is there is an older profile of this program, or nothing. Else says what it is. */
static bool is_free(const struct sw_names *n)
{
    char why[4500];
    if (is_new(n->profile, SW_OUTPUT_PROFILE))
        return true;
    SW_LOCAL_PROFILE(there);
    snprintf(why, sizeof why, "'%s' is not a regular file", n->profile);
    bool is_profile = !is_special(n->profile) &&
                      !sw_output_check(n->profile, SW_OUTPUT_PROFILE, why, sizeof why) &&
                      sw_profile_read(&there, n->profile, why, sizeof why) == 0;
    if (!is_profile)
        sw_error("%s, and stays", why);
    return is_profile && is_own(&there, n);
}

bool sw_name_is_free_for_page(const char *path)
{
    char why[4500];
    if (is_new(path, SW_OUTPUT_PAGE) ||
        (!is_special(path) && !sw_output_check(path, SW_OUTPUT_PAGE, why, sizeof why)))
        return true;
    return sw_error("keeping '%s', which spanwise did not write", path);
}

/* The number of the first name that is free, from that one on; 0 after a message. */
static unsigned choose(struct sw_names *n, unsigned number, bool is_page)
{
    char of_page[PATH_MAX], *pattern = is_page ? of_page : n->pattern;
    char *path = is_page ? n->page : n->profile;
    for (; number < MOST_NAMES; number++) {
        pattern_after(n->program, number, is_page ? "html" : "prof", pattern);
        if (!sw_profile_name(pattern, n->launch, path))
            return 0;
        if (is_page ? sw_name_is_free_for_page(path) : is_free(n))
            return number;
    }
    sw_error("no name for the %s is left: %s chooses one", is_page ? "page" : "profile",
             is_page ? "--html=FILE" : "-o FILE");
    return 0;
}

bool sw_names_make(struct sw_names *n)
{
    unsigned number = 1;
    *n->page = 0;
    if (n->asked) {
        snprintf(n->pattern, sizeof n->pattern, "%s", n->asked);
        if (!sw_profile_name(n->asked, n->launch, n->profile) ||
            !sw_print_may(n->profile, SW_OUTPUT_PROFILE))
            return false;
    } else if (!(number = choose(n, 1, false))) {
        return false;
    }
    if (!n->html)
        return true;
    if (*n->html ? !sw_profile_name(n->html, n->launch, n->page) ||
                       !sw_print_may(n->page, SW_OUTPUT_PAGE)
                 : !choose(n, number, true))
        return false;
    return sw_print_apart(n->page, n->profile);
}

static bool is_profile(const char *name, struct stat *s)
{
    return sw_ends_in(name, ".prof") && stat(name, s) == 0 && S_ISREG(s->st_mode) &&
           sw_output_kind_at(name) == SW_OUTPUT_PROFILE;
}

static bool is_newer(const struct stat *a, const struct stat *b)
{
    return SW_BY(SW_RISING(a->st_mtim.tv_sec, b->st_mtim.tv_sec),
                 SW_RISING(a->st_mtim.tv_nsec, b->st_mtim.tv_nsec)) > 0;
}

const char *sw_newest_profile(void)
{
    static char newest[NAME_MAX + 1];
    struct stat s, of_newest = {0};
    DIR *here = opendir(".");
    struct dirent *entry;
    while (here && (entry = readdir(here)))
        if (is_profile(entry->d_name, &s) && (!*newest || is_newer(&s, &of_newest))) {
            snprintf(newest, sizeof newest, "%s", entry->d_name);
            of_newest = s;
        }
    if (!here)
        sw_error("cannot read the current directory: %s", strerror(errno));
    else if (!*newest)
        sw_error("no profile in this directory: name one, or make one with 'spanwise run PROGRAM'");
    else
        sw_error("reading '%s', the newest profile here", newest);
    if (here)
        closedir(here);
    return *newest ? newest : NULL;
}
