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

static void add(struct sw_options *options, const struct sw_option *option)
{
    if (options->n == SW_OPTIONS_MOST)
        abort(); /* a table that has grown */
    options->list[options->n++] = *option;
}

static void add_all(struct sw_options *options, const struct sw_option *list)
{
    for (; list && (list->name || list->heading || list->include); list++) {
        if (list->include)
            add_all(options, list->include);
        else
            add(options, list);
    }
}

void sw_options_of(const struct sw_command *command, struct sw_options *options)
{
    static const struct sw_option help = {.name = "help", .id = 'h', .help = "print this text"};
    options->n = 0;
    add_all(options, command->options);
    if (!command->is_compiler)
        add(options, &help);
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
    if (sw_option_letter(o))
        snprintf(letter, sizeof letter, "-%c, ", sw_option_letter(o));
    if (o->kind == SW_VALUE_NONE)
        snprintf(text, size, "%s--%s", letter, o->name);
    else
        snprintf(text, size, o->is_optional ? "%s--%s[=%s]" : "%s--%s=%s", letter, o->name,
                 o->value);
    return text;
}
