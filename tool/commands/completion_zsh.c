/* Completion by zsh: _arguments does the work, and has a specification for each option. */
#include "tool/commands/completion.h"

/* Inside '...' of the shell, and [...] or ... : ... of a specification. */
static void put_quoted(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else if (*text == '[' || *text == ']' || *text == ':' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    }
}

static void put_value(const struct sw_option *o, FILE *out)
{
    if (o->kind == SW_VALUE_NONE)
        return;
    fputs(o->is_optional ? "::" : ":", out);
    put_quoted(o->value, out);
    fputc(':', out);
    if (o->kind == SW_VALUE_FILE)
        fputs("_files", out);
    if (o->kind != SW_VALUE_CHOICE)
        return;
    fputc('(', out);
    sw_completion_choices(o, out);
    fputc(')', out);
}

static void put_option(const struct sw_option *o, FILE *out)
{
    char brief[200];
    sw_completion_brief(o, brief, sizeof brief);
    if (o->letter) {
        fprintf(out, " \\\n            '*-%c%s[", o->letter, o->kind == SW_VALUE_NONE ? "" : "+");
        put_quoted(brief, out);
        fputc(']', out);
        put_value(o, out);
        fputc('\'', out);
    }
    fprintf(out, " \\\n            '*--%s%s[", o->name,
            o->kind == SW_VALUE_NONE ? ""
            : o->is_optional         ? "=-"
                                     : "=");
    put_quoted(brief, out);
    fputc(']', out);
    put_value(o, out);
    fputc('\'', out);
}

static void put_operands(const struct sw_command *c, FILE *out)
{
    char name[SW_CHOICE_SIZE];
    switch (c->operands) {
    case SW_NOTHING:
        break;
    case SW_PROFILES:
        fputs(" \\\n            '*:profile:_files -g \"*.(prof|tree)\"'", out);
        break;
    case SW_SOURCES:
        fputs(" \\\n            '*:file:_files'", out);
        break;
    case SW_PROGRAM:
        fputs(" \\\n            '(-)1:program:{ _command_names -e || _files }'"
              " \\\n            '*::arguments:_normal'",
              out);
        break;
    case SW_PROGRAM_OR_PROFILE:
        fputs(" \\\n            '(-)1:program or profile:{ _command_names -e;"
              " _path_files -g \"*.(prof|tree)\" || _path_files -/ }'"
              " \\\n            '*::arguments:_normal'",
              out);
        break;
    case SW_CHOICES:
        fputs(" \\\n            '1:shell:(", out);
        for (size_t i = 0; sw_choice_of(c->choices, i, name); i++)
            fprintf(out, "%s%s", i ? " " : "", name);
        fputs(")'", out);
    }
}

static void put_command(const struct sw_command *c, FILE *out)
{
    struct sw_options options;
    sw_options_of(c, &options);
    fprintf(out, "    %s)\n        _arguments -s -S", c->name);
    for (size_t i = 0; i < options.n; i++)
        if (!sw_option_is_heading(&options.list[i]) && !options.list[i].is_hidden)
            put_option(&options.list[i], out);
    put_operands(c, out);
    fputs("\n        ;;\n", out);
}

void sw_completion_zsh(FILE *out)
{
    fputs("#compdef spanwise\n"
          "# zsh completion for spanwise, made by 'spanwise completion zsh'\n"
          "_spanwise()\n{\n    local -a commands\n    commands=(\n",
          out);
    for (size_t i = 0; sw_commands[i]; i++) {
        fprintf(out, "        '%s:", sw_commands[i]->name);
        put_quoted(sw_commands[i]->what, out);
        fputs("'\n", out);
    }
    fputs("    )\n"
          "    if ((CURRENT == 2)); then\n"
          "        _describe -t commands 'command' commands\n"
          "        return\n"
          "    fi\n"
          "    shift words\n"
          "    ((CURRENT--))\n"
          "    case $words[1] in\n",
          out);
    for (size_t i = 0; sw_commands[i]; i++)
        put_command(sw_commands[i], out);
    fputs("    help)\n"
          "        _describe -t commands 'command' commands\n"
          "        ;;\n"
          "    esac\n}\n\n"
          "if [[ $funcstack[1] == _spanwise ]]; then\n"
          "    _spanwise \"$@\"\n"
          "else\n"
          "    compdef _spanwise spanwise\n"
          "fi\n",
          out);
}
