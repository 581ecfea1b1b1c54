/* How files are written: whole or not at all, in place of nothing but an older one of the same kind, which is told by how it begins. */
#include "profile/output.h"
#include "base/libc.h"
#include "profile/format.h"
#include "profile/whose.h"

#include <sys/random.h>

enum { HEAD = 4096, COLUMNS = 4 };
#define COUNT(list) (sizeof(list) / sizeof *(list))

static const struct {
    enum sw_output_kind kind;
    const char *begin;
    size_t size;
} beginnings[] = {
    {SW_OUTPUT_PROFILE, SW_FORMAT_MAGIC, SW_FORMAT_MAGIC_SIZE},
    {SW_OUTPUT_PROGRAM, "\177ELF", 4},
    {SW_OUTPUT_SCRIPT, "#!", 2},
    {SW_OUTPUT_PAGE, "<!doctype html>", 15},
    {SW_OUTPUT_MACHINE, "spanwise machine", 16},
    {SW_OUTPUT_GZIP, "\037\213", 2},
    {SW_OUTPUT_PNG, "\211PNG", 4},
};

/* The first keys of ours: other JSON, which may begin with a line break too, is somebody's settings. */
static const char *const keys[] = {"program\": \"", "passed\": ", "before\": {",
                                   "$schema\": \"https://www.speedscope.app/",
                                   "displayTimeUnit\": \"ms\",\n  \"otherData\""};

/* Of reports; a table and call paths have no such words. */
static const char *const texts[] = {
    "Spanwise ",          "Call paths of ", "'",      "no difference",
    "# processors",       "# workers",      "<?xml ", "ok ",
    "# callgrind format", "FAILED ",        "::"};

static bool begins(const char *line, const char *with)
{
    return !strncmp(line, with, strlen(with));
}

static bool is_json(const char *head)
{
    static const char open[] = "{\n  \"";
    return begins(head, open) && sw_begins_with_any(head + sizeof open - 1, keys, COUNT(keys));
}

/* "tag,work (seconds),span (seconds),parallelism" */
static bool is_table(const char *line)
{
    int columns = 1;
    for (const char *p = line; *p; p++)
        columns += *p == ',';
    return columns >= COLUMNS && !strpbrk(line, ";{}");
}

/* "main;fib 128970" */
static bool is_path(const char *line)
{
    const char *blank = strrchr(line, ' ');
    return blank && isdigit((unsigned char)blank[1]) &&
           strspn(blank + 1, "0123456789") == strlen(blank + 1);
}

static bool is_text(char *head, size_t size)
{
    const char *line = head;
    if (memchr(head, 0, size))
        return false;
    /* Below the verdict, which begins with the program's name. */
    if (strstr(head, "Spanwise profile of ") || strstr(head, "Spanwise samples of "))
        return true;
    head[strcspn(head, "\n")] = 0;
    if (begins(line, "\033[")) /* it has colours */
        line += strcspn(line, "m") + (strchr(line, 'm') != NULL);
    return sw_begins_with_any(line, texts, COUNT(texts)) || is_table(line) || is_path(line);
}

/* Of a file that is open for reading. */
static enum sw_output_kind output_kind_of(int fd)
{
    char head[HEAD + 1];
    ssize_t n = pread(fd, head, HEAD, 0);
    size_t size = n < 0 ? 0 : (size_t)n;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (size >= beginnings[i].size && !memcmp(head, beginnings[i].begin, beginnings[i].size))
            return beginnings[i].kind;
    head[size] = 0;
    if (n == 0)
        return SW_OUTPUT_EMPTY;
    if (is_json(head))
        return SW_OUTPUT_JSON;
    return n > 0 && is_text(head, size) ? SW_OUTPUT_TEXT : SW_OUTPUT_OTHER;
}

enum sw_output_kind sw_output_kind_at(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    enum sw_output_kind kind = fd < 0 ? SW_OUTPUT_OTHER : output_kind_of(fd);
    if (fd >= 0)
        close(fd);
    return kind;
}

enum { ATTEMPTS = 100, MOST_LINKS = 40 /* as the kernel's */ };

