#include "tool/options/usage.h"
#include "report/write/terminal.h"
#include "report/write/words.h"

#include <string.h>
#include <unistd.h>

enum {
    WIDTH = 96,       /* where the text goes to a file */
    WIDTH_LEAST = 60, /* of a terminal that is asked */
    COLUMN_MOST = 24, /* an option that is wider stands on a line of its own */
};

static size_t width_of(FILE *out)
{
    const struct sw_report_options options = {0};
    size_t width = isatty(fileno(out)) ? sw_terminal_width(&options, out) : WIDTH;
    return width > WIDTH ? WIDTH : width < WIDTH_LEAST ? WIDTH_LEAST : width;
}

/* One of several, parted by `mark`. Returns the next, or NULL. */
static const char *part(const char *text, const char *mark, char *out, size_t size)
{
    const char *end = strstr(text, mark);
    size_t n = end ? (size_t)(end - text) : strlen(text);
    snprintf(out, size, "%.*s", (int)n, text);
    return end ? end + strlen(mark) : NULL;
}

static void put_paragraphs(const char *text, size_t width, FILE *out)
{
    char paragraph[2000];
    while (text) {
        text = part(text, "\n\n", paragraph, sizeof paragraph);
        sw_words_wrap("", paragraph, width, out);
        fputc('\n', out);
    }
}

static size_t widest_name(const char *items)
{
    char line[500];
    size_t widest = 0;
    while (items) {
        items = part(items, "\n", line, sizeof line);
        size_t n = strcspn(line, "\t");
        widest = n > widest ? n : widest;
    }
    return widest;
}

static void put_items(const char *items, size_t indent, size_t width, FILE *out)
{
    char line[500], first[200];
    size_t widest = widest_name(items);
    while (items) {
        items = part(items, "\n", line, sizeof line);
        char *tab = strchr(line, '\t');
        if (tab)
            *tab++ = 0;
        snprintf(first, sizeof first, "%*s%-*.60s  ", (int)(indent % 60), "", (int)(widest % 60),
                 line);
        sw_words_wrap(first, tab ? tab : "", width, out);
    }
}

static void put_option(const struct sw_option *o, size_t column, size_t width, FILE *out)
{
    char spelling[100], first[200], sentence[1000];
    sw_option_spelling(o, spelling, sizeof spelling);
    if (strlen(spelling) > column) {
        fprintf(out, "  %s\n", spelling);
        *spelling = 0;
    }
    snprintf(first, sizeof first, "  %-*.60s  ", (int)(column % 60), spelling);
    const char *items = part(o->help, "\n", sentence, sizeof sentence);
    sw_words_wrap(first, sentence, width, out);
    if (items)
        put_items(items, column + 6, width, out);
}

static void put_options(const struct sw_options *options, size_t width, FILE *out)
{
    char spelling[100];
    size_t column = 0;
    for (size_t i = 0; i < options->n; i++) {
        const struct sw_option *o = &options->list[i];
        if (sw_option_is_heading(o) || o->is_hidden)
            continue;
        size_t n = strlen(sw_option_spelling(o, spelling, sizeof spelling));
        if (n > column && n <= COLUMN_MOST)
            column = n;
    }
    for (size_t i = 0; i < options->n; i++) {
        const struct sw_option *o = &options->list[i];
        if (o->is_hidden)
            continue;
        if (!sw_option_is_heading(o)) {
            put_option(o, column, width, out);
            continue;
        }
        if (i)
            fputc('\n', out);
        sw_words_wrap("", o->heading, width, out);
        fputc('\n', out);
    }
}

static void put_examples(const struct sw_command *c, size_t width, FILE *out)
{
    if (!c->examples[0].line)
        return;
    fputs("\nExamples:\n", out);
    for (size_t i = 0; i < SW_EXAMPLES && c->examples[i].line; i++) {
        fprintf(out, "\n    %s\n", c->examples[i].line);
        sw_words_wrap("        ", c->examples[i].what, width, out);
    }
}

void sw_usage_print(const struct sw_command *c, FILE *out)
{
    struct sw_options options;
    size_t width = width_of(out);
    for (size_t i = 0; i < SW_SYNOPSES && c->synopses[i]; i++)
        fprintf(out, "%s spanwise %s %s\n", i ? "      " : "usage:", c->name, c->synopses[i]);
    fputc('\n', out);
    put_paragraphs(c->about, width, out);
    sw_options_of(c, &options);
    put_options(&options, width, out);
    put_examples(c, width, out);
}

void sw_usage_print_all(FILE *out)
{
    fputs("usage: spanwise COMMAND [options] ...\n\n", out);
    for (size_t i = 0; sw_commands[i]; i++)
        fprintf(out, "  %-10s %s\n", sw_commands[i]->name, sw_commands[i]->what);
    fputs("\n'spanwise COMMAND --help' has more. 'spanwise -V' (--version) prints the version.\n",
          out);
}
