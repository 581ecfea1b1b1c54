/* Completion by fish: a line for each option, which holds where its command is the first word. */
#include "tool/commands/completion.h"

static void put_quoted(const char *text, FILE *out)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('\'', out);
}

static void put_option(const struct sw_command *c, const struct sw_option *o, FILE *out)
{
    char brief[200];
    fprintf(out, "complete -c spanwise -n '__spanwise_in %s' -l %s", c->name, o->name);
    if (o->letter)
        fprintf(out, " -s %c", o->letter);
    if (o->kind == SW_VALUE_FILE)
        fputs(" -r -F", out);
    else if (o->kind != SW_VALUE_NONE && !o->is_optional)
        fputs(" -x", out);
    if (o->kind == SW_VALUE_CHOICE) {
        fputs(" -a '", out);
        sw_completion_choices(o, out);
        fputc('\'', out);
    }
    fputs(" -d ", out);
    put_quoted(sw_completion_brief(o, brief, sizeof brief), out);
    fputc('\n', out);
}

static void put_command(const struct sw_command *c, FILE *out)
{
    struct sw_options options;
    char name[SW_CHOICE_SIZE];
    fprintf(out, "complete -c spanwise -n __spanwise_first -f -a %s -d ", c->name);
    put_quoted(c->what, out);
    fputc('\n', out);
    sw_options_of(c, &options);
    for (size_t i = 0; i < options.n; i++)
        if (!sw_option_is_heading(&options.list[i]) && !options.list[i].is_hidden)
            put_option(c, &options.list[i], out);
    if (c->operands == SW_NOTHING || c->operands == SW_CHOICES)
        fprintf(out, "complete -c spanwise -n '__spanwise_in %s' -f\n", c->name);
    if (c->operands == SW_PROFILES) /* which it puts first */
        fprintf(out,
                "complete -c spanwise -n '__spanwise_in %s' -f -k -a '(__fish_complete_suffix "
                ".prof)'\n",
                c->name);
    for (size_t i = 0; c->operands == SW_CHOICES && sw_choice_of(c->choices, i, name); i++)
        fprintf(out, "complete -c spanwise -n '__spanwise_in %s' -f -a %s\n", c->name, name);
}

void sw_completion_fish(FILE *out)
{
    fputs("# fish completion for spanwise, made by 'spanwise completion fish'\n"
          "function __spanwise_first\n"
          "    test (count (commandline -opc)) -eq 1\n"
          "end\n"
          "function __spanwise_in\n"
          "    set -l words (commandline -opc)\n"
          "    test (count $words) -ge 2; and test $words[2] = $argv[1]\n"
          "end\n",
          out);
    for (size_t i = 0; sw_commands[i]; i++)
        put_command(sw_commands[i], out);
}
