/*
 * The real compiler: which one it is, what it compiles for; running it, and the files that live only while it runs. SIGINT and its
 * like are held back until the child has ended and the files are gone; then the process ends by them.
 */
#pragma once

#include "compile/driver/cc_args.h"
#include "compile/rewrite/buffer.h"

struct sw_cc_compiler {
    struct sw_strings command; /* its name, and options that were given with it */
    int is_clang;
    enum { SW_CC_AARCH64, SW_CC_X86_64, SW_CC_ELSEWHERE } target;
};

/* Finds it: what was asked for, SPANWISE_CC, gcc, clang or cc; of C++, SPANWISE_CXX, g++, clang++ or c++; but never this
 * program itself. Returns 0, or -1 after an error message. */
int sw_cc_compiler_find(struct sw_cc_compiler *compiler, const struct sw_cc_args *args);

/* Asks it what it is, with the options of `args` that could change that. 0, or -1 where it fails.
 */
int sw_cc_compiler_identify(struct sw_cc_compiler *compiler, const struct sw_cc_args *args);

void sw_cc_compiler_release(struct sw_cc_compiler *compiler);

/* Call once, first. */
void sw_cc_process_start(void);

/* Runs a command and waits; returns its status as waitpid gives it, or -1 after an error message.
 */
int sw_cc_process_run(const struct sw_strings *command);

/* The same, with its standard output in `out`. */
int sw_cc_process_read(const struct sw_strings *command, struct sw_buffer *out);

/* Replaces this process; returns 1 after an error message. */
int sw_cc_process_replace(const struct sw_strings *command);

/* Has a signal asked us to end? */
int sw_cc_process_interrupted(void);

/* The path of a new temporary file `name`, in a directory of its own; NULL after an error message.
 * The string is owned here. */
const char *sw_cc_process_temporary(const char *name);

/* Removes the temporary files; ends by the signal that came, or like the child, or returns the exit
 * status for it. */
int sw_cc_process_finish(int status);