const char *sw_output_reason(int error)
{
    return error == EFBIG    ? "File too large ('ulimit -f' is the limit; raise it)"
           : error == EMFILE ? "Too many open files ('ulimit -n' is the limit; raise it)"
                             : strerror(error);
}

static int explain(const char *path, int error, char *why, size_t why_size)
{
    snprintf(why, why_size, "cannot write '%s': %s", path, sw_output_reason(error));
    return -error;
}

static void release(struct sw_output *output)
{
    free(output->path);
    free(output->temporary);
    *output = (struct sw_output){0};
}

/* --- what is open --- */

/* The descriptor that a name stands for; -1: none. */
static int open_descriptor(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (!strcmp(path, "-") || !strcmp(path, "/dev/stdout"))
        return STDOUT_FILENO;
    if (!strcmp(path, "/dev/stderr"))
        return STDERR_FILENO;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *number = path + strlen(folders[i]);
        char *end;
        if (strncmp(path, folders[i], strlen(folders[i])) || *number < '0' || *number > '9')
            continue;
        unsigned long fd = strtoul(number, &end, 10);
        if (!*end && fd < INT_MAX)
            return (int)fd;
    }
    return -1;
}

bool sw_output_is_open(const char *path)
{
    return open_descriptor(path) >= 0;
}

/* --- what may be replaced --- */

static const char *const names[] = {
    [SW_OUTPUT_OTHER] = "not a file written by spanwise",
    [SW_OUTPUT_PROGRAM] = "a program",
    [SW_OUTPUT_SCRIPT] = "a script",
    [SW_OUTPUT_EMPTY] = "empty",
    [SW_OUTPUT_PROFILE] = "a profile",
    [SW_OUTPUT_PAGE] = "a page",
    [SW_OUTPUT_JSON] = "JSON",
    [SW_OUTPUT_MACHINE] = "a machine file",
    [SW_OUTPUT_GZIP] = "a compressed file",
    [SW_OUTPUT_PNG] = "a picture",
    [SW_OUTPUT_TEXT] = "text",
};

static bool suits(enum sw_output_kind there, enum sw_output_kind kind)
{
    return there == SW_OUTPUT_EMPTY ||
           (there > SW_OUTPUT_EMPTY && (there == kind || kind == SW_OUTPUT_EMPTY));
}

static int refuse(const char *path, enum sw_output_kind there, enum sw_output_kind kind, char *why,
                  size_t why_size)
{
    bool is_foreign = there < SW_OUTPUT_EMPTY;
    snprintf(why, why_size,
             "'%s' is %s%s%s, and is not overwritten; choose another name, or remove it", path,
             names[there], is_foreign ? "" : ", not ", is_foreign ? "" : names[kind]);
    return -EEXIST;
}

/* In a directory that all may write to, another user's link would choose which of our files is replaced. */
static bool is_others_link(const char *path)
{
    struct stat s;
    return lstat(path, &s) == 0 && S_ISLNK(s.st_mode) && s.st_uid != geteuid() && s.st_uid != 0;
}

/* With the slash behind it; NULL: no memory. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
}

static bool stat_folder(const char *path, struct stat *s)
{
    SW_FREED char *folder = folder_of(path);
    return folder && stat(folder, s) == 0;
}

/* In a folder with the sticky bit (/tmp), only the owner of a file or of the folder may replace it. */
static bool is_kept_by_folder(const char *path)
{
    struct stat s, folder;
    return lstat(path, &s) == 0 && S_ISREG(s.st_mode) && stat_folder(path, &folder) &&
           folder.st_mode & S_ISVTX && geteuid() && s.st_uid != geteuid() &&
           folder.st_uid != geteuid();
}

static bool is_terminal(const char *path)
{
    int descriptor = open_descriptor(path);
    if (descriptor >= 0)
        return isatty(descriptor);
    struct stat s;
    if (stat(path, &s) < 0 || !S_ISCHR(s.st_mode))
        return false;
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    bool is = fd >= 0 && isatty(fd);
    if (fd >= 0)
        close(fd);
    return is;
}

