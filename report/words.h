/* Text for terminals: widths, shortening, wrapping. Strings are UTF-8, or whatever they are. */
#ifndef SPANWISE_REPORT_WORDS_H
#define SPANWISE_REPORT_WORDS_H

#include <stddef.h>
#include <stdio.h>

/* Bytes of the valid UTF-8 character that the string begins with; 0: it is not one. */
size_t sw_words_character(const char *text);

size_t sw_words_width(const char *text); /* in characters */

/* Puts `text` into `out`, not wider than `width`, with "..." at the left or in the middle for what
 * was left out. Control characters become '?': a file name must not drive the terminal. */
void sw_words_shorten(const char *text, size_t width, int from_left, char *out, size_t out_size);

/* Prints the text broken at blanks; the first line begins with `first`, all others with as many
 * blanks as that is wide. */
void sw_words_wrap(const char *first, const char *text, size_t width, FILE *out);

#endif
