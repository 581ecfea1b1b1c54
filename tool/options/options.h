/*
 * What commands and options there are: the one description that parsing, --help, manual pages and completion are
 * made from. Each command's is in describe_COMMAND.c; its options stand beside the settings that they fill.
 */
#ifndef SPANWISE_TOOL_OPTIONS_OPTIONS_H
#define SPANWISE_TOOL_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sw_value_kind {
    SW_VALUE_NONE,
    SW_VALUE_WORD,
    SW_VALUE_NUMBER,
    SW_VALUE_FILE,
    SW_VALUE_CHOICE
};

struct sw_option;

/* Takes a value, which is NULL where there is none, into what the option is bound to. False after a message. */
typedef bool (*sw_take_option)(const struct sw_option *option, const char *value, void *field);

struct sw_option {
    const char *name; /* the long one */
    char letter;      /* the short one; 0: none */
    enum sw_value_kind kind;
    const char *value; /* what stands for it: "FILE" */
    /* The first line is a sentence. Each further one is "NAME\twhat it is", of a value. Blanks may become line breaks. */
    const char *help;
    const char *choices;             /* of SW_VALUE_CHOICE: "text, csv, ..."; ... */
    const char *(*choice)(size_t i); /* ... or by number, NULL at the end */
    bool is_optional;                /* the value: --copies[=N] */
    bool is_hidden;                  /* another spelling of one that is shown */
    bool writes; /* it says what is written or shown, and nothing of how a program is measured */
    const char *heading;             /* no option: a line above those that follow */
    const struct sw_option *include; /* no option: all of these, bound to what is in its field */
    /*
     * How the value is taken (take.h): by default, by its kind, into a field of the command's settings: 1 where it
     * takes none; a number; a text, "" where that is left out; of choices, the number of the one chosen.
     */
    size_t at, size;      /* the field: SW_FIELD */
    uint64_t least, most; /* of a number; `least` of the first choice */
    const char *suffix;   /* that a number may have */
    const char *word;     /* instead of a number, as "all", ... */
    uint64_t means;       /* ... that is this one; so is a number or choice that is left out */
    const char *accepts;  /* the choices, where it takes more than it shows */
    const char *wrong;    /* what is said of a bad value, which is its %s; NULL: by the kind */
    sw_take_option take;  /* another way; it may use all of the above as it likes */
    size_t given;         /* a const char * that becomes the word of argv it is in; 0: none */
};

#define SW_FIELD(type, member) \
    .at = offsetof(type, member), .size = sizeof(((const type *)0)->member)

enum sw_operands {
    SW_NOTHING,
    SW_PROFILES,
    SW_PROGRAM,            /* and its arguments: options end before it */
    SW_PROGRAM_OR_PROFILE, /* the same */
    SW_SOURCES,            /* of the compiler, with its options */
    SW_CHOICES             /* of `choices` */
};

struct sw_example {
    const char *line, *what;
};

enum { SW_SYNOPSES = 2, SW_EXAMPLES = 4, SW_OPTIONS_MOST = 64, SW_CHOICE_SIZE = 64 };

struct sw_command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what;                  /* in one line */
    const char *synopses[SW_SYNOPSES]; /* what follows the name */
    const char *about;                 /* paragraphs, with an empty line between them */
    const struct sw_option *options;   /* ended by one of zeros; --help is added */
    enum sw_operands operands;
    const char *choices; /* of SW_CHOICES: "bash, zsh, ..." */
    struct sw_example examples[SW_EXAMPLES];
    const char *status; /* the exit status, where it is not the usual */
    const char *see;    /* other commands: "run, diff" */
    bool is_compiler;   /* it does not parse its options as the others do */
};

extern const struct sw_command *const sw_commands[]; /* ended by NULL */

/* NULL: there is none. */
const struct sw_command *sw_command_find(const char *name);

struct sw_options {
    struct sw_option list[SW_OPTIONS_MOST]; /* headings too, but nothing that is to be included */
    size_t n;
};

/* All of a command's, in their order, bound to fields of its settings. */
void sw_options_of(const struct sw_command *command, struct sw_options *options);

static inline bool sw_option_is_heading(const struct sw_option *option)
{
    return option->heading != NULL;
}

/* The `i`th thing that may be chosen: into `name`, which it returns; NULL: there are not so many. */
const char *sw_option_choice(const struct sw_option *option, size_t i, char name[SW_CHOICE_SIZE]);

/* The `i`th part of "a, b, c". */
const char *sw_choice_of(const char *choices, size_t i, char name[SW_CHOICE_SIZE]);

/* "-o, --output=FILE". */
char *sw_option_spelling(const struct sw_option *option, char *text, size_t size);

#endif
