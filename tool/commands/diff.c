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

static bool parse_option(int option, void *data)
{
    struct request *r = data;
    int taken = sw_page_options_take(&r->options.page, option, optarg);
    if (taken)
        return taken > 0;
    switch (option) {
    case SW_OPT_FORMAT:
        return sw_arguments_chosen("format", sw_diff_parse_format(optarg, &r->options.format),
                                   sw_diff_format_names);
    case SW_OPT_SORT:
        return sw_arguments_chosen("sort", sw_diff_parse_sort(optarg, &r->options.sort),
                                   sw_diff_sort_names);
    case SW_OPT_EXIT_CODE:
        r->exit_code = true;
        return true;
    case SW_OPT_HTML:
        r->html = optarg ? optarg : "";
        return true;
    case 'o':
        r->out = optarg;
        return true;
    }
    return false;
}

/* Returns -1 to go on, or the exit status. */
static int parse_arguments(int argc, char **argv, struct request *r)
{
    int status = sw_arguments_parse(&sw_describe_diff, argc, argv, parse_option, r);
    if (status >= 0)
        return status;
    if (optind < argc && !sw_html_is_alone(r->html, argv[optind]))
        return 2;
    if (argc - optind != 2) {
        sw_error("two profiles are compared, and %d %s given: 'spanwise diff BEFORE AFTER'",
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
    int differs = r->exit_code && !diff.is_equal;
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
