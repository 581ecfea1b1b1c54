/* Each message goes out in one piece, after the line of progress is gone, and through the outlet: names in it are anybody's. */
#include "console/message.h"
#include "console/progress.h"
#include "report/write/outlet.h"
#include "report/write/words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

void sw_error(const char *format, ...)
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
