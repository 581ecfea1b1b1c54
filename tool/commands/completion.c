/*
 * spanwise completion: what a shell needs to know of the commands, made from their descriptions. The script for bash has a table of
 * each command's options; what is done with it is the same for all. With '=' among COMP_WORDBREAKS, as it usually is, "--format=js"
 * comes as three words. For zsh, _arguments does the work, and has a specification for each option. For fish it is a line for each
 * option, which holds where its command is the first word.
 */
#include "console/message.h"
#include "tool/commands/outputs.h"
#include "tool/options/options.h"

enum { BRIEF = 70 };

/* What an option does, in some words, up to where details begin: into `text`, which it returns. */
static char *put_brief(const struct sw_option *o, char *text, size_t size)
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

/* All that may be chosen, with blanks between. */
static void put_choices(const struct sw_option *o, FILE *out)
{
    char name[SW_CHOICE_SIZE];
    for (size_t i = 0; sw_option_choice(o, i, name); i++)
        fprintf(out, "%s%s", i ? " " : "", name);
}

/* "--format= -o": what is offered. */
static void bash_words(const struct sw_options *options, FILE *out)
{
    SW_EACH_OPTION (o, options) {
        if (!sw_option_is_shown(o))
            continue;
        if (o->letter)
            fprintf(out, "-%c ", o->letter);
        fprintf(out, "--%s%s ", o->name, o->kind == SW_VALUE_NONE || o->is_optional ? "" : "=");
    }
}

/* Those whose value may be the next word. */
static void bash_valued(const struct sw_options *options, FILE *out)
{
    SW_EACH_OPTION (o, options) {
        if (sw_option_is_heading(o) || o->kind == SW_VALUE_NONE || o->is_optional)
            continue;
        if (o->letter)
            fprintf(out, " -%c", o->letter);
        fprintf(out, " --%s", o->name);
    }
}

static void bash_values(const struct sw_options *options, FILE *out)
{
    SW_EACH_OPTION (o, options) {
        if (!sw_option_is_shown(o) || (o->kind != SW_VALUE_CHOICE && o->kind != SW_VALUE_FILE))
            continue;
        fprintf(out, "        --%s", o->name);
        if (o->letter)
            fprintf(out, " | -%c", o->letter);
        if (o->kind == SW_VALUE_FILE) {
            fputs(") values=file ;;\n", out);
            continue;
        }
        fputs(") values='", out);
        put_choices(o, out);
        fputs("' ;;\n", out);
    }
}

static void bash_command(const struct sw_command *c, FILE *out)
{
    static const char *const operands[] = {
        [SW_NOTHING] = "nothing", [SW_PROFILES] = "profile",
        [SW_PROGRAM] = "program", [SW_PROGRAM_OR_PROFILE] = "program",
        [SW_SOURCES] = "file",    [SW_CHOICES] = "choice",
    };
    struct sw_options options;
    char name[SW_CHOICE_SIZE];
    sw_options_of(c, &options);
    fprintf(out, "    %s)\n        options='", c->name);
    bash_words(&options, out);
    fputs("'\n        valued='", out);
    bash_valued(&options, out);
    fprintf(out, " '\n        operands=%s\n", operands[c->operands]);
    if (c->operands == SW_CHOICES) {
        fputs("        names='", out);
        for (size_t i = 0; sw_choice_of(c->choices, i, name); i++)
            fprintf(out, "%s ", name);
        fputs("'\n", out);
    }
    fputs("        case $option in\n        '') ;;\n", out);
    bash_values(&options, out);
    fputs("        esac\n        ;;\n", out);
}

static const char bash_head[] =
    "# bash completion for spanwise, made by 'spanwise completion bash'\n"
    "_spanwise_files()\n"
    "{\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t COMPREPLY < <(compgen -f -- \"$1\")\n"
    "}\n"
    "\n"
    "_spanwise()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}\n"
    "    local option= before= options= valued= values= operands= names= word i\n"
    "    COMPREPLY=()\n"
    "    if ((COMP_CWORD == 1)); then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$(_spanwise_commands) help --help --version\" "
    "-- "
    "\"$cur\")\n"
    "        return\n"
    "    fi\n"
    "    # The option whose value this is.\n"
    "    if [[ $cur == = ]]; then\n"
    "        option=${COMP_WORDS[COMP_CWORD - 1]} cur=\n"
    "    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then\n"
    "        option=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    elif [[ $cur == --*=* ]]; then\n"
    "        option=${cur%%=*} before=$option= cur=${cur#*=}\n"
    "    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == -* ]]; then\n"
    "        option=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    fi\n"
    "    case $command in\n"
    "    help) operands=choice names=$(_spanwise_commands) ;;\n";

