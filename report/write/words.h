/* Text for terminals: widths, shortening, wrapping. Strings are UTF-8, or whatever they are. */
#pragma once

#include "base/libc.h"

/* Bytes of the valid UTF-8 character that the string begins with; 0: it is not one. */
size_t sw_words_character(const char *text);

uint32_t sw_words_code(const char *text); /* of that character */

/* As sw_words_character(), and 0 for what a terminal, or whoever reads a log line by line, may obey instead of showing it. */
size_t sw_words_printable(const char *text);

/* A name that comes from elsewhere, a '?' for each of its characters that is not printable: line breaks too. */
void sw_words_put(const char *text, FILE *out);
void sw_words_put_part(const char *text, size_t size, FILE *out); /* its first bytes */
char *sw_words_clean(char *text);                                 /* in place; returns it */
/* The same, with another character instead of those (of ASCII) that a format cannot have there. */
void sw_words_put_but(const char *text, const char *but, char instead, FILE *out);

size_t sw_words_width(const char *text); /* in characters */

/* What printf() makes of it, cut where it is longer: into a buffer of that size, which it returns; and as a string that lasts as long
 * as the block that it is in: SW_PRINTED("%zu sites", n). */
enum { SW_PRINTED_SIZE = 1024 };
#define SW_PRINTED(...) sw_words_print((char[SW_PRINTED_SIZE]){0}, __VA_ARGS__)
char *sw_words_print(char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts `text` into `out`, not wider than `width`, with "..." at the left or in the middle for what
 * was left out. Control characters become '?': a file name must not drive the terminal. */
void sw_words_shorten(const char *text, size_t width, int from_left, char *out, size_t out_size);

/* The same of what names functions: first without what those of C++ take and are qualified by. */
void sw_words_shorten_name(const char *name, size_t width, char *out, size_t out_size);

/* Prints the text broken at blanks; the first line begins with `first`, all others with as many
 * blanks as that is wide. */
void sw_words_wrap(const char *first, const char *text, size_t width, FILE *out);
