/* A growing string. Running out of memory ends in a NULL text, which callers check once, at the
 * end. */
#pragma once

#include "base/libc.h"

struct sw_buffer {
    char *text; /* NUL-terminated; NULL while empty or after a failure */
    size_t size, capacity;
    int failed; /* memory ran out; what was appended since is lost */
};

void sw_buffer_init(struct sw_buffer *buffer);
void sw_buffer_release(struct sw_buffer *buffer);
void sw_buffer_add(struct sw_buffer *buffer, const char *text, size_t size);
void sw_buffer_print(struct sw_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
