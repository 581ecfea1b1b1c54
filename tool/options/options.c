#include "tool/options/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct sw_command *sw_command_find(const char *name)
{
    for (size_t i = 0; sw_commands[i]; i++)
        if (!strcmp(sw_commands[i]->name, name))
            return sw_commands[i];
    return NULL;
}

/* `at` is where what they are bound to begins in the settings; `given` is of those that have none. */
static void add_all(struct sw_options *options, const struct sw_option *list, size_t at,
                    size_t given)
{
    for (; list && (list->name || list->heading || list->include); list++) {
        struct sw_option o = *list;
        o.at += at;
        o.given = o.given ? at + o.given : given;
        if (o.include)
            add_all(options, o.include, o.at, o.given);
        else if (options->n == SW_OPTIONS_MOST)
            abort(); /* a table that has grown */
        else
            options->list[options->n++] = o;
    }
}

void sw_options_of(const struct sw_command *command, struct sw_options *options)
{
    static const struct sw_option help[] = {{"help", 'h', .help = "print this text"}, {0}};
    options->n = 0;
    add_all(options, command->options, 0, 0);
    if (!command->is_compiler)
        add_all(options, help, 0, 0);
}

const char *sw_choice_of(const char *choices, size_t i, char name[SW_CHOICE_SIZE])
{
    while (i-- && choices) {
        choices = strchr(choices, ',');
        choices = choices ? choices + strspn(choices, ", ") : NULL;
    }
    if (!choices || !*choices)
        return NULL;
    snprintf(name, SW_CHOICE_SIZE, "%.*s", (int)strcspn(choices, ","), choices);
    return name;
}

const char *sw_option_choice(const struct sw_option *option, size_t i, char name[SW_CHOICE_SIZE])
{
    if (!option->choice)
        return sw_choice_of(option->choices, i, name);
    const char *choice = option->choice(i);
    if (!choice)
        return NULL;
    snprintf(name, SW_CHOICE_SIZE, "%s", choice);
    return name;
}

char *sw_option_spelling(const struct sw_option *o, char *text, size_t size)
{
    char letter[8] = "";
    if (o->letter)
        snprintf(letter, sizeof letter, "-%c, ", o->letter);
    if (o->kind == SW_VALUE_NONE)
        snprintf(text, size, "%s--%s", letter, o->name);
    else
        snprintf(text, size, o->is_optional ? "%s--%s[=%s]" : "%s--%s=%s", letter, o->name,
                 o->value);
    return text;
}
