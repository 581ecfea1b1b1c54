/* The error directive. */
#include "agent/openmp/kmpc/abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARNING = 1 };

/* ;file;function;line;column;; as file:line. */
static void where(const struct sw_kmpc_ident *loc, char *text, size_t size)
{
    const char *file = loc && loc->source && *loc->source == ';' ? loc->source + 1 : "";
    const char *function = strchr(file, ';');
    const char *line = function ? strchr(function + 1, ';') : NULL;
    if (line)
        snprintf(text, size, "%.*s:%d", (int)(function - file), file, atoi(line + 1));
    else
        snprintf(text, size, "unknown");
}

/* In libomp's words, which the program's output is compared with. */
SW_KMPC void __kmpc_error(struct sw_kmpc_ident *loc, int severity, const char *message)
{
    char place[256];
    where(loc, place, sizeof place);
    bool warning = severity == WARNING;
    fprintf(stderr, "OMP: %s: %s: Encountered user-directed %s: %s.\n",
            warning ? "Warning #283" : "Error #282", place, warning ? "warning" : "error",
            message ? message : "");
    if (!warning)
        abort();
}
