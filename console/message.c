/*
 * What commands say on stderr: messages, and a line of progress. Each message goes out in one piece, after the line of progress is gone,
 * and through the outlet: names in it are anybody's.
 */
#include "console/message.h"
#include "base/clock.h"
#include "report/write/outlet.h"
#include "report/write/words.h"

#include <sys/ioctl.h>

enum { WIDTH = 80, INTERVAL_NS = 100000000 };

static bool shown, quiet, is_left; /* a line is: it was told, and not drawn */
static uint64_t drawn_ns;          /* 0: never */
static char progress_line[1000];

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
    char cut[sizeof progress_line];
    sw_words_shorten(progress_line, room(), 0, cut, sizeof cut);
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
    vsnprintf(progress_line, sizeof progress_line, format, args);
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

static char of_rank[32];

void sw_error_rank(uint32_t rank)
{
    snprintf(of_rank, sizeof of_rank, "rank %" PRIu32 ": ", rank);
}

/* At one go: other ranks may write to the same stderr. Names in it are anybody's. */
static void put(const char *before, const char *whose, const char *text, bool is_wrapped)
{
    static const struct sw_report_options page;
    struct sw_outlet outlet;
    fflush(stdout);
    sw_progress_erase();
    if (sw_outlet_open(&outlet, stderr, SW_OUTLET_TEXT, &page, NULL) == 0) {
        fprintf(outlet.out, "%s%s", before, whose);
        if (is_wrapped)
            sw_words_wrap("", text, outlet.page.width, outlet.out);
        else
            fputs(text, outlet.out);
        sw_outlet_close(&outlet, 0);
    }
}

/* It is one line whatever names in it hold, or one paragraph. */
static void say(const char *before, const char *whose, bool is_wrapped, const char *format,
                va_list args)
{
    char *text, *line;
    if (vasprintf(&text, format, args) < 0)
        return;
    if (asprintf(&line, "%s%s", sw_words_clean(text), is_wrapped ? "" : "\n") >= 0) {
        put(before, whose, line, is_wrapped);
        free(line);
    }
    free(text);
}

void sw_messages(const char *lines)
{
    put("", "", lines, false);
}

void(sw_error)(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say("spanwise: ", of_rank, false, format, args);
    va_end(args);
}

void sw_hint(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say("\n", "", isatty(STDERR_FILENO), format, args);
    va_end(args);
}
