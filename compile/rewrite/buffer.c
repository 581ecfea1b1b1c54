/* A growing string. */
#include "compile/rewrite/buffer.h"

void sw_buffer_init(struct sw_buffer *buffer)
{
    memset(buffer, 0, sizeof *buffer);
}

void sw_buffer_release(struct sw_buffer *buffer)
{
    free(buffer->text);
    sw_buffer_init(buffer);
}

static int grow(struct sw_buffer *buffer, size_t more)
{
    size_t need = buffer->size + more + 1;
    if (buffer->failed)
        return -1;
    if (need <= buffer->capacity)
        return 0;
    size_t capacity = need + need / 2 + 256;
    char *text = realloc(buffer->text, capacity);
    if (!text) {
        buffer->failed = 1;
        return -1;
    }
    buffer->text = text;
    buffer->capacity = capacity;
    return 0;
}

void sw_buffer_add(struct sw_buffer *buffer, const char *text, size_t size)
{
    if (grow(buffer, size))
        return;
    memcpy(buffer->text + buffer->size, text, size);
    buffer->size += size;
    buffer->text[buffer->size] = 0;
}

void sw_buffer_print(struct sw_buffer *buffer, const char *format, ...)
{
    va_list args;
    size_t room = buffer->capacity - buffer->size;
    va_start(args, format);
    int size = vsnprintf(room ? buffer->text + buffer->size : NULL, room, format, args);
    va_end(args);
    if (size < 0 || grow(buffer, (size_t)size))
        return;
    if ((size_t)size >= room) {
        va_start(args, format);
        vsnprintf(buffer->text + buffer->size, (size_t)size + 1, format, args);
        va_end(args);
    }
    buffer->size += (size_t)size;
}
