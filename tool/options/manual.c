/* What --help prints, and the manual pages, both made from the descriptions of commands. */
#include "report/write/page.h"
#include "report/write/words.h"
#include "tool/options/options.h"

enum {
    WIDTH = 80,       /* where the text goes to a file, and at most */
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

/* Of "NAME\twhat it is" lines. */
static size_t widest_name(const char *items)
{
    size_t widest = 0;
    for (; *items; items += strcspn(items, "\n"), items += *items == '\n') {
        size_t n = strcspn(items, "\t\n");
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
    SW_EACH_OPTION (o, options) {
        if (!sw_option_is_shown(o))
            continue;
        size_t n = strlen(sw_option_spelling(o, spelling, sizeof spelling));
        if (n > column && n <= COLUMN_MOST)
            column = n;
    }
    SW_EACH_OPTION (o, options) {
        if (sw_option_is_heading(o)) {
            fputs(o > options->list ? "\n" : "", out);
            sw_words_wrap("", o->heading, width, out);
            fputc('\n', out);
        } else if (!o->is_hidden) {
            put_option(o, column, width, out);
        }
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
    fputs("usage: spanwise PROGRAM [ARGUMENTS]   find out why it does not scale\n"
          "or:    spanwise COMMAND [options] ...\n\n",
          out);
    for (size_t i = 0; sw_commands[i]; i++)
        fprintf(out, "  %-10s %s\n", sw_commands[i]->name, sw_commands[i]->what);
    fputs("\n'spanwise COMMAND --help' has more; 'spanwise -V' (--version) is the version.\n", out);
}

/* In roff, a hyphen is a minus only if it is said to be, a line that begins with a point or an apostrophe is a request,
 * and a backslash begins what is not text. */
static void roff_n(const char *text, size_t n, FILE *out)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '.' && i == 0)
            fputs("\\&.", out);
        else if (text[i] == '\'')
            fputs("\\(aq", out);
        else
            fprintf(out, text[i] == '\\' ? "\\e" : text[i] == '-' ? "\\-" : "%c", text[i]);
    }
}

/* As fprintf() with %s only, each of which is a text of ours. */
static void roff(FILE *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *text; *format; format++)
        if (format[0] == '%' && format[1] == 's') {
            text = va_arg(args, const char *);
            roff_n(text, strlen(text), out);
            format++;
        } else {
            fputc(*format, out);
        }
    va_end(args);
}

/* Free text: roff fills lines anew, so that those of the source may be broken at any blank. */
static void roff_text(const char *text, size_t n, FILE *out)
{
    enum { SOURCE_WIDTH = 72 };
    for (size_t at = 0, end; at < n; at = end + 1) {
        size_t next = at;
        do {
            end = next;
            next = end + 1 + strcspn(text + end + 1, " ");
        } while (end < n && (end == at || next - at <= SOURCE_WIDTH));
        end = end < n ? end : n;
        roff_n(text + at, end - at, out);
        fputc('\n', out);
    }
}

static void roff_line(const char *text, FILE *out)
{
    roff_text(text, strlen(text), out);
}

static void roff_title(const char *name, FILE *out)
{
    fputs(".TH SPANWISE", out);
    if (name)
        fputs("\\-", out);
    for (; name && *name; name++)
        name[0] == '-' ? fputs("\\-", out) : fputc(toupper((unsigned char)*name), out);
    fputs(" 1 " SW_MANUAL_DATE " \"spanwise " SW_VERSION "\" \"Spanwise\"\n", out);
}

static void roff_paragraphs(const char *text, FILE *out)
{
    for (bool is_first = true; text; is_first = false) {
        const char *end = strstr(text, "\n\n");
        if (!is_first)
            fputs(".PP\n", out);
        roff_text(text, end ? (size_t)(end - text) : strlen(text), out);
        text = end ? end + 2 : NULL;
    }
}

static void roff_items(const char *items, FILE *out)
{
    size_t indent = widest_name(items) + 2;
    fputs(".RS\n.PD 0\n", out);
    while (*items) {
        size_t n = strcspn(items, "\n"), name = strcspn(items, "\t\n");
        fprintf(out, ".TP %zu\n\\fB", indent);
        roff_n(items, name, out);
        fputs("\\fR\n", out);
        if (n > name)
            roff_text(items + name + 1, n - name - 1, out);
        items += n + (items[n] == '\n');
    }
    fputs(".PD\n.RE\n", out);
}

static void roff_option(const struct sw_option *o, FILE *out)
{
    size_t n = strcspn(o->help, "\n");
    fputs(".TP\n", out);
    if (o->letter)
        fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
    roff(out, "\\fB\\-\\-%s\\fR", o->name);
    if (o->kind != SW_VALUE_NONE)
        roff(out, o->is_optional ? "[=\\fI%s\\fR]" : "=\\fI%s\\fR", o->value);
    fputc('\n', out);
    roff_text(o->help, n, out);
    if (o->help[n])
        roff_items(o->help + n + 1, out);
}

static void roff_options(const struct sw_command *c, FILE *out)
{
    struct sw_options options;
    sw_options_of(c, &options);
    fputs(".SH OPTIONS\n", out);
    SW_EACH_OPTION (o, &options) {
        if (sw_option_is_heading(o)) {
            fputs(".PP\n", out);
            roff_line(o->heading, out);
        } else if (!o->is_hidden) {
            roff_option(o, out);
        }
    }
}

