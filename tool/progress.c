#include "tool/progress.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool shown;

/* A dumb terminal cannot erase. */
static bool possible(void)
{
    const char *term = getenv("TERM");
    return isatty(2) && term && strcmp(term, "dumb");
}

void sw_progress(const char *format, ...)
{
    char line[80];
    va_list args;
    if (!possible())
        return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    shown = true;
}

void sw_progress_erase(void)
{
    if (shown)
        fputs("\r\033[K", stderr);
    fflush(stderr);
    shown = false;
}
