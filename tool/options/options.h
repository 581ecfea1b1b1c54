/*
 * What commands and options there are: the one description that parsing, --help, manual pages and completion are
 * made from. Each command's is in describe_COMMAND.c.
 */
#ifndef SPANWISE_TOOL_OPTIONS_OPTIONS_H
#define SPANWISE_TOOL_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* What take() is told of an option that has no letter. A word is the same in all commands. Those that several
 * commands share by more than the word have numbers of their own: run_options.h, page_options.h, plan_options.h. */
enum sw_option_id {
    SW_OPT_FORMAT = 256,
    SW_OPT_SORT,
    SW_OPT_SERIAL,
    SW_OPT_ON,
    SW_OPT_VIEW,
    SW_OPT_PHYSICAL,
    SW_OPT_CHECK,
    SW_OPT_TOOL,
    SW_OPT_REPORT_RANK,
    SW_OPT_FORCE_THREADS,
    SW_OPT_BATON,
    SW_OPT_TRIALS,
    SW_OPT_WARM_UP,
    SW_OPT_PROFILE,
    SW_OPT_NO_PROFILE,
    SW_OPT_COPIES,
    SW_OPT_STDIN,
    SW_OPT_SHOW_OUTPUT,
    SW_OPT_MIN_PARALLELISM,
    SW_OPT_MIN_BURDENED,
    SW_OPT_MIN_SPEEDUP,
    SW_OPT_MAX_SPAN,
    SW_OPT_MAX_WORK,
    SW_OPT_REGION,
    SW_OPT_SITE,
    SW_OPT_WHOLE,
    SW_OPT_BASELINE,
    SW_OPT_TOLERANCE,
    SW_OPT_KEEP,
    SW_OPT_EXIT_CODE,
    SW_OPT_RANKS,
    SW_OPT_FORCE,
    SW_OPT_SKIP_BAD,
    SW_OPT_SHOW,
    SW_OPT_QUICK,
    SW_OPT_AT,
    SW_OPT_METHOD,
    SW_OPT_SYNTHESIZE,
    SW_OPT_MEMORY,
    SW_OPT_RANK,
    SW_OPT_RATE,
    SW_OPT_COMPILER,
    SW_OPT_REWRITE,
    SW_OPT_LINK_FLAGS,
    SW_OPT_HTML,
    SW_OPT_TREE,
    SW_OPT_DEPTH,
    SW_OPT_LEAST,
    SW_OPT_FOCUS,
    SW_OPT_SOURCES,
    SW_OPT_HELP
};

enum sw_value_kind {
    SW_VALUE_NONE,
    SW_VALUE_WORD,
    SW_VALUE_NUMBER,
    SW_VALUE_FILE,
    SW_VALUE_CHOICE
};

struct sw_option {
    const char *name; /* the long one */
    int id;           /* a letter, which is its short form then; or a sw_option_id */
    enum sw_value_kind kind;
    const char *value; /* what stands for it: "FILE" */
    /* The first line is a sentence. Each further one is "NAME\twhat it is", of a value. Blanks may become line breaks. */
    const char *help;
    const char *choices;             /* of SW_VALUE_CHOICE: "text, csv, ..."; ... */
    const char *(*choice)(size_t i); /* ... or by number, NULL at the end */
    bool is_optional;                /* the value: --copies[=N] */
    bool is_hidden;                  /* another spelling of one that is shown */
    const char *heading;             /* no option: a line above those that follow */
    const struct sw_option *include; /* no option: all of these, which other commands have too */
};

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

/* All of a command's, in their order. */
void sw_options_of(const struct sw_command *command, struct sw_options *options);

static inline bool sw_option_is_heading(const struct sw_option *option)
{
    return option->heading != NULL;
}

/* The short form, or 0. */
static inline char sw_option_letter(const struct sw_option *option)
{
    return option->id < 256 ? (char)option->id : 0;
}

/* The `i`th thing that may be chosen: into `name`, which it returns; NULL: there are not so many. */
const char *sw_option_choice(const struct sw_option *option, size_t i, char name[SW_CHOICE_SIZE]);

/* The `i`th part of "a, b, c". */
const char *sw_choice_of(const char *choices, size_t i, char name[SW_CHOICE_SIZE]);

/* "-o, --output=FILE". */
char *sw_option_spelling(const struct sw_option *option, char *text, size_t size);

#endif
