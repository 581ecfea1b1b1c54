#include "report/write/page.h"
#include "report/write/terminal.h"
#include "report/write/words.h"

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