static const char bash_tail[] =
    "    *) return ;;\n"
    "    esac\n"
    "    # What follows a program is its own.\n"
    "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if [[ $word == -- && $operands == program ]]; then\n"
    "            ((i++))\n"
    "            break\n"
    "        elif [[ ${COMP_WORDS[i + 1]} == = ]]; then\n"
    "            ((i += 2))\n"
    "        elif [[ $word == -* ]]; then\n"
    "            [[ $valued != *\" $word \"* ]] || ((i++))\n"
    "        elif [[ $operands == program ]]; then\n"
    "            break\n"
    "        fi\n"
    "    done\n"
    "    if ((i < COMP_CWORD)); then\n"
    "        if declare -F _command_offset >/dev/null; then\n"
    "            _command_offset \"$i\"\n"
    "        else\n"
    "            _spanwise_files \"$cur\"\n"
    "        fi\n"
    "        return\n"
    "    fi\n"
    "    # A word after an option that has no value there is none of it.\n"
    "    if [[ $option && ! $before && ${COMP_WORDS[COMP_CWORD]} != = &&\n"
    "        ${COMP_WORDS[COMP_CWORD - 1]} != = && $valued != *\" $option \"* ]]; then\n"
    "        option= values=\n"
    "    fi\n"
    "    if [[ $option ]]; then\n"
    "        case $values in\n"
    "        file) _spanwise_files \"$cur\" ;;\n"
    "        *) mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$cur\") ;;\n"
    "        esac\n"
    "        COMPREPLY=(\"${COMPREPLY[@]/#/$before}\")\n"
    "    elif [[ $cur == -* ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\")\n"
    "        [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace "
    "2>/dev/null\n"
    "    else\n"
    "        case $operands in\n"
    "        choice) mapfile -t COMPREPLY < <(compgen -W \"$names\" -- \"$cur\") ;;\n"
    "        program)\n"
    "            [[ $cur == */* ]] || _spanwise_files \"$cur\"\n"
    "            compopt -o filenames 2>/dev/null\n"
    "            [[ ! $cur ]] || mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(\n"
    "                compgen -c -- \"$cur\"\n"
    "                compgen -f -X '!*.prof' -- \"$cur\"\n"
    "            )\n"
    "            ((${#COMPREPLY[@]})) || _spanwise_files \"$cur\"\n"
    "            ;;\n"
    "        profile)\n"
    "            compopt -o filenames 2>/dev/null\n"
    "            mapfile -t COMPREPLY < <(\n"
    "                compgen -f -X '!*.prof' -- \"$cur\"\n"
    "                compgen -f -X '!*.tree' -- \"$cur\"\n"
    "                compgen -d -- \"$cur\"\n"
    "            )\n"
    "            ((${#COMPREPLY[@]})) || _spanwise_files \"$cur\"\n"
    "            ;;\n"
    "        file) _spanwise_files \"$cur\" ;;\n"
    "        esac\n"
    "    fi\n"
    "}\n"
    "complete -F _spanwise spanwise\n";

static void print_bash(FILE *out)
{
    fputs(bash_head, out);
    for (size_t i = 0; sw_commands[i]; i++)
        bash_command(sw_commands[i], out);
    fputs(bash_tail, out);
    fputs("_spanwise_commands()\n{\n    echo", out);
    for (size_t i = 0; sw_commands[i]; i++)
        fprintf(out, " %s", sw_commands[i]->name);
    fputs("\n}\n", out);
}

/* Inside '...' of the shell, and [...] or ... : ... of a specification. */
static void zsh_quoted(const char *text, FILE *out)
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

static void zsh_value(const struct sw_option *o, FILE *out)
{
    if (o->kind == SW_VALUE_NONE)
        return;
    fputs(o->is_optional ? "::" : ":", out);
    zsh_quoted(o->value, out);
    fputc(':', out);
    if (o->kind == SW_VALUE_FILE)
        fputs("_files", out);
    if (o->kind != SW_VALUE_CHOICE)
        return;
    fputc('(', out);
    put_choices(o, out);
    fputc(')', out);
}

static void zsh_rest(const struct sw_option *o, FILE *out)
{
    char brief[200];
    zsh_quoted(put_brief(o, brief, sizeof brief), out);
    fputc(']', out);
    zsh_value(o, out);
    fputc('\'', out);
}

