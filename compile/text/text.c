/* Lists of words, growing strings, numbers for names. */
#include "compile/text/text.h"
#include "console/message.h"

void *sw_need(void *memory)
{
    if (!memory) {
        sw_error("out of memory");
        exit(1);
    }
    return memory;
}

bool sw_among(const char *text, size_t size, const char *words)
{
    while (*words) {
        size_t n = 0;
        while (n < size && words[n] == text[n] && words[n] && words[n] != ' ')
            n++;
        if (n == size && (words[n] == ' ' || !words[n]))
            return true;
        for (words += n; *words && *words != ' ';)
            words++;
        words += *words == ' ';
    }
    return false;
}

bool sw_begins_among(const char *text, size_t size, const char *beginnings)
{
    for (size_t n; *beginnings; beginnings += n + (beginnings[n] == ' ')) {
        n = strcspn(beginnings, " ");
        if (n <= size && !memcmp(text, beginnings, n))
            return true;
    }
    return false;
}

/* --- Growing strings --- */

void sw_buffer_release(struct sw_buffer *buffer)
{
    free(buffer->text);
    *buffer = (struct sw_buffer){0};
}

static void grow(struct sw_buffer *buffer, size_t more)
{
    size_t need = buffer->size + more + 1;
    if (need <= buffer->capacity)
        return;
    buffer->capacity = need + need / 2 + 256;
    buffer->text = sw_need(realloc(buffer->text, buffer->capacity));
}

void sw_buffer_add(struct sw_buffer *buffer, const char *text, size_t size)
{
    grow(buffer, size);
    memcpy(buffer->text + buffer->size, text, size);
    buffer->size += size;
    buffer->text[buffer->size] = 0;
}

void sw_buffer_print(struct sw_buffer *buffer, const char *format, ...)
{
    va_list args;
    grow(buffer, 0);
    size_t room = buffer->capacity - buffer->size;
    va_start(args, format);
    size_t size = (size_t)vsnprintf(buffer->text + buffer->size, room, format, args);
    va_end(args);
    if (size >= room) {
        grow(buffer, size);
        va_start(args, format);
        vsnprintf(buffer->text + buffer->size, size + 1, format, args);
        va_end(args);
    }
    buffer->size += size;
}

int sw_buffer_read(struct sw_buffer *buffer, int fd)
{
    for (;;) {
        grow(buffer, 1 << 16);
        ssize_t n = read(fd, buffer->text + buffer->size, buffer->capacity - buffer->size - 1);
        if (n < 0 && errno != EINTR)
            return -errno;
        buffer->size += n > 0 ? (size_t)n : 0;
        buffer->text[buffer->size] = 0;
        if (!n)
            return 0;
    }
}

/* --- Names by number --- */

void sw_names_release(struct sw_names *names)
{
    free(names->name);
    free(names->slot);
    *names = (struct sw_names){0};
}

/* FNV-1a. */
static uint32_t hash(const char *text, uint32_t size)
{
    uint32_t h = 2166136261u;
    for (uint32_t i = 0; i < size; i++)
        h = (h ^ (unsigned char)text[i]) * 16777619u;
    return h;
}

static bool is(const struct sw_name *a, const struct sw_name *b)
{
    return a->hash == b->hash && a->size == b->size && !memcmp(a->text, b->text, a->size);
}

/* The slot that has the name, or the free one that it would get. */
static uint32_t *find(const struct sw_names *names, const struct sw_name *name)
{
    uint32_t last = names->capacity * 2 - 1, i = name->hash & last;
    while (names->slot[i] && !is(&names->name[names->slot[i] - 1], name))
        i = (i + 1) & last;
    return &names->slot[i];
}

uint32_t sw_names_number(struct sw_names *names, const char *text, uint32_t size)
{
    struct sw_name name = {text, size, hash(text, size)};
    if (names->count == names->capacity) {
        SW_MORE(names->name, names->count, names->capacity);
        free(names->slot);
        names->slot = sw_need(calloc(names->capacity, 2 * sizeof *names->slot));
        for (uint32_t i = 0; i < names->count; i++)
            *find(names, &names->name[i]) = i + 1;
    }
    uint32_t *slot = find(names, &name);
    if (!*slot) {
        names->name[names->count++] = name;
        *slot = names->count;
    }
    return *slot - 1;
}