static void roff_examples(const struct sw_command *c, FILE *out)
{
    if (c->examples[0].line)
        fputs(".SH EXAMPLES\n", out);
    for (size_t i = 0; i < SW_EXAMPLES && c->examples[i].line; i++) {
        roff(out, ".TP\n\\fB%s\\fR\n", c->examples[i].line);
        roff_line(c->examples[i].what, out);
    }
}

/* Of those that read it, or write it, without being told. */
static void roff_files(const struct sw_command *c, FILE *out)
{
    struct sw_options options = {.n = 0};
    bool has_one = !c || strstr(c->about, SW_FILE_DEFAULT);
    if (c)
        sw_options_of(c, &options);
    SW_EACH_OPTION (o, &options)
        has_one |= !sw_option_is_heading(o) && strstr(o->help, SW_FILE_DEFAULT);
    if (has_one)
        fputs(".SH FILES\n.TP\n\\fI" SW_FILE_DEFAULT
              "\\fR\nThe profile, unless you give another name.\n",
              out);
}

static void roff_reference(const char *name, const char *after, FILE *out)
{
    roff(out, ".BR spanwise%s%s (1)%s\n", *name ? "-" : "", name, after);
}

static void roff_see(const struct sw_command *c, FILE *out)
{
    char name[SW_CHOICE_SIZE];
    size_t n = 0;
    while (sw_choice_of(c->see, n, name))
        n++;
    fputs(".SH \"SEE ALSO\"\n", out);
    roff_reference("", n ? "," : "", out);
    for (size_t i = 0; i < n; i++)
        roff_reference(sw_choice_of(c->see, i, name), i + 1 < n ? "," : "", out);
}

static void print_command(const struct sw_command *c, FILE *out)
{
    roff_title(c->name, out);
    roff(out, ".SH NAME\nspanwise\\-%s \\- ", c->name);
    roff_line(c->what, out);
    fputs(".SH SYNOPSIS\n", out);
    for (size_t i = 0; i < SW_SYNOPSES && c->synopses[i]; i++) {
        roff(out, i ? ".br\n\\fBspanwise %s\\fR " : "\\fBspanwise %s\\fR ", c->name);
        roff_line(c->synopses[i], out);
    }
    fputs(".SH DESCRIPTION\n", out);
    roff_paragraphs(c->about, out);
    roff_options(c, out);
    roff_examples(c, out);
    fputs(".SH \"EXIT STATUS\"\n", out);
    roff_line(c->status ? c->status : "0: fine; 1: failed; 2: bad options.", out);
    roff_files(c, out);
    roff_see(c, out);
}

static const struct {
    const char *name, *what;
} variables[] = {
    {"NO_COLOR", "If set, no colour on terminals."},
    {"COLUMNS", "The width of text that does not go to a terminal."},
    {"CILK_NWORKERS", "The number of workers of a Cilk program that runs without spanwise."},
    {"OMP_NUM_THREADS", "The number of cores that 'spanwise run' simulates, unless -N is given."},
    {"SPANWISE_CC", "The compiler of 'spanwise cc'."},
};

static void print_whole(FILE *out)
{
    roff_title(NULL, out);
    fputs(".SH NAME\nspanwise \\- why a parallel program does not scale, and where\n"
          ".SH SYNOPSIS\n\\fBspanwise\\fR \\fIPROGRAM\\fR [\\fIARGUMENTS\\fR]\n.br\n"
          "\\fBspanwise\\fR \\fICOMMAND\\fR [options] ...\n"
          ".SH DESCRIPTION\n",
          out);
    roff_line("Tells why a parallel program does not get faster on more cores, which line is to "
              "blame, and how much faster it would get without that. It simulates OpenMP programs "
              "on any number of cores, measures the work and the span (critical path) of Cilk "
              "programs and every call site in them, watches real runs of threaded programs for "
              "idle cores, overhead and locks, and predicts the speedup of serial code.",
              out);
    fputs(".SH COMMANDS\n", out);
    for (size_t i = 0; sw_commands[i]; i++) {
        fputs(".TP\n", out);
        roff_reference(sw_commands[i]->name, "", out);
        roff_line(sw_commands[i]->what, out);
    }
    fputs(".SH EXAMPLES\n.TP\n\\fBspanwise cc \\-O2 \\-g yours.c \\-o yours\\fR\n"
          "Build a Cilk program with the installed compiler.\n"
          ".TP\n\\fBspanwise run \\-\\-html=yours.html ./yours\\fR\n"
          "Profile it; the report is printed, and also written as an HTML page.\n"
          ".SH \"EXIT STATUS\"\n0: fine; 1: failed, or a check failed; 2: bad options.\nCommands "
          "that run a program exit with its own status.\n",
          out);
    roff_files(NULL, out);
    fputs(".SH ENVIRONMENT\n", out);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        fprintf(out, ".TP\n\\fB%s\\fR\n", variables[i].name);
        roff_line(variables[i].what, out);
    }
    fputs(".SH \"SEE ALSO\"\n", out);
    roff_reference("cc", ",", out);
    roff_reference("run", ",", out);
    roff_reference("report", "", out);
}

void sw_manual_print(const struct sw_command *command, FILE *out)
{
    if (command)
        print_command(command, out);
    else
        print_whole(out);
}
