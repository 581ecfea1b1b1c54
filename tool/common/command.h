/*
 * The subcommands of `spanwise`. Each takes its own argv (argv[0] is its name) and returns the exit
 * status: 0 fine, 1 failed or found, 2 usage; `run` and `sample` return the program's own.
 */
#ifndef SPANWISE_TOOL_COMMON_COMMAND_H
#define SPANWISE_TOOL_COMMON_COMMAND_H

#include <stdint.h>

int sw_command_cc(int argc, char **argv); /* the compiler driver */
int sw_command_as(int argc, char **argv); /* the assembler wrapper that -B makes gcc call */
int sw_command_why(int argc, char **argv);
int sw_command_run(int argc, char **argv);
int sw_command_sample(int argc, char **argv);
int sw_command_report(int argc, char **argv);
int sw_command_diff(int argc, char **argv);
int sw_command_merge(int argc, char **argv);
int sw_command_check(int argc, char **argv); /* 1: a limit is broken; 2: it could not be checked */
int sw_command_bench(int argc, char **argv);
int sw_command_calibrate(int argc, char **argv);
int sw_command_predict(int argc, char **argv);
int sw_command_what_if(int argc, char **argv);
int sw_command_meters(int argc, char **argv);
int sw_command_completion(int argc, char **argv);

/* "spanwise: " + message on stderr; as git words them: lower case, subject quoted, no full stop. */
void sw_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Lines that are messages already, as they are. */
void sw_messages(const char *lines);

/* What to do next, on stderr after a report: a line, as wide as a terminal is, with an empty one before it. */
void sw_hint(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* From now on messages say which of many processes they are of: "spanwise: rank 3: ...". */
void sw_error_rank(uint32_t rank);

/*
 * Directories of this installation, found from /proc/self/exe: build tree or installed alike.
 * Each returns a string that lives as long as the process, or NULL after an error message.
 */
const char *sw_install_lib(void);     /* .../lib/spanwise: libspanwise.so, as/, link/, ... */
const char *sw_install_include(void); /* holds spanwise.h and cilk/ */
const char *sw_install_exe(void);     /* this executable */

#endif