int sw_output_check(const char *path, enum sw_output_kind kind, char *why, size_t why_size)
{
    struct stat s;
    bool is_to_read = kind == SW_OUTPUT_TEXT || kind == SW_OUTPUT_JSON || kind == SW_OUTPUT_MACHINE;
    if (kind > SW_OUTPUT_EMPTY && !is_to_read && is_terminal(path)) {
        snprintf(why, why_size, "%s is not written to a terminal; -o FILE writes it to a file",
                 names[kind]);
        return -ENOTTY;
    }
    if (sw_output_is_open(path))
        return 0;
    if (is_others_link(path)) {
        snprintf(why, why_size, "'%s' is another user's symbolic link, and is not followed", path);
        return -EEXIST;
    }
    if (stat(path, &s) < 0 || !S_ISREG(s.st_mode))
        return 0;
    if (is_kept_by_folder(path)) {
        snprintf(why, why_size, "'%s' belongs to another user and cannot be replaced there", path);
        return -EEXIST;
    }
    enum sw_output_kind there = sw_output_kind_at(path);
    return suits(there, kind) ? 0 : refuse(path, there, kind, why, why_size);
}

/* --- where it goes --- */

/* What a link names, if not from the root, is relative to where the link is. */
static char *follow_once(const char *link)
{
    char target[PATH_MAX], *name;
    ssize_t n = readlink(link, target, sizeof target);
    const char *slash = strrchr(link, '/');
    if (n < 0)
        return NULL;
    int length = slash && *target != '/' ? (int)(slash - link) + 1 : 0;
    if (asprintf(&name, "%.*s%.*s", length, link, (int)n, target) < 0)
        name = NULL;
    return name;
}

/* The name to write at, which is of no link: there may be no file yet where links point to. NULL: see errno. */
static char *follow(const char *path)
{
    struct stat s;
    char *name = strdup(path);
    for (int links = 0; name && lstat(name, &s) == 0 && S_ISLNK(s.st_mode); links++) {
        char *next = links < MOST_LINKS ? follow_once(name) : NULL;
        if (links == MOST_LINKS)
            errno = ELOOP;
        free(name);
        name = next;
    }
    return name;
}

static uint64_t number(void)
{
    uint64_t n;
    if (getrandom(&n, sizeof n, 0) != sizeof n)
        n = (uint64_t)(uintptr_t)&n ^ (uint64_t)getpid() << 32; /* O_EXCL is what makes it safe */
    return n;
}

/* "DIRECTORY/.spanwise-0123456789abcdef.tmp". */
static char *temporary_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name;
    int length = slash ? (int)(slash - path) + 1 : 0;
    if (asprintf(&name, "%.*s.spanwise-%016" PRIx64 ".tmp", length, path, number()) >= 0)
        return name;
    errno = ENOMEM;
    return NULL;
}

/* A file that nobody sees, and that is gone if we are; where the file system has such, and /proc to name it by. */
static int open_unnamed(const char *path)
{
    char link[64];
    SW_FREED char *folder = folder_of(path);
    int fd = folder ? open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666) : -1;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (fd < 0 || access(link, F_OK) == 0)
        return fd;
    close(fd);
    return -1;
}

