/*
 * What the options of commands are, how their values are taken into a command's settings, how a command line is gone through by
 * them, and what is said of bad ones.
 */
#include "tool/options/options.h"
#include "analysis/memory/traffic.h"
#include "analysis/workspan/nearest.h"
#include "console/message.h"

const struct sw_command *const sw_commands[] = {
    &sw_command_why,       &sw_command_cc,         &sw_command_run,
    &sw_command_sample,    &sw_command_report,     &sw_command_diff,
    &sw_command_merge,     &sw_command_check,      &sw_command_bench,
    &sw_command_calibrate, &sw_command_predict,    &sw_command_what_if,
    &sw_command_meters,    &sw_command_completion, NULL,
};

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

struct list {
    const char *at;
    uint64_t most;
    bool *wanted;
    uint64_t before, last; /* the newest two; 0: none */
};

/* A number at the start of the text, which then goes on behind it. */
static bool next_number(struct list *list, uint64_t least, uint64_t *value)
{
    char *end;
    errno = 0;
    unsigned long long v = strtoull(list->at, &end, 10);
    if (*list->at < '0' || *list->at > '9' || errno || v < least || v > list->most)
        return false;
    list->at = end;
    *value = v;
    return true;
}

static void put_numbers(struct list *list, uint64_t n)
{
    list->wanted[n] = true;
    list->before = list->last;
    list->last = n;
}

/* "4", "1-4" or "1..4" */
static bool take_range(struct list *list)
{
    uint64_t first, last;
    if (!next_number(list, 1, &first))
        return false;
    put_numbers(list, first);
    if (*list->at != '-' && (strncmp(list->at, "..", 2) || list->at[2] == '.'))
        return true;
    list->at += *list->at == '-' ? 1 : 2;
    if (!next_number(list, first, &last))
        return false;
    while (first < last)
        put_numbers(list, ++first);
    return true;
}

/* "...,64": doubled where the two before it were, else in steps of their distance. */
static bool go_on(struct list *list)
{
    uint64_t end, before = list->before, last = list->last;
    list->at += 4;
    if (!before || last <= before || !next_number(list, last + 1, &end))
        return false;
    bool doubles = last == 2 * before;
    for (uint64_t n = last; n <= end; n += doubles ? n : last - before)
        list->wanted[n] = true;
    put_numbers(list, end);
    return true;
}

bool sw_number_list_parse(const char *text, uint64_t most, bool *wanted)
{
    struct list list = {.at = text, .most = most, .wanted = wanted};
    while (!strncmp(list.at, "...,", 4) ? go_on(&list) : take_range(&list)) {
        if (!*list.at)
            return true;
        if (*list.at++ != ',')
            break;
    }
    return false;
}

/* Digits, as people write them: strtod() also takes "nan", "inf", "0x1p3" and blanks. */
static bool take_real(const char *text, double *value, const char **rest)
{
    char *end;
    size_t size = strspn(text, "0123456789.");
    if (!isdigit((unsigned char)*text))
        return false;
    *value = strtod(text, &end);
    *rest = text + size;
    return end == *rest && isfinite(*value);
}

bool sw_take_ratio(const struct sw_option *option, const char *text, void *field)
{
    double *value = field;
    const char *rest;
    if (take_real(text, value, &rest) && !*rest && *value > 0)
        return true;
    return sw_error("--%s takes a number above 0, not '%s'", option->name, text);
}

static const struct {
    const char *name;
    double factor;
    int is_time;
} suffixes[] = {
    {"", 1, 0},     {"K", 1e3, 0}, {"k", 1e3, 0},  {"M", 1e6, 0},         {"G", 1e9, 0},
    {"T", 1e12, 0}, {"ns", 1, 1},  {"us", 1e3, 1}, {"\302\265s", 1e3, 1}, {"ms", 1e6, 1},
    {"s", 1e9, 1},
};

bool sw_amount_cost(const struct sw_option *option, const char *text, double *value, int *is_time)
{
    const char *rest;
    if (take_real(text, value, &rest) && *value > 0)
        for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
            if (!strcmp(rest, suffixes[i].name) && *value * suffixes[i].factor < 0x1p64) {
                *value *= suffixes[i].factor;
                *is_time = suffixes[i].is_time;
                return true;
            }
    return sw_error(
        "--%s takes a number above 0, with K, M or G, or a time with ns, us, ms or s, not "
        "'%s'",
        option->name, text);
}

bool sw_amount_speedup(const struct sw_option *option, const char *text, uint64_t *processors,
                       double *value)
{
    char *end;
    const char *rest;
    unsigned long long p = strtoull(text, &end, 10);
    if (isdigit((unsigned char)*text) && *end == ':' && p >= 1 && p <= 1000000000 &&
        take_real(end + 1, value, &rest) && !*rest && *value > 0) {
        *processors = p;
        return true;
    }
    return sw_error("--%s takes processors and a speedup, such as '8:5.5', not '%s'", option->name,
                    text);
}

bool sw_take_percent(const struct sw_option *option, const char *text, void *field)
{
    double *share = field;
    const char *rest;
    if (take_real(text, share, &rest) && (!*rest || !strcmp(rest, "%")) && *share <= 100000) {
        *share /= 100;
        return true;
    }
    return sw_error("--%s takes a percentage, such as '5%%', not '%s'", option->name, text);
}

bool sw_take_wrong(const struct sw_option *o, const char *value)
{
    const char *at = o->wrong ? strstr(o->wrong, "%s") : NULL;
    if (at)
        return sw_error("%.*s%s%s", (int)(at - o->wrong), o->wrong, value, at + 2);
    if (o->kind == SW_VALUE_NUMBER)
        return sw_error("--%s takes a whole number from %llu to %llu, not '%s'", o->name,
                        (unsigned long long)o->least, (unsigned long long)o->most, value);
    return sw_error("'--%s=%s' is not one of %s", o->name, value, o->choices);
}

