#include "report/html/source_file.h"
#include "profile/input.h"

enum { LARGEST = 8 << 20 };

struct search {
    struct sw_source_file *f;
    char *root; /* what lies below it may be read, without links; NULL: all */
    struct stat status;
};

/* In languages that compilers make programs of. */
static bool is_source_name(const char *path)
{
    static const char suffixes[] =
        " c h i cc hh cp cpp hpp cxx hxx c++ h++ inc inl ipp tcc tpp txx cu cuh cilk m mm s asm y "
        "l f for ftn f77 f90 f95 f03 f08 f18 rs go d zig nim ada adb ads pas swift ml hs cr v ";
    const char *name = strrchr(path, '/'), *dot = strrchr(name ? name : path, '.');
    char word[16];
    int n = dot ? snprintf(word, sizeof word, " %s ", dot + 1) : -1;
    return n > 2 && (size_t)n < sizeof word && !strchr(dot + 1, ' ') && strcasestr(suffixes, word);
}

/* By what was opened, whatever the name was. */
static bool may_read(const struct search *s, int fd)
{
    char link[32], path[PATH_MAX];
    size_t length = s->root ? strlen(s->root) : 0;
    if (!s->root)
        return true;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n <= 0)
        return false;
    path[n] = 0;
    while (length && s->root[length - 1] == '/')
        length--;
    return !strncmp(path, s->root, length) && path[length] == '/' && !strstr(path + length, "/.") &&
           is_source_name(path);
}

/* Neither a pipe that nobody writes to, nor a device, which opening may do something to. */
static int open_regular(struct search *s, const char *path)
{
    if (stat(path, &s->status))
        return -errno;
    if (!S_ISREG(s->status.st_mode))
        return -EINVAL;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -errno;
    int error = fstat(fd, &s->status) || !S_ISREG(s->status.st_mode) ? -EINVAL
                : may_read(s, fd)                                    ? 0
                                                                     : -EXDEV;
    if (error)
        close(fd);
    return error ? error : fd;
}

static int try_below(struct search *s, const char *directory, size_t length, const char *name)
{
    char *path = s->f->path;
    int n = snprintf(path, sizeof s->f->path, "%.*s%s", (int)length, directory, name);
    return n < 0 || (size_t)n >= sizeof s->f->path ? -ENAMETOOLONG : open_regular(s, path);
}

/* The descriptor, or -errno of the name as it is. */
static int find(struct search *s, const char *name, const char *program)
{
    const char *slash = strrchr(program, '/');
    size_t length = slash ? (size_t)(slash + 1 - program) : 0;
    int fd = try_below(s, "", 0, name), error = fd;
    for (const char *end = name; fd < 0 && end; end = strchr(end, '/')) {
        end += *end == '/';
        if (end != name)
            fd = try_below(s, "", 0, end);
        if (fd < 0 && length)
            fd = try_below(s, program, length, end);
    }
    return fd < 0 ? error : fd;
}

static int divide(struct sw_source_file *f)
{
    size_t n = 1;
    for (const char *p = f->text; (p = strchr(p, '\n')); p++)
        n++;
    f->lines = calloc(n + 1, sizeof *f->lines);
    if (!f->lines)
        return -ENOMEM;
    for (char *p = f->text, *end; *p; p = end) {
        f->lines[f->n_lines++] = p;
        end = strchrnul(p, '\n');
        if (end > p && end[-1] == '\r')
            end[-1] = 0;
        if (*end)
            *end++ = 0;
    }
    return 0;
}

static const char *explain(int error)
{
    switch (error) {
    case -ENOENT:
    case -ENOTDIR:
        return "the file was not found";
    case -EACCES:
        return "no permission to read the file";
    case -EFBIG:
        return "the file is too large";
    case -EILSEQ:
        return "the file is not text";
    case -EINVAL:
        return "it is not a regular file";
    case -EXDEV:
        return "it is not a source file below the current directory: --sources=yes, or =DIR, shows "
               "it";
    }
    return "the file could not be read";
}

int sw_source_file_read(struct sw_source_file *f, const char *name, const char *program,
                        const char *below)
{
    struct search s = {.f = f, .root = below ? realpath(below, NULL) : NULL};
    static const struct sw_input_kind kind = {LARGEST, SW_INPUT_REGULAR, sw_input_text};
    size_t size;
    *f = (struct sw_source_file){0};
    int fd = below && !s.root ? -EXDEV : find(&s, name, program), error = fd < 0 ? fd : 0;
    free(s.root);
    if (!error)
        error = sw_input_take(fd, name, &kind, &f->text, &size, NULL, 0);
    if (!error)
        error = divide(f);
    if (fd >= 0)
        close(fd);
    if (error) {
        sw_source_file_release(f);
        f->why = explain(error);
        return error;
    }
    f->changed = s.status.st_mtime;
    return 0;
}

void sw_source_file_release(struct sw_source_file *f)
{
    free(f->text);
    free(f->lines);
    f->text = NULL;
    f->lines = NULL;
    f->n_lines = 0;
}
