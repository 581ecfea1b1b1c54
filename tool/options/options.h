/*
 * What commands and options there are: the one description that parsing, --help, manual pages and completion are
 * made from. Each command's is in its own file, after the settings that its options fill.
 */
#pragma once

#include "report/report.h"

#include <getopt.h>

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
     * How the value is taken: by default, by its kind, into a field of the command's settings: 1 where it
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
    /* Takes its own argv (argv[0] is its name) and returns the exit status: 0 fine, 1 failed or found, 2 usage; those that run a
     * program return its own. */
    int (*run)(int argc, char **argv);
    const char *what;                  /* in one line */
    const char *synopses[SW_SYNOPSES]; /* what follows the name */
    const char *about;                 /* paragraphs, with an empty line between them */
    const struct sw_option *options;   /* ended by one of zeros; --help is added */
    enum sw_operands operands;
    const char *choices; /* of SW_CHOICES: "bash, zsh, ..." */
    const char *needs;   /* what the first operand is, if there has to be one: "program" */
    struct sw_example examples[SW_EXAMPLES];
    const char *status; /* the exit status, where it is not the usual */
    const char *see;    /* other commands: "run, diff" */
    bool is_compiler;   /* it does not parse its options as the others do */
};

extern const struct sw_command sw_command_why, sw_command_cc, sw_command_run, sw_command_sample,
    sw_command_report, sw_command_diff, sw_command_merge, sw_command_check, sw_command_bench,
    sw_command_calibrate, sw_command_predict, sw_command_what_if, sw_command_meters,
    sw_command_completion;

extern const struct sw_command *const sw_commands[]; /* all, as they are listed; ended by NULL */

/* What a profile is called where nobody says (outputs.h), as users read it. */
#define SW_FILE_DEFAULT "PROGRAM.prof"

/* NULL: there is none. */
const struct sw_command *sw_command_find(const char *name);

struct sw_options {
    struct sw_option list[SW_OPTIONS_MOST]; /* headings too, but nothing that is to be included */
    size_t n;
};

#define SW_EACH_OPTION(o, options) \
    for (const struct sw_option *o = (options)->list; o < (options)->list + (options)->n; o++)

/* All of a command's, in their order, bound to fields of its settings. */
void sw_options_of(const struct sw_command *command, struct sw_options *options);

static inline bool sw_option_is_heading(const struct sw_option *option)
{
    return option->heading != NULL;
}

/* It stands in --help, and is offered. */
static inline bool sw_option_is_shown(const struct sw_option *option)
{
    return !sw_option_is_heading(option) && !option->is_hidden;
}

/* The `i`th thing that may be chosen: into `name`, which it returns; NULL: there are not so many. */
const char *sw_option_choice(const struct sw_option *option, size_t i, char name[SW_CHOICE_SIZE]);

/* The `i`th part of "a, b, c". */
const char *sw_choice_of(const char *choices, size_t i, char name[SW_CHOICE_SIZE]);

/* "-o, --output=FILE". */
char *sw_option_spelling(const struct sw_option *option, char *text, size_t size);

/* Takes a value by the kind of its option, for those that have another way, which is this one and something more. */
bool sw_take_by_kind(const struct sw_option *option, const char *value, void *field);

/* Numbers of processors, from 1 to its most: "1,2,4" (sw_number_list_parse()). The field is a bool for each, from 0 on. */
bool sw_take_list(const struct sw_option *option, const char *value, void *field);

/* -q. It may have a field or none. */
bool sw_take_quiet(const struct sw_option *option, const char *value, void *field);

/* --memory, bound to a uint64_t: as in struct sw_live_options. */
bool sw_take_memory(const struct sw_option *option, const char *text, void *field);

#define SW_TAKES_MEMORY(...)                                                                      \
    {                                                                                             \
        "memory", 0, SW_VALUE_WORD, "SIZE",                                                       \
            .help = "run once more, several times slower, to find which lines read and write "    \
                    "memory, if "                                                                 \
                    "a core has SIZE of cache (--memory=2M; default: this machine's last cache)", \
            .is_optional = true, .wrong = "--memory takes from 128K to 256M of cache, not '%s'",  \
            .take = sw_take_memory, __VA_ARGS__                                                   \
    }

