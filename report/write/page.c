#include "report/write/page.h"

#include <strings.h>
#include <sys/ioctl.h>

enum { DEFAULT_WIDTH = 80, LEAST_WIDTH = 40, MOST_WIDTH = 400 };

static unsigned clamp(unsigned long width)
{
    return width < LEAST_WIDTH ? LEAST_WIDTH : width > MOST_WIDTH ? MOST_WIDTH : (unsigned)width;
}

/* A set COLUMNS wins: it is what the user can change, for a pipe into a pager too. */
unsigned sw_terminal_width(const struct sw_report_options *options, FILE *out)
{
    const char *columns = getenv("COLUMNS");
    char *end;
    struct winsize size;
    if (options->width)
        return clamp(options->width);
    if (columns && *columns >= '1' && *columns <= '9') {
        unsigned long width = strtoul(columns, &end, 10);
        if (!*end)
            return clamp(width);
    }
    if (fileno(out) >= 0 && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col)
        return clamp(size.ws_col);
    return DEFAULT_WIDTH;
}

int sw_terminal_color(const struct sw_report_options *options, FILE *out)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (options->color != SW_AUTO)
        return options->color == SW_YES;
    if ((no_color && *no_color) || !term || !strcmp(term, "dumb"))
        return 0;
    return fileno(out) >= 0 && isatty(fileno(out));
}

int sw_terminal_utf8(const struct sw_report_options *options)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    if (options->utf8 != SW_AUTO)
        return options->utf8 == SW_YES;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strcasestr(value, "UTF-8") || strcasestr(value, "utf8");
    }
    return 0;
}

void sw_page_init(struct sw_page *page, const struct sw_report_options *options, FILE *out)
{
    *page = (struct sw_page){out, sw_terminal_width(options, out), "", "", "", ""};
    if (sw_terminal_color(options, out)) {
        page->bold = SW_COLOR_BOLD;
        page->plain = SW_COLOR_PLAIN;
        page->advice = SW_COLOR_ADVICE;
        page->warning = SW_COLOR_WARNING;
    }
}
