/* spanwise completion: what a shell needs to know of the commands. */
#include "tool/commands/completion.h"
#include "console/message.h"
#include "tool/common/command.h"
#include "tool/options/arguments.h"
#include "tool/options/describe.h"

#include <string.h>

enum { BRIEF = 70 };

/* Up to where details begin. */
char *sw_completion_brief(const struct sw_option *o, char *text, size_t size)
{
    size_t n = strcspn(o->help, "\n(;");
    const char *colon = memmem(o->help, n, ": ", 2);
    if (colon && colon - o->help > 12)
        n = (size_t)(colon - o->help);
    if (n > BRIEF)
        for (n = BRIEF; n > 1 && o->help[n] != ' ';)
            n--;
    while (n > 1 && strchr(" ,:.", o->help[n - 1]))
        n--;
    snprintf(text, size, "%.*s", (int)n, o->help);
    return text;
}

void sw_completion_choices(const struct sw_option *o, FILE *out)
{
    char name[SW_CHOICE_SIZE];
    for (size_t i = 0; sw_option_choice(o, i, name); i++)
        fprintf(out, "%s%s", i ? " " : "", name);
}

static void print_table(FILE *out)
{
    static const char *const kinds[] = {"-", "word", "number", "file", "choice"};
    struct sw_options options;
    for (size_t c = 0; sw_commands[c]; c++) {
        sw_options_of(sw_commands[c], &options);
        for (size_t i = 0; i < options.n; i++) {
            const struct sw_option *o = &options.list[i];
            if (sw_option_is_heading(o))
                continue;
            fprintf(out, "%s\t--%s\t", sw_commands[c]->name, o->name);
            fprintf(out, o->letter ? "-%c" : "-", o->letter);
            fprintf(out, "\t%s\t%s\t%s\t", kinds[o->kind], o->value ? o->value : "-",
                    o->is_hidden     ? "hidden"
                    : o->is_optional ? "optional"
                                     : "-");
            sw_completion_choices(o, out);
            fputc('\n', out);
        }
    }
}

static const struct {
    const char *name;
    void (*print)(FILE *out);
} shells[] = {{"bash", sw_completion_bash},
              {"zsh", sw_completion_zsh},
              {"fish", sw_completion_fish},
              {"tsv", print_table}};

int sw_command_completion(int argc, char **argv)
{
    int status = sw_arguments_parse(&sw_describe_completion, argc, argv, NULL);
    if (status >= 0)
        return status;
    if (argc - optind != 1) {
        sw_error("no shell given: 'spanwise completion bash', zsh or fish");
        return 2;
    }
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(shells[i].name, argv[optind]))
            continue;
        shells[i].print(stdout);
        if (fflush(stdout) == 0 && !ferror(stdout))
            return 0;
        sw_error("cannot write to stdout");
        return 1;
    }
    sw_error("no completion for '%s': use bash, zsh, fish or tsv", argv[optind]);
    return 2;
}
