/* Reads a file as a whole, looking at its first bytes before there are more, and at no more than fits. */
#include "profile/input.h"
#include "base/libc.h"
#include "base/order.h"

enum { FIRST = 65536 };
#define MOST_OF_A_PIPE (UINT64_C(256) << 20)

struct input {
    int fd;
    const char *name;
    const struct sw_input_kind *kind;
    uint64_t length, most; /* length: 0 where it is not known */
    char *data;
    size_t size, room;
    size_t next; /* the size that is looked at next */
    char *why;
    size_t why_size;
};

static int fail(const struct input *in, int error)
{
    snprintf(in->why, in->why_size, "cannot read '%s': %s", in->name, strerror(-error));
    return error;
}

static int too_large(const struct input *in)
{
    snprintf(in->why, in->why_size, "'%s' is too large: more than %" PRIu64 " MB%s", in->name,
             in->most >> 20,
             in->most < in->kind->most && !in->length ? " from a pipe; save it in a file first"
                                                      : "");
    return -EFBIG;
}

/* What is made of a file takes some times its size. */
static uint64_t fits(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages / 4 * (uint64_t)size : UINT64_MAX;
}

static int start(struct input *in)
{
    struct stat status;
    if (fstat(in->fd, &status))
        return fail(in, -errno);
    bool is_regular = S_ISREG(status.st_mode);
    if (in->kind->from == SW_INPUT_REGULAR && !is_regular) {
        snprintf(in->why, in->why_size, "'%s' is not a regular file", in->name);
        return -EINVAL;
    }
    in->length = is_regular ? (uint64_t)status.st_size : 0;
    in->most = sw_least(in->kind->most, fits());
    if (!in->length) /* files of /proc have none either */
        in->most = sw_least(in->most, MOST_OF_A_PIPE);
    return 0;
}

static int grow(struct input *in)
{
    uint64_t room = in->room ? sw_least(2 * (uint64_t)in->room, in->most + 1) : FIRST;
    if (in->room && in->length >= room)
        room = in->length + 1; /* so that its end is seen */
    char *data = realloc(in->data, room + 1);
    if (!data)
        return fail(in, -ENOMEM);
    in->data = data;
    in->room = room;
    return 0;
}

static int examine(struct input *in, bool is_whole)
{
    if (!is_whole && in->size < in->next)
        return 0;
    in->next = 2 * in->size;
    int (*ask)(const char *, size_t, const char *, char *, size_t) = in->kind->examine;
    int error = ask ? ask(in->data, in->size, in->name, in->why, in->why_size) : 0;
    if (!error && (in->size > in->most || in->length > in->most))
        error = too_large(in);
    return error;
}

static int read_all(struct input *in)
{
    ssize_t n = 1;
    while (n) {
        int error = in->size == in->room ? grow(in) : 0;
        if (error)
            return error;
        n = read(in->fd, in->data + in->size, in->room - in->size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(in, -errno);
        in->size += (size_t)n;
        error = examine(in, !n || in->size > in->most);
        if (error)
            return error;
    }
    in->data[in->size] = 0;
    return 0;
}

int sw_input_take(int fd, const char *name, const struct sw_input_kind *kind, char **data,
                  size_t *size, char *why, size_t why_size)
{
    struct input in = {.fd = fd, .name = name, .kind = kind, .why = why, .why_size = why_size};
    int error = start(&in) ?: read_all(&in);
    if (error) {
        free(in.data);
        in.data = NULL;
        in.size = 0;
    }
    *data = in.data;
    *size = in.size;
    return error;
}

static int open_path(const char *path, enum sw_input_from from)
{
    bool is_regular = from == SW_INPUT_REGULAR;
    struct stat status;
    if (from == SW_INPUT_STANDARD && !strcmp(path, "-"))
        return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
    if (is_regular && stat(path, &status))
        return -1;
    if (is_regular && !S_ISREG(status.st_mode)) {
        errno = EINVAL;
        return -1;
    }
    return open(path, O_RDONLY | O_CLOEXEC | (is_regular ? O_NONBLOCK | O_NOCTTY : 0));
}

int sw_input_read(const char *path, const struct sw_input_kind *kind, char **data, size_t *size,
                  char *why, size_t why_size)
{
    int fd = open_path(path, kind->from), error = -errno;
    *data = NULL;
    *size = 0;
    if (fd < 0) {
        snprintf(why, why_size, "cannot open '%s': %s", path, strerror(-error));
        return error;
    }
    error = sw_input_take(fd, path, kind, data, size, why, why_size);
    close(fd);
    return error;
}

int sw_input_text(const char *head, size_t size, const char *name, char *why, size_t why_size)
{
    if (!memchr(head, 0, size))
        return 0;
    snprintf(why, why_size, "'%s' is not text", name);
    return -EILSEQ;
}

FILE *sw_input_open_text(const char *path, enum sw_input_from from)
{
    const struct sw_input_kind kind = {SW_INPUT_TEXT_MOST, from, sw_input_text};
    char *text;
    size_t size;
    if (sw_input_read(path, &kind, &text, &size, NULL, 0))
        return NULL;
    FILE *file = fmemopen(NULL, size + 1, "w+");
    if (file && (fwrite(text, 1, size, file) != size || fseek(file, 0, SEEK_SET))) {
        fclose(file);
        file = NULL;
    }
    free(text);
    return file;
}
