#include "report/source_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST = 8 << 20 };

/* Neither a pipe that nobody writes to, nor a device. */
static int open_regular(const char *path, struct stat *status)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -errno;
    if (!fstat(fd, status) && S_ISREG(status->st_mode))
        return fd;
    close(fd);
    return -EINVAL;
}

static int try_below(struct sw_source_file *f, const char *directory, size_t length,
                     const char *name, struct stat *status)
{
    int n = snprintf(f->path, sizeof f->path, "%.*s%s", (int)length, directory, name);
    return n < 0 || (size_t)n >= sizeof f->path ? -ENAMETOOLONG : open_regular(f->path, status);
}

/* The descriptor, or -errno of the name as it is. */
static int find(struct sw_source_file *f, const char *name, const char *program,
                struct stat *status)
{
    const char *slash = strrchr(program, '/');
    size_t length = slash ? (size_t)(slash + 1 - program) : 0;
    int fd = try_below(f, "", 0, name, status), error = fd;
    for (const char *end = name; fd < 0 && end; end = strchr(end, '/')) {
        end += *end == '/';
        if (end != name)
            fd = try_below(f, "", 0, end, status);
        if (fd < 0 && length)
            fd = try_below(f, program, length, end, status);
    }
    return fd < 0 ? error : fd;
}

static int read_all(struct sw_source_file *f, int fd, size_t size)
{
    size_t at = 0;
    ssize_t n = 1;
    f->text = malloc(size + 1);
    if (!f->text)
        return -ENOMEM;
    while (at < size && (n = read(fd, f->text + at, size - at)) > 0)
        at += (size_t)n;
    f->text[at] = 0;
    if (n < 0)
        return -errno;
    return memchr(f->text, 0, at) ? -EILSEQ : 0;
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
        return "the file may not be read";
    case -EFBIG:
        return "the file is too large";
    case -EILSEQ:
        return "the file is not text";
    case -EINVAL:
        return "it is not a regular file";
    }
    return "the file could not be read";
}

int sw_source_file_read(struct sw_source_file *f, const char *name, const char *program)
{
    struct stat status;
    *f = (struct sw_source_file){0};
    int fd = find(f, name, program, &status), error = fd < 0 ? fd : 0;
    if (!error && status.st_size > LARGEST)
        error = -EFBIG;
    if (!error)
        error = read_all(f, fd, (size_t)status.st_size);
    if (!error)
        error = divide(f);
    if (fd >= 0)
        close(fd);
    if (error) {
        sw_source_file_release(f);
        f->why = explain(error);
        return error;
    }
    f->changed = status.st_mtime;
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
