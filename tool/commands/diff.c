/*
 * spanwise diff: what changed from one profile to another, or to what is measured now: by the same command of ours with the same
 * options, and the same program with its arguments.
 */
#include "report/model/diff.h"
#include "analysis/compare/change.h"
#include "analysis/workspan/sites.h"
#include "base/text.h"
#include "compile/text/text.h"
#include "console/install.h"
#include "console/message.h"
#include "profile/file.h"
#include "profile/profile.h"
#include "tool/commands/outputs.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/measure/child.h"
#include "tool/options/options.h"

/* Measuring again what a profile is of: the same command of ours with the same options, and the same program with its arguments. */

/* Whether it says how; else says so. A file may come from anywhere: of us it may only ask to measure. */
static bool is_known(const struct sw_profile *p, const char *name)
{
    if (sw_profile_has_rank(p))
        return sw_error(
            "'%s' is of a program that '%s' started: run it again under that, then 'spanwise "
            "diff %s NEW.prof'",
            name, p->rank.launcher, name);
    for (size_t k = 0; k < sw_words_count(p->command); k++)
        if (!strncmp(p->command[k], "--pid=", 6))
            return sw_error(
                "'%s' is of a process that was already running, which spanwise cannot start again: "
                "'spanwise sample -p PID -o NEW.prof', then 'spanwise diff %s NEW.prof'",
                name, name);
    if (sw_words_count(p->args) && sw_words_count(p->command) &&
        sw_is_among(p->command[0], "run why sample bench"))
        return true;
    return sw_error(
        "'%s' does not say how it was measured, so it cannot be measured again: 'spanwise run "
        "-o NEW.prof PROGRAM' and 'spanwise diff %s NEW.prof' compare two",
        name, name);
}

static void name_after(const char *name, char path[PATH_MAX])
{
    const char *stem = strcmp(name, "-") ? name : "stdin";
    size_t n = strlen(stem) - (sw_ends_in(stem, ".prof") ? 5 : 0);
    snprintf(path, PATH_MAX, "%.*s-after.prof", (int)n % (PATH_MAX - 16), stem);
}

/* A new profile is another file: it is written under a name of its own, and renamed. */
static ino_t file_number(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 ? s.st_ino : 0;
}

/* All but its first `n` words, which are ours. */
static char **make_command(const struct sw_profile *p, char *exe, char *path, size_t *n)
{
    static char quiet[] = "-q", output[] = "-o", no_page[] = "--no-html", end[] = "--";
    char **argv = calloc(sw_words_count(p->command) + sw_words_count(p->args) + 8, sizeof *argv);
    if (!argv)
        return NULL;
    argv[(*n)++] = exe;
    for (char **word = p->command; *word; word++)
        argv[(*n)++] = *word;
    argv[(*n)++] = quiet;
    argv[(*n)++] = output;
    argv[(*n)++] = path;
    if (!strcmp(p->command[0], "why"))
        argv[(*n)++] = no_page;
    argv[(*n)++] = end;
    for (size_t i = 0; p->args[i]; i++)
        argv[*n + i] = p->args[i];
    return argv;
}

/* Whether that runs the program more than once, if it can be repeated. */
static bool is_several(const struct sw_profile *p)
{
    bool is_several = !strcmp(p->command[0], "why") || !strcmp(p->command[0], "bench");
    for (char **word = p->command; *word; word++)
        if (!strcmp(*word, "--steady") || !strcmp(*word, "--quick"))
            is_several = !strcmp(*word, "--steady");
    return is_several;
}

static bool run(const struct sw_profile *p, const char *name, char path[PATH_MAX])
{
    char exe[PATH_MAX], words[2][SW_ARGUMENTS_TEXT];
    const char *own = sw_install_exe();
    size_t n = 0;
    struct sw_child_end end = {0};
    snprintf(exe, sizeof exe, "%s", own ? own : "");
    char **argv = own ? make_command(p, exe, path, &n) : NULL;
    if (!argv)
        return false;
    if (!sw_is_quiet())
        sw_error("running 'spanwise %s %s' again%s", sw_join_arguments(p->command, words[0]),
                 sw_join_arguments(p->args, words[1]),
                 is_several(p) ? ", which runs the program several times" : "");
    ino_t before = file_number(path);
    struct sw_child child = {.argv = argv, .mute = true, .poll_fd = -1};
    sw_interrupt_hold();
    int error = sw_child_run(&child, &end);
    sw_interrupt_release();
    free(argv);
    if (error) {
        sw_child_refuse(exe, error);
        return false;
    }
    if (file_number(path) != before) {
        sw_written_add(path);
        return true;
    }
    return sw_error("nothing is compared with '%s': it was not measured again", name);
}

