#include "tool/common/written.h"
#include "base/text.h"
#include "console/message.h"
#include "console/progress.h"
#include "tool/common/program.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char files[2 * PATH_MAX]; /* "a, b" */
static char page[PATH_MAX];      /* the last that is one */
static char last[PATH_MAX];      /* may be written again, when more is known */

void sw_written_add(const char *path)
{
    size_t n = strlen(files);
    if (!path || !sw_is_file(path) || !strcmp(path, last))
        return;
    snprintf(last, sizeof last, "%s", path);
    snprintf(files + n, sizeof files - n, "%s%s", n ? ", " : "", path);
    if (sw_ends_in(path, ".html"))
        snprintf(page, sizeof page, "%s", path);
}

static void say(const char *format, va_list args)
{
    char next[4 * PATH_MAX] = "";
    if (format)
        vsnprintf(next, sizeof next, format, args);
    else if (*page)
        snprintf(next, sizeof next, "open %s in a browser", page);
    const char *written = *files ? "Written: " : "", *dot = *files && *next ? ". " : "";
    if ((*files || *next) && !sw_is_quiet())
        sw_hint("%s%s%s%s%s", written, files, dot, *next ? "Next: " : "", next);
    *files = *page = *last = 0;
}

void sw_written_say(const char *next, ...)
{
    va_list args;
    va_start(args, next);
    say(next, args);
    va_end(args);
}

void sw_written_tell(const char *next, ...)
{
    va_list args;
    va_start(args, next);
    if (isatty(STDERR_FILENO))
        say(next, args);
    va_end(args);
}
