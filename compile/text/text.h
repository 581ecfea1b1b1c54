/*
 * Texts, as all of `spanwise cc` needs them, and their memory. Its commands are processes that end soon: one that runs out of memory ends, with a
 * message.
 */
#pragma once

#include "base/grow.h"
#include "base/libc.h"

/* Memory that was asked for. */
void *sw_need(void *memory);

/* Room for one more than n in an array that grows (base/grow.h). */
#define SW_MORE(array, n, room) sw_need(SW_GROW(array, n, room) ? (array) : NULL)

/* Is the text one of these words, which have blanks between them? Does it begin with one? */
bool sw_among(const char *text, size_t size, const char *words);
bool sw_begins_among(const char *text, size_t size, const char *beginnings);
static inline bool sw_is_among(const char *text, const char *words)
{
    return sw_among(text, strlen(text), words);
}

/* A growing string; all zero is an empty one. */
struct sw_buffer {
    char *text; /* NUL-terminated; NULL while empty */
    size_t size, capacity;
};

void sw_buffer_release(struct sw_buffer *buffer);
void sw_buffer_add(struct sw_buffer *buffer, const char *text, size_t size);
void sw_buffer_print(struct sw_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* All that can be read. 0 or -errno. */
int sw_buffer_read(struct sw_buffer *buffer, int fd);

struct sw_name {
    const char *text; /* borrowed */
    uint32_t size, hash;
};

/* Numbers for spellings, from 0 in the order of their first appearance: what is known of a name is kept by its number. All zero is an empty one. */
struct sw_names {
    struct sw_name *name; /* count of them, by number */
    uint32_t count, capacity;
    uint32_t *slot; /* number + 1; 0: free. Twice as many as `capacity`, a power of two */
};

/* The number of a spelling, a new one if it has none yet. Borrows the text until release. */
uint32_t sw_names_number(struct sw_names *names, const char *text, uint32_t size);
void sw_names_release(struct sw_names *names);