/* Says what it runs, whose standard output goes nowhere, and puts the name of the new profile into `path`: FILE-after.prof beside FILE.prof.
 * False after a message: the profile does not say how it was measured, or nothing came of it. */
static bool measure_again(const struct sw_profile *p, const char *name, char path[PATH_MAX])
{
    name_after(name, path);
    return is_known(p, name) && run(p, name, path);
}

struct request {
    struct sw_diff_options options;
    const char *out;
    const char *html; /* where the page goes, too; NULL: nowhere */
    bool exit_code;
};

#define AT(member) SW_FIELD(struct request, member)

static const struct sw_option takes[] = {
    {"format", 0, SW_VALUE_CHOICE, "FORMAT",
     .help = "format: text (default), csv, json, html (one page)", .choices = SW_DIFF_FORMAT_NAMES,
     AT(options.format)},
    {"sort", 0, SW_VALUE_CHOICE, "KEY",
     .help = "order of the sites, by change: span (default; what got worse first), work, "
             "parallelism; or line",
     .choices = SW_DIFF_SORT_NAMES, AT(options.sort)},
    {"top", 0, SW_VALUE_NUMBER, "N",
     .help = "the N sites that changed most; 'all' for all (default: 10 in text)", SW_TAKES_TOP,
     AT(options.page.top)},
    {"exit-code", .help = "exit with 1 if any figure differs by more than noise", AT(exit_code)},
    {.include = sw_page_takes, AT(options.page)},
    {"output", 'o', SW_VALUE_FILE, "OUT", .help = "write to the file OUT", AT(out)},
    {.include = sw_html_takes, AT(html)},
    SW_TAKES_QUIET(),
    {0},
};

/* Returns -1 to go on, or the exit status. */
static int parse_arguments(int argc, char **argv, struct request *r)
{
    int status = sw_arguments_parse(&sw_command_diff, argc, argv, r);
    if (status >= 0)
        return status;
    if (optind < argc && !sw_html_is_alone(r->html, argv[optind]))
        return 2;
    if (argc - optind < 1 || argc - optind > 2)
        return sw_fail(
            2,
            "diff needs two profiles ('spanwise diff BEFORE AFTER'), or one, whose program it "
            "runs again; got %d",
            argc - optind);
    r->options.names[0] = argv[optind];
    r->options.names[1] = argv[optind + 1]; /* NULL: to be measured */
    return r->options.format != SW_AS_PAGE || sw_print_suits(r->out, SW_OUTPUT_PAGE) ? -1 : 2;
}

/* One of them, by what the profiles are; of two kinds, their verdicts only. */
struct printed {
    const struct sw_diff *diff;
    const struct sw_effort_diff *efforts;
    const struct sw_profile *before, *after;
};

static int print(const struct printed *p, const struct sw_diff_options *options, FILE *out)
{
    return p->efforts ? sw_effort_diff_print(p->efforts, options, out)
           : p->diff  ? sw_diff_print(p->diff, options, out)
                      : sw_promise_print(p->before, p->after, options, out);
}

static bool print_all(const struct request *r, const struct printed *p, const char *program)
{
    struct sw_diff_options page = r->options;
    bool fine = SW_PRINT(r->out, stdout, "the differences", print(p, &r->options, to.out));
    page.format = SW_AS_PAGE;
    page.page.top = 0; /* a page has room for all */
    if (r->html)
        fine &= SW_PRINT(sw_html_name(r->html, program, "diff"), stdout, "the page",
                         print(p, &page, to.out));
    return fine;
}

