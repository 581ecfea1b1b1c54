#include "tool/options/arguments.h"
#include "analysis/workspan/nearest.h"
#include "console/message.h"
#include "tool/options/take.h"
#include "tool/options/usage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLIPS_MOST = 3,   /* that make an option look like another */
    FIRST_LONG = 256, /* of what getopt_long() returns: by their long names, in the list's order */
};

/* As getopt_long() wants them. */
struct tables {
    struct option longs[SW_OPTIONS_MOST + 1];
    char letters[2 * SW_OPTIONS_MOST + 3];
};

static int has_arg(const struct sw_option *o)
{
    if (o->kind == SW_VALUE_NONE)
        return no_argument;
    return o->is_optional ? optional_argument : required_argument;
}

/* Behind a program's name, options are its own. */
static void make_tables(const struct sw_command *command, const struct sw_options *options,
                        struct tables *t)
{
    bool program = command->operands == SW_PROGRAM || command->operands == SW_PROGRAM_OR_PROFILE;
    size_t n = 0;
    char *letter = t->letters;
    letter += sprintf(letter, program ? "+:" : ":");
    for (size_t i = 0; i < options->n; i++) {
        const struct sw_option *o = &options->list[i];
        if (sw_option_is_heading(o))
            continue;
        t->longs[n++] = (struct option){o->name, has_arg(o), NULL, FIRST_LONG + (int)i};
        if (o->letter)
            letter += sprintf(letter, "%c%s", o->letter, o->kind == SW_VALUE_NONE ? "" : ":");
    }
    t->longs[n] = (struct option){0};
}

/* "--frmat=json": '--format'. NULL: it looks like none. */
static const char *looks_like(const struct sw_options *options, const char *word)
{
    char name[64];
    struct sw_nearest nearest = {.wanted = name};
    if (strncmp(word, "--", 2))
        return NULL;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    for (size_t i = 0; i < options->n; i++)
        if (!sw_option_is_heading(&options->list[i]) && !options->list[i].is_hidden)
            sw_nearest_offer(&nearest, options->list[i].name);
    bool near =
        nearest.n && nearest.distances[0] <= SLIPS_MOST && nearest.distances[0] * 2 < strlen(name);
    return near ? nearest.names[0] : NULL;
}

/* "--html": a choice of --format's, and a file for it. */
static bool is_a_format(const struct sw_options *options, const char *word)
{
    char name[SW_CHOICE_SIZE];
    for (size_t i = 0; i < options->n && !strncmp(word, "--", 2); i++) {
        const struct sw_option *o = &options->list[i];
        if (sw_option_is_heading(o) || strcmp(o->name, "format"))
            continue;
        for (size_t k = 0; sw_option_choice(o, k, name); k++)
            if (strlen(name) == strcspn(word + 2, "=") && !strncmp(word + 2, name, strlen(name)))
                return true;
    }
    return false;
}

/* getopt_long() leaves a letter, the number of an option that takes no value and has one, or nothing in optopt. */
static void refuse(const struct sw_command *command, const struct sw_options *options,
                   const char *word)
{
    char letter[] = {'-', (char)optopt, 0};
    if (optopt >= FIRST_LONG) {
        sw_error("'%.*s' takes no value", (int)strcspn(word, "="), word);
        return;
    }
    if (optopt)
        word = letter;
    const char *like = looks_like(options, word);
    if (is_a_format(options, word))
        sw_error("unknown option '%s'; '--format=%.*s -o FILE' writes that", word,
                 (int)strcspn(word + 2, "="), word + 2);
    else if (like)
        sw_error("unknown option '%s'; did you mean '--%s'? See 'spanwise %s --help'", word, like,
                 command->name);
    else
        sw_error("unknown option '%s'; see 'spanwise %s --help'", word, command->name);
}

/* What getopt_long() has found; NULL: nothing that there is. */
static const struct sw_option *find(const struct sw_options *options, int found)
{
    if (found >= FIRST_LONG)
        return &options->list[found - FIRST_LONG];
    for (size_t i = 0; i < options->n; i++)
        if (options->list[i].letter == found)
            return &options->list[i];
    return NULL;
}

/* The word that the option is in. */
static const char *word_of(char **argv)
{
    bool apart = optarg && optarg == argv[optind - 1];
    return argv[optind - (apart ? 2 : 1)];
}

enum { GIVEN_MOST = 256 };
static char *given[GIVEN_MOST + 1];
static size_t n_given;

static void note(const char *name, const char *value)
{
    char *word;
    if (n_given < GIVEN_MOST && asprintf(&word, value ? "%s=%s" : "%s", name, value) >= 0)
        given[n_given++] = word;
    given[n_given] = NULL;
}

static void note_option(const struct sw_option *o, const char *value)
{
    char name[100];
    snprintf(name, sizeof name, "--%s", o->name);
    if (!o->writes)
        note(name, value);
}

static void note_command(const struct sw_command *command)
{
    while (n_given)
        free(given[--n_given]);
    note(command->name, NULL);
}

char *const *sw_arguments_given(void)
{
    return given;
}

int sw_arguments_parse_more(const struct sw_command *command, int argc, char **argv, void *settings)
{
    struct sw_options options;
    struct tables tables;
    int found;
    sw_options_of(command, &options);
    make_tables(command, &options, &tables);
    opterr = 0;
    while ((found = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1) {
        const struct sw_option *option = find(&options, found);
        if (found == ':') {
            sw_error("'%s' needs a value", argv[optind - 1]);
            return 2;
        }
        if (!option) {
            refuse(command, &options, argv[optind > 1 ? optind - 1 : 1]);
            return 2;
        }
        if (option->letter == 'h') {
            sw_usage_print(command, stdout);
            return 0;
        }
        if (!sw_take(option, optarg, word_of(argv), settings))
            return 2;
        note_option(option, optarg);
    }
    return -1;
}

int sw_arguments_parse(const struct sw_command *command, int argc, char **argv, void *settings)
{
    note_command(command);
    optind = 0; /* getopt may have run before, in the same process */
    return sw_arguments_parse_more(command, argc, argv, settings);
}
