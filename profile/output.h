/*
 * Which file is written, and how. Everything that the tool writes for its user goes through here.
 *
 * - A file appears whole or not at all: it has no name, or a random one, in the same directory until it is closed. Nothing
 *   of it is left behind, also if we are killed.
 * - Only what looks like an older file of the same kind is replaced: a profile by a profile, a page by a page, a
 *   report by a report, an empty file by anything. A program, a script or any other file is refused by its name.
 * - What is no regular file (a terminal, a pipe, /dev/null) is written to directly; "-", /dev/stdout and /dev/fd/N
 *   are what is open there.
 * - A symbolic link stays one, and what it points to is replaced; but a link of another user's is refused.
 *
 * Functions return 0 or -errno with a sentence in `why`: -EEXIST for what is refused. Any thread may call them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What a file is, by how it begins: which of those that the tool writes, or something else, which it must not replace. */

enum sw_output_kind {
    SW_OUTPUT_OTHER, /* no file of ours */
    SW_OUTPUT_PROGRAM,
    SW_OUTPUT_SCRIPT,
    SW_OUTPUT_EMPTY,
    SW_OUTPUT_PROFILE,
    SW_OUTPUT_PAGE,
    SW_OUTPUT_JSON,
    SW_OUTPUT_MACHINE,
    SW_OUTPUT_GZIP,
    SW_OUTPUT_PNG,
    SW_OUTPUT_TEXT /* a report, a table, call paths */
};

/* The same by its name; does not wait for a pipe's writer. */
enum sw_output_kind sw_output_kind_at(const char *path);

struct sw_output {
    FILE *file;      /* to write to; errors are noticed by sw_output_close() */
    char *path;      /* the final name */
    char *temporary; /* the name until then; NULL: it has none */
    bool is_direct;  /* there is no other file that it replaces */
    int error;       /* errno of a write that failed, where the writer knows it */
};

/* Before anything is measured: whether something of that kind may be written there; what is not for people to read is not written
 * to a terminal. Whether it can be is not asked. */
int sw_output_check(const char *path, enum sw_output_kind kind, char *why, size_t why_size);

/* The same, and whether it can be, as far as that is known now. */
int sw_output_try(const char *path, enum sw_output_kind kind, char *why, size_t why_size);

/* Whether what is written to one would be lost by writing to the other. A device, a pipe and what is open take both. */
bool sw_output_is_same(const char *path, const char *other);

/* strerror(), with what else there is to know; lives as long. */
const char *sw_output_reason(int error);

/* Whether that is no name but a file that is open: "-", /dev/stdout, ... */
bool sw_output_is_open(const char *path);
int sw_output_open(struct sw_output *output, const char *path, char *why, size_t why_size);

/* A new file in that directory, spanwise-RANDOM.prof, which only we can read; output->path is its name. */
int sw_output_open_new(struct sw_output *output, const char *directory, char *why, size_t why_size);

/* Closes, renames, releases. After an error nothing of it is left in the directory. */
int sw_output_close(struct sw_output *output, char *why, size_t why_size);

/* Gives up: closes, removes the temporary file, releases. */
void sw_output_discard(struct sw_output *output);