/* Not mkstemp(): the mode must be what the umask leaves of 0666. */
static int open_temporary(struct sw_output *output)
{
    int fd = open_unnamed(output->path);
    for (unsigned attempt = 0; fd < 0 && attempt < ATTEMPTS; attempt++) {
        free(output->temporary);
        output->temporary = temporary_name(output->path);
        if (!output->temporary)
            return -1;
        fd = open(output->temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

static int open_file(struct sw_output *output, int fd, const char *path, char *why, size_t why_size)
{
    output->file = fd < 0 ? NULL : fdopen(fd, "w");
    if (output->file)
        return 0;
    int error = errno;
    if (fd >= 0)
        close(fd);
    if (fd >= 0 && output->temporary)
        unlink(output->temporary);
    release(output);
    return explain(path, error, why, why_size);
}

int sw_output_open(struct sw_output *output, const char *path, char *why, size_t why_size)
{
    struct stat status;
    *output = (struct sw_output){0};
    bool exists = stat(path, &status) == 0, is_file = exists && S_ISREG(status.st_mode);
    int descriptor = open_descriptor(path), fd;
    output->is_direct = descriptor >= 0 || (exists && !is_file);
    output->path = output->is_direct ? strdup(path) : follow(path);
    if (!output->path)
        return explain(path, errno, why, why_size);
    enum sw_output_kind there =
        is_file && !output->is_direct ? sw_output_kind_at(path) : SW_OUTPUT_EMPTY;
    /* The rest is known when it is closed. */
    int error = there < SW_OUTPUT_EMPTY ? refuse(path, there, there, why, why_size)
                                        : sw_output_check(path, there, why, why_size);
    if (error) {
        release(output);
        return error;
    }
    if (descriptor >= 0)
        fd = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    else
        fd = output->is_direct ? open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
                               : open_temporary(output);
    return open_file(output, fd, path, why, why_size);
}

int sw_output_try(const char *path, enum sw_output_kind kind, char *why, size_t why_size)
{
    struct sw_output output;
    struct stat s;
    int error = sw_output_check(path, kind, why, why_size);
    if (error || sw_output_is_open(path) ||
        (stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode)))
        return error; /* to open a pipe or a device is to begin writing */
    error = sw_output_open(&output, path, why, why_size);
    if (!error)
        sw_output_discard(&output);
    return error;
}

static bool is_same_place(const char *name, const char *other)
{
    struct stat a, b;
    return stat_folder(name, &a) && stat_folder(other, &b) && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino && !strcmp(basename(name), basename(other));
}

bool sw_output_is_same(const char *path, const char *other)
{
    struct stat s;
    if (sw_output_is_open(path) || sw_output_is_open(other) ||
        (stat(path, &s) == 0 && !S_ISREG(s.st_mode)))
        return false;
    SW_FREED char *a = follow(path), *b = follow(other);
    return a && b && is_same_place(a, b);
}

int sw_output_open_new(struct sw_output *output, const char *directory, char *why, size_t why_size)
{
    int fd;
    *output = (struct sw_output){.is_direct = true};
    if (asprintf(&output->path, "%s/spanwise-XXXXXX.prof", directory) < 0) {
        output->path = NULL;
        return explain(directory, ENOMEM, why, why_size);
    }
    /* Never something that exists, nor through a link: O_EXCL, with a random name. */
    fd = mkostemps(output->path, sizeof ".prof" - 1, O_CLOEXEC);
    if (fd >= 0 && !(output->temporary = strdup(output->path))) {
        unlink(output->path);
        errno = ENOMEM;
    }
    return open_file(output, fd, directory, why, why_size);
}

/* --- its end --- */

/* Gives what has no name one that nobody else has, to be renamed. */
static int give_name(struct sw_output *output)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fileno(output->file));
    for (unsigned attempt = 0; attempt < ATTEMPTS; attempt++) {
        char *name = temporary_name(output->path);
        if (!name)
            return errno;
        if (linkat(AT_FDCWD, link, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0) {
            output->temporary = name;
            return 0;
        }
        free(name);
        if (errno != EEXIST)
            break;
    }
    return errno;
}

static int flush(struct sw_output *output)
{
    int error = output->error;
    if (fflush(output->file) && !error)
        error = errno;
    if (ferror(output->file) && !error)
        error = EIO; /* stdio keeps no errno of an earlier write */
    return error;
}

/* What we write is ours, even if it does not look so. */
static enum sw_output_kind kind_to_write(const struct sw_output *output)
{
    enum sw_output_kind kind = output_kind_of(fileno(output->file));
    return kind == SW_OUTPUT_OTHER ? SW_OUTPUT_TEXT : kind;
}

int sw_output_close(struct sw_output *output, char *why, size_t why_size)
{
    int error = flush(output), refused = 0;
    if (!error && !output->is_direct)
        refused = sw_output_check(output->path, kind_to_write(output), why, why_size);
    if (!error && !refused && !output->is_direct && !output->temporary)
        error = give_name(output);
    if (fclose(output->file) && !error)
        error = errno;
    if (!error && !refused && !output->is_direct && rename(output->temporary, output->path))
        error = errno;
    if ((error || refused) && output->temporary)
        unlink(output->temporary);
    int result = error ? explain(output->path, error, why, why_size) : refused;
    release(output);
    return result;
}

void sw_output_discard(struct sw_output *output)
{
    fclose(output->file);
    if (output->temporary)
        unlink(output->temporary);
    release(output);
}