/* Bound to a const char *. */
#define SW_TAKES_MACHINE(...)                                                                      \
    {                                                                                              \
        "machine", 0, SW_VALUE_FILE, "FILE",                                                       \
            .help = "with --memory: the machine whose memory is meant, as written by 'spanwise "   \
                    "calibrate', or the name of a server that comes with the tool (default: this " \
                    "machine if it has the cores, else the smallest such server that has them)",   \
            __VA_ARGS__                                                                            \
    }

/* -q of every command; a field may follow, for those that have a report on stderr. */
#define SW_TAKES_QUIET(...)                                                                    \
    {                                                                                          \
        "quiet", 'q', .help = "nothing on stderr but errors: no report, no progress, no hint", \
                      .writes = true, .take = sw_take_quiet, __VA_ARGS__                       \
    }

/* -N of every command that has numbers of cores, into the field that follows; and -P, as some called it once. */
#define SW_TAKES_CORES(help_, most_, ...)                                                       \
    {"processors",  'N',           SW_VALUE_WORD,        "LIST",                                \
     .help = help_, .most = most_, .take = sw_take_list, __VA_ARGS__},                          \
    {                                                                                           \
        "cores", 'P', SW_VALUE_WORD, "LIST", .help = "as -N", .is_hidden = true, .most = most_, \
                                             .take = sw_take_list, __VA_ARGS__                  \
    }

/* Says that the value is wrong. Returns false. */
bool sw_take_wrong(const struct sw_option *option, const char *value);

/* --width and --color of what is printed for people: to be included, bound to a struct sw_report_options. Each command has its own
 * words for --top, which it binds to that struct's. */
extern const struct sw_option sw_page_takes[];

#define SW_TAKES_TOP                                                          \
    .least = 1, .most = SW_REPORT_ALL, .word = "all", .means = SW_REPORT_ALL, \
    .wrong = "'--top=%s' is not a positive number or 'all'"

/* The command, then all that it was given, as "--name=value", but for what says only what is written; ends with NULL, and is good until
 * the next is parsed. For a profile, so that it can be measured again. */
char *const *sw_arguments_given(void);

/* Takes all of them into the command's settings, which its options are bound to; what follows begins at argv[optind].
 * -1: go on; else the exit status, after a message or the usage. */
int sw_arguments_parse(const struct sw_command *command, int argc, char **argv, void *settings);

/* The same, from argv[optind] on. */
int sw_arguments_parse_more(const struct sw_command *command, int argc, char **argv,
                            void *settings);

/*
 * The value of an option: "4", "1,2,4", "1-8" or "1..8", and "1,2,4,...,64", which goes on as the two
 * numbers before it do. Sets wanted[n] for each n, from 1 to `most`. False: it is none; the caller says so.
 */
bool sw_number_list_parse(const char *text, uint64_t most, bool *wanted);

/* Numbers that are limits: positive and finite. False after a message. "100", "1.5", into a double. */
bool sw_take_ratio(const struct sw_option *option, const char *text, void *field);

/* "5%", "2.5%", also without the sign: a share, which may be 0, into a double. */
bool sw_take_percent(const struct sw_option *option, const char *text, void *field);

/* "1200000", "1.2M" (K, M, G, T: thousands), in the meter's unit, or "1.2ms" (ns, us, ms, s), which is a time, in ns. */
bool sw_amount_cost(const struct sw_option *option, const char *text, double *value, int *is_time);

/* "8:5.5": on 8 processors 5.5. */
bool sw_amount_speedup(const struct sw_option *option, const char *text, uint64_t *processors,
                       double *value);

/* What --help prints, and the manual pages; of `spanwise` itself, or NULL, too. */
void sw_usage_print(const struct sw_command *command, FILE *out);
void sw_usage_print_all(FILE *out);
void sw_manual_print(const struct sw_command *command, FILE *out);
