/* The files of a program: its own, and the libraries that it needs. `program` as execvp() takes it. */
#pragma once

#include "base/libc.h"

#include <libelf.h>

/* Asks of each file, the program first, until that says true. 1: of one it did; 0: of none; -1: the program is no ELF file. */
int sw_program_files_look(const char *program, bool (*look)(Elf *elf, bool is_program, void *data),
                          void *data);

/* Whether one has a section of that name. */
bool sw_program_files_have(const char *program, const char *section);

/* Whether it needs, or a library does that it needs, one whose name begins so: "libmpi"; or in one of several ways, with blanks between. */
bool sw_program_needs(const char *program, const char *library);
bool sw_program_itself_needs(const char *program, const char *library);

/* --tool=FILE: a tool of the user's (spanwise_tool.h), looked at before the program starts. */

/* Whether the file is one; its absolute path. False after a message. It is not loaded here: it is made
 * for the program, and may be another machine's. */
bool sw_tool_file_check(const char *path, char absolute[PATH_MAX]);
