/* What a file is, by how it begins: which of those that the tool writes, or something else, which it must not replace. */
#ifndef SPANWISE_PROFILE_OUTPUT_KIND_H
#define SPANWISE_PROFILE_OUTPUT_KIND_H

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

/* Of a file that is open for reading. */
enum sw_output_kind sw_output_kind_of(int fd);

/* The same by its name; does not wait for a pipe's writer. */
enum sw_output_kind sw_output_kind_at(const char *path);

#endif
