/*
 * A source file as it is now, by the name that a profile has of it. It is looked for by that name; then, as a program may have
 * been built elsewhere, the ends of the name, the longest first, below the current directory and below that of the
 * program. Whoever made the profile has chosen the name: where a directory is given, nothing is read but what lies below it, has the name of a
 * source file, and nothing in its path that is hidden. Links are followed before that is asked. Nothing is opened that is not a regular file.
 */
#pragma once

#include "base/libc.h"

struct sw_source_file {
    char *text;   /* owned; a 0 behind each line, without what ended it */
    char **lines; /* n_lines of them; line 1 is the first */
    size_t n_lines;
    int64_t changed; /* seconds since 1970 */
    char path[PATH_MAX];
    const char *why; /* there is no text: a few words */
};

/* `program` is its path; `below` NULL: wherever the file lies. Returns 0 with the text, -ENOENT or the like with `why`, or -ENOMEM. To be released. */
int sw_source_file_read(struct sw_source_file *file, const char *name, const char *program,
                        const char *below);
void sw_source_file_release(struct sw_source_file *file);