/* Of two kinds, their verdicts only. */
static int compare(const struct request *r, const struct sw_profile *before,
                   const struct sw_profile *after)
{
    struct sw_diff diff;
    struct sw_effort_diff efforts;
    struct printed p = {.before = before, .after = after};
    bool is_effort = sw_profile_is_effort(after);
    if (sw_profile_is_effort(before) != is_effort)
        return !print_all(r, &p, after->program);
    if (is_effort ? sw_effort_diff_make(&efforts, before, after)
                  : sw_diff_make(&diff, before, after))
        return sw_fail(1, "not enough memory");
    if (is_effort)
        p.efforts = &efforts;
    else
        p.diff = &diff;
    bool fine = print_all(r, &p, after->program);
    bool differs =
        is_effort ? !efforts.is_equal && !efforts.is_noise : !diff.is_equal && !diff.is_noise;
    if (is_effort)
        sw_effort_diff_release(&efforts);
    else
        sw_diff_release(&diff);
    return !fine || (r->exit_code && differs);
}

/* Whether there is something to compare: 0, or -EINVAL and a sentence. Of two kinds that is what their verdicts say. */
static int check(const struct request *r, const struct sw_profile *before,
                 const struct sw_profile *after, char *why, size_t size)
{
    const char *const *names = r->options.names;
    int sampled = sw_profile_is_effort(after);
    bool is_same =
        !strcmp(sw_base_name(sw_string(before->program)), sw_base_name(sw_string(after->program)));
    bool is_known = is_same && r->options.promise->before.cause != SW_WHY_UNKNOWN &&
                    r->options.promise->after.cause != SW_WHY_UNKNOWN;
    if (sw_profile_is_effort(before) == sampled)
        return sw_diff_check(before, names[0], after, names[1], why, size);
    if (is_known && r->options.format != SW_AS_CSV && !r->exit_code)
        return 0;
    snprintf(
        why, size,
        "cannot compare '%.2000s' and '%.2000s': '%.2000s' is of 'spanwise sample', which measures "
        "neither work nor span, and the other is not",
        names[0], names[1], names[sampled]);
    return -EINVAL;
}

/* What to do about the program comes before another way to look at it. */
static void say_next(const struct request *r)
{
    const struct sw_verdict *v = &r->options.promise->after;
    const char *name = r->options.names[1];
    if (v->cause < SW_WHY_CAUSES)
        sw_written_tell("fix that, then 'spanwise diff %s' runs it again and compares", name);
    else if (r->out || r->html)
        sw_written_tell(NULL);
    else
        sw_written_tell("'spanwise diff --html %s %s' makes a page of it", r->options.names[0],
                        name);
}

/* Both are there. */
static int diff(struct request *r, const struct sw_profile *before, struct sw_profile *after)
{
    struct sw_promise promise;
    int status = 1;
    if (!SW_FINE(sw_profile_read(after, r->options.names[1], why, sizeof why)))
        return 1;
    if (sw_promise_make(&promise, before, after))
        return sw_fail(1, "not enough memory");
    r->options.promise = &promise;
    if (SW_FINE(check(r, before, after, why, sizeof why))) {
        status = compare(r, before, after);
        say_next(r);
    }
    sw_promise_release(&promise);
    return status;
}

static int command(int argc, char **argv)
{
    struct request request = {.out = NULL};
    const char **names = request.options.names;
    char path[PATH_MAX];
    int status = parse_arguments(argc, argv, &request);
    if (status >= 0)
        return status;
    SW_LOCAL_PROFILE(before);
    SW_LOCAL_PROFILE(after);
    if (SW_FINE(sw_profile_read(&before, names[0], why, sizeof why)) &&
        (names[1] || (measure_again(&before, names[0], path) && (names[1] = path))))
        return diff(&request, &before, &after);
    return 1;
}

const struct sw_command sw_command_diff = {
    .name = "diff",
    .run = command,
    .what = "what changed between two profiles, or since one, and where",
    .synopses = {"[options] BEFORE AFTER", "[options] FILE"},
    .about =
        "Compares two profiles of the same kind, of 'spanwise run' or 'why', of 'sample', or of "
        "'bench': the whole program, its regions, and its call sites or functions, matched by "
        "name and order of lines, so that lines may have moved.\n\n"
        "With one profile, its program is run again, with the same arguments and options, and the "
        "two are compared. The new profile is FILE-after.prof; the program's standard output is "
        "discarded.",
    .options = takes,
    .operands = SW_PROFILES,
    .examples = {{"spanwise diff old.prof new.prof",
                  "What a change did to work, span and parallelism."},
                 {"spanwise diff yours.prof",
                  "The same since yours.prof was made: runs the program again."}},
    .status = "0: compared; 1: failed, or with --exit-code, something differs; 2: bad options.",
    .see = "run, sample, bench, check, report",
};
