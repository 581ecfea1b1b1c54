#include "report/outlet.h"
#include "report/words.h"
#include "tool/command.h"
#include "tool/progress.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char of_rank[32];

void sw_error_rank(uint32_t rank)
{
    snprintf(of_rank, sizeof of_rank, "rank %" PRIu32 ": ", rank);
}

/* At one go: other ranks may write to the same stderr. Names in it are anybody's. */
static void put(const char *before, const char *whose, const char *text, const char *end)
{
    static const struct sw_report_options page;
    struct sw_outlet outlet;
    fflush(stdout);
    sw_progress_erase();
    if (sw_outlet_open(&outlet, stderr, SW_OUTLET_TEXT, &page, NULL) == 0) {
        fprintf(outlet.out, "%s%s%s%s", before, whose, text, end);
        sw_outlet_close(&outlet, 0);
    }
}

/* It is one line whatever names in it hold. */
static void say(const char *before, const char *whose, const char *format, va_list args)
{
    char *text;
    if (vasprintf(&text, format, args) < 0)
        return;
    put(before, whose, sw_words_clean(text), "\n");
    free(text);
}

void sw_messages(const char *lines)
{
    put("", "", lines, "");
}

void sw_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say("spanwise: ", of_rank, format, args);
    va_end(args);
}

void sw_hint(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say("\n", "", format, args);
    va_end(args);
}