static void zsh_option(const struct sw_option *o, FILE *out)
{
    if (o->letter) {
        fprintf(out, " \\\n            '*-%c%s[", o->letter, o->kind == SW_VALUE_NONE ? "" : "+");
        zsh_rest(o, out);
    }
    fprintf(out, " \\\n            '*--%s%s[", o->name,
            o->kind == SW_VALUE_NONE ? ""
            : o->is_optional         ? "=-"
                                     : "=");
    zsh_rest(o, out);
}

static void zsh_operands(const struct sw_command *c, FILE *out)
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

static void zsh_command(const struct sw_command *c, FILE *out)
{
    struct sw_options options;
    sw_options_of(c, &options);
    fprintf(out, "    %s)\n        _arguments -s -S", c->name);
    SW_EACH_OPTION (o, &options)
        if (sw_option_is_shown(o))
            zsh_option(o, out);
    zsh_operands(c, out);
    fputs("\n        ;;\n", out);
}

static void print_zsh(FILE *out)
{
    fputs("#compdef spanwise\n"
          "# zsh completion for spanwise, made by 'spanwise completion zsh'\n"
          "_spanwise()\n{\n    local -a commands\n    commands=(\n",
          out);
    for (size_t i = 0; sw_commands[i]; i++) {
        fprintf(out, "        '%s:", sw_commands[i]->name);
        zsh_quoted(sw_commands[i]->what, out);
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
        zsh_command(sw_commands[i], out);
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

static void fish_quoted(const char *text, FILE *out)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('\'', out);
}

static void fish_option(const struct sw_command *c, const struct sw_option *o, FILE *out)
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
        put_choices(o, out);
        fputc('\'', out);
    }
    fputs(" -d ", out);
    fish_quoted(put_brief(o, brief, sizeof brief), out);
    fputc('\n', out);
}

static void fish_command(const struct sw_command *c, FILE *out)
{
    struct sw_options options;
    char name[SW_CHOICE_SIZE];
    fprintf(out, "complete -c spanwise -n __spanwise_first -f -a %s -d ", c->name);
    fish_quoted(c->what, out);
    fputc('\n', out);
    sw_options_of(c, &options);
    SW_EACH_OPTION (o, &options)
        if (sw_option_is_shown(o))
            fish_option(c, o, out);
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

static void print_fish(FILE *out)
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
        fish_command(sw_commands[i], out);
}

static void print_table(FILE *out)
{
    static const char *const kinds[] = {"-", "word", "number", "file", "choice"};
    struct sw_options options;
    for (size_t c = 0; sw_commands[c]; c++) {
        sw_options_of(sw_commands[c], &options);
        SW_EACH_OPTION (o, &options) {
            if (sw_option_is_heading(o))
                continue;
            fprintf(out, "%s\t--%s\t", sw_commands[c]->name, o->name);
            fprintf(out, o->letter ? "-%c" : "-", o->letter);
            fprintf(out, "\t%s\t%s\t%s\t", kinds[o->kind], o->value ? o->value : "-",
                    o->is_hidden     ? "hidden"
                    : o->is_optional ? "optional"
                                     : "-");
            put_choices(o, out);
            fputc('\n', out);
        }
    }
}

static const struct {
    const char *name;
    void (*print)(FILE *out);
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}, {"tsv", print_table}};

static int command(int argc, char **argv)
{
    int status = sw_arguments_parse(&sw_command_completion, argc, argv, NULL);
    if (status >= 0)
        return status;
    if (argc - optind != 1)
        return sw_fail(2, "no shell given: 'spanwise completion bash', zsh or fish");
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(shells[i].name, argv[optind]))
            continue;
        shells[i].print(stdout);
        return !sw_print_is_out();
    }
    return sw_fail(2, "no completion for '%s': use bash, zsh, fish or tsv", argv[optind]);
}

const struct sw_command sw_command_completion = {
    .name = "completion",
    .run = command,
    .what = "print shell completion for bash, zsh or fish",
    .synopses = {"bash|zsh|fish|tsv"},
    .about = "Prints a script for the shell, so that the Tab key completes commands, options and "
             "their values. 'make install' already puts these where shells look. 'tsv' is for your "
             "own tools: one option per line, with the command, long name, letter, kind and name "
             "of the value, optional or hidden, and the choices, separated by tabs.",
    .operands = SW_CHOICES,
    .choices = "bash, zsh, fish, tsv",
    .examples = {{"source <(spanwise completion bash)", "For this shell, or in ~/.bashrc."},
                 {"spanwise completion zsh > ~/.zfunc/_spanwise",
                  "If ~/.zfunc is in fpath before compinit."},
                 {"spanwise completion fish > ~/.config/fish/completions/spanwise.fish",
                  "Where fish looks."}},
};
