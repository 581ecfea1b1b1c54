/*
 * Completion by bash. The script has a table of each command's options; what is done with it is the same for all. With
 * '=' among COMP_WORDBREAKS, as it usually is, "--format=js" comes as three words.
 */
#include "tool/commands/completion.h"

#include <string.h>

static bool is_shown(const struct sw_option *o)
{
    return !sw_option_is_heading(o) && !o->is_hidden;
}

/* "--format= -o": what is offered. */
static void put_words(const struct sw_options *options, FILE *out)
{
    for (size_t i = 0; i < options->n; i++) {
        const struct sw_option *o = &options->list[i];
        if (!is_shown(o))
            continue;
        if (o->letter)
            fprintf(out, "-%c ", o->letter);
        fprintf(out, "--%s%s ", o->name, o->kind == SW_VALUE_NONE || o->is_optional ? "" : "=");
    }
}

/* Those whose value may be the next word. */
static void put_valued(const struct sw_options *options, FILE *out)
{
    for (size_t i = 0; i < options->n; i++) {
        const struct sw_option *o = &options->list[i];
        if (sw_option_is_heading(o) || o->kind == SW_VALUE_NONE || o->is_optional)
            continue;
        if (o->letter)
            fprintf(out, " -%c", o->letter);
        fprintf(out, " --%s", o->name);
    }
}

static void put_values(const struct sw_options *options, FILE *out)
{
    for (size_t i = 0; i < options->n; i++) {
        const struct sw_option *o = &options->list[i];
        if (!is_shown(o) || (o->kind != SW_VALUE_CHOICE && o->kind != SW_VALUE_FILE))
            continue;
        fprintf(out, "        --%s", o->name);
        if (o->letter)
            fprintf(out, " | -%c", o->letter);
        if (o->kind == SW_VALUE_FILE) {
            fputs(") values=file ;;\n", out);
            continue;
        }
        fputs(") values='", out);
        sw_completion_choices(o, out);
        fputs("' ;;\n", out);
    }
}

static void put_command(const struct sw_command *c, FILE *out)
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
    put_words(&options, out);
    fputs("'\n        valued='", out);
    put_valued(&options, out);
    fprintf(out, " '\n        operands=%s\n", operands[c->operands]);
    if (c->operands == SW_CHOICES) {
        fputs("        names='", out);
        for (size_t i = 0; sw_choice_of(c->choices, i, name); i++)
            fprintf(out, "%s ", name);
        fputs("'\n", out);
    }
    fputs("        case $option in\n        '') ;;\n", out);
    put_values(&options, out);
    fputs("        esac\n        ;;\n", out);
}

static const char head[] =
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

static const char tail[] =
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

void sw_completion_bash(FILE *out)
{
    fputs(head, out);
    for (size_t i = 0; sw_commands[i]; i++)
        put_command(sw_commands[i], out);
    fputs(tail, out);
    fputs("_spanwise_commands()\n{\n    echo", out);
    for (size_t i = 0; sw_commands[i]; i++)
        fprintf(out, " %s", sw_commands[i]->name);
    fputs("\n}\n", out);
}
