#include "console/progress.h"
#include "base/clock.h"
#include "report/write/words.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH = 80, INTERVAL_NS = 100000000 };

static bool shown, quiet, is_left; /* a line is: it was told, and not drawn */
static uint64_t drawn_ns;          /* 0: never */
static char line[1000];

/* A dumb terminal cannot erase. */
static bool possible(void)
{
    const char *term = getenv("TERM");
    return !quiet && isatty(2) && term && strcmp(term, "dumb");
}

/* One less than there is room for: at the last column, some terminals go to the next line. */
static size_t room(void)
{
    struct winsize size;
    return (ioctl(2, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : WIDTH) - 1;
}

static void draw(void)
{
    char cut[sizeof line];
    sw_words_shorten(line, room(), 0, cut, sizeof cut);
    fprintf(stderr, "\r%s\033[K", cut);
    fflush(stderr);
    shown = true;
    is_left = false;
    drawn_ns = sw_clock_ns();
}

int sw_progress_patience_ms(void)
{
    uint64_t since = sw_clock_ns() - drawn_ns;
    if (!is_left)
        return -1;
    return since >= INTERVAL_NS ? 0 : (int)((INTERVAL_NS - since) / 1000000) + 1;
}

void sw_progress_due(void)
{
    if (sw_progress_patience_ms() == 0)
        draw();
}

void sw_progress(const char *format, ...)
{
    va_list args;
    if (!possible())
        return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    is_left = true;
    sw_progress_due();
}

void sw_progress_erase(void)
{
    if (shown)
        fputs("\r\033[K", stderr);
    fflush(stderr);
    shown = is_left = false;
}

void sw_quiet_set(void)
{
    quiet = true;
}

bool sw_is_quiet(void)
{
    return quiet;
}
