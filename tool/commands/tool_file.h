/* --tool=FILE: a tool of the user's (spanwise_tool.h), looked at before the program starts. */
#ifndef SPANWISE_TOOL_COMMANDS_TOOL_FILE_H
#define SPANWISE_TOOL_COMMANDS_TOOL_FILE_H

#include <limits.h>
#include <stdbool.h>

/* Whether the file is one; its absolute path. False after a message. It is not loaded here: it is made
 * for the program, and may be another machine's. */
bool sw_tool_file_check(const char *path, char absolute[PATH_MAX]);

#endif
