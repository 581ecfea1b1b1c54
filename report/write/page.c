#include "report/write/page.h"
#include "report/write/words.h"

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

enum { COMMAND_SIZE = 512 };

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

void sw_page_command(const struct sw_page *page, const char *title, const char *program,
                     char *const *arguments)
{
    char command[COMMAND_SIZE], shown[COMMAND_SIZE];
    size_t at = (size_t)snprintf(command, sizeof command, "%s", program);
    for (; arguments && *arguments; arguments++)
        if (at < sizeof command)
            at += (size_t)snprintf(command + at, sizeof command - at, " %s", *arguments);
    size_t used = sw_words_width(title) + 1;
    sw_words_shorten(command, page->width > used + 20 ? page->width - used : 20, 0, shown,
                     sizeof shown);
    fprintf(page->out, "%s%s %s%s\n", page->bold, title, shown, page->plain);
}

void sw_page_verdict(const struct sw_page *page, const struct sw_verdict *verdict)
{
    for (size_t i = 0; i < verdict->n_sentences; i++) {
        fputs(i ? "" : page->bold, page->out);
        sw_words_wrap(i ? "  " : "", verdict->sentences[i], page->width, page->out);
        fputs(i ? "" : page->plain, page->out);
    }
}

void sw_page_heading(const struct sw_page *page, const char *title)
{
    fprintf(page->out, "\n%s", page->bold);
    sw_words_wrap("", title, page->width, page->out);
    fputs(page->plain, page->out);
}

static const char *color_of(const struct sw_page *page, enum sw_severity severity)
{
    return severity == SW_WARNING ? page->warning : severity == SW_ADVICE ? page->advice : "";
}

void sw_page_findings(const struct sw_page *page, const struct sw_findings *findings)
{
    if (findings->n == 0)
        return;
    sw_page_heading(page, "Findings");
    for (size_t i = 0; i < findings->n; i++) {
        const struct sw_finding *f = &findings->items[i];
        char number[32], *words = sw_finding_words(f);
        snprintf(number, sizeof number, "  %zu. ", i + 1);
        fputs(color_of(page, f->severity), page->out);
        sw_words_wrap(number, words ? words : "", page->width, page->out);
        free(words);
        if (f->severity != SW_INFO)
            fputs(page->plain, page->out);
    }
}

void sw_page_note(const struct sw_page *page, const char *label, const char *text)
{
    char first[32];
    snprintf(first, sizeof first, "  %-12s", label);
    sw_words_wrap(first, text, page->width, page->out);
}
