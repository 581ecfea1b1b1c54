/*
 * The one way in for files that anybody may have made, and that are read as a whole: a name may stand for a device or a pipe
 * that never ends, or for a file of terabytes. What comes is looked at from its first bytes on, and nothing more is read once
 * it cannot be right any more; memory grows with what has come, up to a bound.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum sw_input_from {
    SW_INPUT_REGULAR, /* neither a device nor a pipe: opening one may do something to it, or never end */
    SW_INPUT_ANY,
    SW_INPUT_STANDARD, /* and "-" is standard input */
};

#define SW_INPUT_TEXT_MOST (UINT64_C(64) << 20) /* bytes of a text that somebody wrote */

/* What is known of a file before it is read. */
struct sw_input_kind {
    uint64_t most; /* bytes; less from a pipe, and where the machine has little memory */
    enum sw_input_from from;
    /*
     * Whether this can be how such a file begins: 0, or -errno with a sentence. Called with all that has come so far, at the
     * first bytes and then each time that there are twice as many. NULL: anything can be.
     */
    int (*examine)(const char *head, size_t size, const char *name, char *why, size_t why_size);
};

/* Text: no byte of it is 0; -EILSEQ. */
int sw_input_text(const char *head, size_t size, const char *name, char *why, size_t why_size);

/* Owned by the caller; a 0 follows the last byte, and is not counted. Returns 0, or -errno with a
 * sentence: -EFBIG where it is too large. */
int sw_input_read(const char *path, const struct sw_input_kind *kind, char **data, size_t *size,
                  char *why, size_t why_size);

/* The same of what is open; `name` is what it is called in the sentence. */
int sw_input_take(int fd, const char *name, const struct sw_input_kind *kind, char **data,
                  size_t *size, char *why, size_t why_size);

/* The same as a stream; NULL where there is no such text, of SW_INPUT_TEXT_MOST at most. Its bytes are copied: freed with the stream. */
FILE *sw_input_open_text(const char *path, enum sw_input_from from);
