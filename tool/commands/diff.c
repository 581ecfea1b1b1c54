/* `spanwise diff`: what changed from one profile to another. */
#include "report/model/diff.h"
#include "profile/file.h"
#include "tool/commands/html_output.h"
#include "tool/common/command.h"
#include "tool/common/print.h"
#include "tool/options/arguments.h"
#include "tool/options/describe.h"
#include "tool/options/page_options.h"

#include <string.h>

struct request {
    struct sw_diff_options options;
    const char *out;
    const char *html; /* where the page goes, too; NULL: nowhere */
    bool exit_code;
};

#define AT(member) SW_FIELD(struct request, member)

const struct sw_option sw_diff_takes[] = {
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
    {0},
};

/* Returns -1 to go on, or the exit status. */
static int parse_arguments(int argc, char **argv, struct request *r)
{
    int status = sw_arguments_parse(&sw_describe_diff, argc, argv, r);
    if (status >= 0)
        return status;
    if (optind < argc && !sw_html_is_alone(r->html, argv[optind]))
        return 2;
    if (argc - optind != 2) {
        sw_error("diff needs two profiles, and %d %s given: 'spanwise diff BEFORE AFTER'",
                 argc - optind, argc - optind == 1 ? "is" : "are");
        return 2;
    }
    r->options.names[0] = argv[optind];
    r->options.names[1] = argv[optind + 1];
    return r->options.format != SW_DIFF_HTML || sw_print_suits(r->out, SW_OUTPUT_PAGE) ? -1 : 2;
}

struct printed {
    const struct sw_diff *diff;
    const struct sw_diff_options *options;
};

static int print(const void *data, FILE *out)
{
    const struct printed *p = data;
    return sw_diff_print(p->diff, p->options, out);
}

static int compare(const struct request *r, const struct sw_profile *before,
                   const struct sw_profile *after)
{
    struct sw_diff diff;
    struct sw_diff_options page = r->options;
    struct printed printed = {&diff, &r->options}, on_page = {&diff, &page};
    page.format = SW_DIFF_HTML;
    page.page.top = 0; /* a page has room for all */
    if (sw_diff_make(&diff, before, after)) {
        sw_error("not enough memory");
        return 1;
    }
    bool fine = sw_print(r->out, stdout, "the differences", print, &printed);
    if (r->html)
        fine = sw_print(sw_html_name(r->html, after->program, "diff"), stdout, "the page", print,
                        &on_page) &&
               fine;
    int differs = r->exit_code && !diff.is_equal && !diff.is_noise;
    sw_diff_release(&diff);
    return !fine || differs;
}

int sw_command_diff(int argc, char **argv)
{
    struct request request = {.out = NULL};
    const char *const *names = request.options.names;
    struct sw_profile before, after;
    char why[9000];
    int status = parse_arguments(argc, argv, &request);
    if (status >= 0)
        return status;
    sw_profile_init(&before);
    sw_profile_init(&after);
    if (sw_profile_read_measured(&before, names[0], why, sizeof why) ||
        sw_profile_read_measured(&after, names[1], why, sizeof why) ||
        sw_diff_check(&before, names[0], &after, names[1], why, sizeof why)) {
        sw_error("%s", why);
        status = 1;
    } else {
        status = compare(&request, &before, &after);
    }
    sw_profile_release(&before);
    sw_profile_release(&after);
    return status;
}