/* Flags, enums and numbers are whole numbers of several sizes. */
static bool put(const struct sw_option *o, uint64_t number, void *field)
{
    if (o->size == sizeof(bool))
        *(bool *)field = number != 0;
    else if (o->size == sizeof(uint32_t))
        *(uint32_t *)field = (uint32_t)number;
    else if (o->size == sizeof(uint64_t))
        *(uint64_t *)field = number;
    else
        abort(); /* it is bound to nothing, or to something else */
    return true;
}

static bool take_number(const struct sw_option *o, const char *value, void *field)
{
    char *end;
    errno = 0;
    if (!value || (o->word && !strcmp(value, o->word)))
        return put(o, o->means, field);
    unsigned long long n = strtoull(value, &end, 10);
    if (*value < '0' || *value > '9' || errno || n < o->least || n > o->most ||
        (*end && (!o->suffix || strcmp(end, o->suffix))))
        return sw_take_wrong(o, value);
    return put(o, n, field);
}

static bool take_choice(const struct sw_option *o, const char *value, void *field)
{
    const char *choices = o->accepts ? o->accepts : o->choices;
    char name[SW_CHOICE_SIZE];
    if (!value)
        return put(o, o->means, field);
    for (size_t i = 0; sw_choice_of(choices, i, name); i++)
        if (!strcmp(value, name))
            return put(o, o->least + i, field);
    return sw_take_wrong(o, value);
}

bool sw_take_by_kind(const struct sw_option *o, const char *value, void *field)
{
    if (o->kind == SW_VALUE_NONE)
        return put(o, 1, field);
    if (o->kind == SW_VALUE_NUMBER)
        return take_number(o, value, field);
    if (o->kind == SW_VALUE_CHOICE)
        return take_choice(o, value, field);
    if (o->size != sizeof value)
        abort(); /* the same */
    *(const char **)field = value ? value : "";
    return true;
}

bool sw_take_list(const struct sw_option *o, const char *value, void *field)
{
    if (sw_number_list_parse(value, o->most, field))
        return true;
    return sw_error("-N takes numbers of cores from 1 to %llu, as '64', '1,2,4', '1-8' or "
                    "'1,2,4,...,64', not '%s'",
                    (unsigned long long)o->most, value);
}

bool sw_take_quiet(const struct sw_option *o, const char *value, void *field)
{
    sw_quiet_set();
    return !o->size || sw_take_by_kind(o, value, field);
}

/* As the option says. `word` is that of argv. */
static bool sw_take(const struct sw_option *o, const char *value, const char *word, void *settings)
{
    sw_take_option take = o->take ? o->take : sw_take_by_kind;
    if (o->given)
        *(const char **)((char *)settings + o->given) = word;
    return take(o, value, (char *)settings + o->at);
}

bool sw_take_memory(const struct sw_option *option, const char *text, void *field)
{
    uint64_t *memory = field;
    char *end;
    unsigned long long n = text ? strtoull(text, &end, 10) : 0;
    unsigned shift = !text                        ? 0
                     : *end == 'K' || *end == 'k' ? 10
                     : *end == 'M' || *end == 'm' ? 20
                                                  : 0;
    if (text &&
        (*text < '0' || *text > '9' || !shift || end[1] ||
         n > sw_capacity_bytes(SW_CAPACITIES - 1) >> shift || n << shift < sw_capacity_bytes(0)))
        return sw_take_wrong(option, text);
    *memory = 1 + (text ? sw_capacity_within(n << shift) : sw_traffic_usual_capacity());
    return true;
}

#define AT(member) SW_FIELD(struct sw_report_options, member)

const struct sw_option sw_page_takes[] = {
    {"width", 0, SW_VALUE_NUMBER, "N",
     .help = "columns of text (default: the terminal's, or COLUMNS, or 80)", .least = 1,
     .most = 100000, .wrong = "'--width=%s' is not a positive number", AT(width)},
    {"color", 0, SW_VALUE_CHOICE, "WHEN",
     .help = "when to colour: auto (default: on a terminal, unless NO_COLOR is set), always, never",
     .choices = "auto, always, never", AT(color)},
    {0},
};

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
    SW_EACH_OPTION (o, options)
        if (sw_option_is_shown(o))
            sw_nearest_offer(&nearest, o->name);
    bool near =
        nearest.n && nearest.distances[0] <= SLIPS_MOST && nearest.distances[0] * 2 < strlen(name);
    return near ? nearest.names[0] : NULL;
}

/* "--html": a choice of --format's, and a file for it. */
static bool is_a_format(const struct sw_options *options, const char *word)
{
    char name[SW_CHOICE_SIZE];
    if (strncmp(word, "--", 2))
        return false;
    SW_EACH_OPTION (o, options) {
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
        if (found == ':')
            return sw_fail(2, "'%s' needs a value", argv[optind - 1]);
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
    if (optind == argc || command->operands != SW_NOTHING)
        return -1;
    return sw_fail(2, "'spanwise %s' takes no arguments, but got '%s'", command->name,
                   argv[optind]);
}

int sw_arguments_parse(const struct sw_command *command, int argc, char **argv, void *settings)
{
    note_command(command);
    optind = 0; /* getopt may have run before, in the same process */
    int status = sw_arguments_parse_more(command, argc, argv, settings);
    if (status < 0 && optind == argc && command->needs)
        return sw_fail(2, "no %s given; see 'spanwise %s --help'", command->needs, command->name);
    return status;
}
