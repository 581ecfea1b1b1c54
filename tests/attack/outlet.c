/* The outlet by itself: what it lets through, what becomes of the rest, and that it does not matter where writes are cut. */
#include "report/write/outlet.h"
#include "report/write/page.h"
#include "tests/check.h"

#include <stdlib.h>
#include <string.h>

/* At `size` bytes a time. */
static char *through(enum sw_outlet_kind kind, enum sw_report_choice color, const char *text,
                     size_t size)
{
    struct sw_report_options page = {.color = color};
    struct sw_outlet outlet;
    char *result;
    size_t result_size, length = strlen(text);
    FILE *to = open_memstream(&result, &result_size);
    if (!to || sw_outlet_open(&outlet, to, kind, &page, "ns"))
        abort();
    if (outlet.out != to)
        setvbuf(outlet.out, NULL, _IONBF, 0); /* one write a piece */
    for (size_t at = 0; at < length; at += size)
        fwrite(text + at, 1, length - at < size ? length - at : size, outlet.out);
    CHECK_EQ(sw_outlet_close(&outlet, 0), 0);
    fclose(to);
    return result;
}

static void becomes(enum sw_outlet_kind kind, enum sw_report_choice color, const char *text,
                    const char *want)
{
    for (size_t size = 1; size < 9; size++) {
        char *got = through(kind, color, text, size);
        CHECK_STR(got, want);
        free(got);
    }
}

static void test_characters(enum sw_outlet_kind kind)
{
    becomes(kind, SW_NO, "a\tb\nc", "a\tb\nc");
    becomes(kind, SW_NO, "\303\244\342\202\254\360\237\230\200",
            "\303\244\342\202\254\360\237\230\200");
    becomes(kind, SW_NO, "\033[1mx\a\r\b\177", "?[1mx????");
    becomes(kind, SW_NO, "\302\233x\302\240", "?x\302\240"); /* C1; a no-break space */
    becomes(kind, SW_NO, "\233\377\303x\342\202", "???x??"); /* not UTF-8, and cut at the end */
    becomes(kind, SW_NO, "\355\240\200\300\200", "?????");   /* a surrogate, an overlong 0 */
    becomes(kind, SW_NO, "\342\200\250\342\200\256\342\201\246", "???");
}

static void test_commands(enum sw_outlet_kind kind)
{
    becomes(kind, SW_NO, "::error::x\n  ::error::y\na ::b\n", ":?error::x\n  :?error::y\na ::b\n");
    becomes(kind, SW_NO, "x ##[error]y ##vso[a] ##teamcity[b] #[c] ## [d]",
            "x ##?error]y ##vso?a] ##teamcity?b] #[c] ## [d]");
    becomes(kind, SW_NO, "std::vector\n: :x\n\303\244::x", "std::vector\n: :x\n\303\244::x");
}

int main(void)
{
    test_characters(SW_OUTLET_TEXT);
    test_characters(SW_OUTLET_LINES);
    test_characters(SW_OUTLET_DATA);
    test_commands(SW_OUTLET_TEXT);
    test_commands(SW_OUTLET_LINES);
    becomes(SW_OUTLET_DATA, SW_NO, "::error ##[x]", "::error ##[x]");
    becomes(SW_OUTLET_RAW, SW_NO, "\033\377", "\033\377");
    becomes(SW_OUTLET_TEXT, SW_YES, SW_COLOR_BOLD "x" SW_COLOR_PLAIN SW_COLOR_WARNING "\033[2J\033",
            SW_COLOR_BOLD "x" SW_COLOR_PLAIN SW_COLOR_WARNING "?[2J?");
    becomes(SW_OUTLET_DATA, SW_YES, SW_COLOR_BOLD, "?[1m");
    return check_done();
}
