/* `spanwise merge`: the profiles of the ranks of an MPI program, side by side and as one. */
#include "report/model/merge.h"
#include "base/text.h"
#include "console/message.h"
#include "profile/file.h"
#include "tool/commands/outputs.h"
#include "tool/options/options.h"

#include <dirent.h>

struct request {
    struct sw_merge_options options;
    struct sw_merge merge;
    const char *out;
    const char *html; /* where the page goes, too; NULL: nowhere */
    bool force, skip_bad;
    bool in_directory; /* the file that is being added was found in one */
};

#define AT(member) SW_FIELD(struct request, member)

static const struct sw_option takes[] = {
    {"output", 'o', SW_VALUE_FILE, "OUT",
     .help = "also write one profile for all, for 'spanwise report', 'diff' and 'check': the work "
             "is the sum, the span is the longest of all ranks",
     AT(out)},
    {.include = sw_html_takes, AT(html)},
    {"format", 0, SW_VALUE_CHOICE, "FORMAT",
     .help = "format: text (default), csv (ranks), csv-sites, json, html (one page)",
     .choices = SW_MERGE_FORMAT_NAMES, AT(options.format)},
    {"sort", 0, SW_VALUE_CHOICE, "KEY",
     .help = "order of the sites: spread (default: largest excess of one rank over the mean), "
             "work, line",
     .choices = SW_MERGE_SORT_NAMES, AT(options.sort)},
    {"top", 0, SW_VALUE_NUMBER, "N",
     .help = "the first N sites; 'all' for all (default: 10 in text)", SW_TAKES_TOP,
     AT(options.page.top)},
    {"ranks", 0, SW_VALUE_NUMBER, "N",
     .help = "in text, the N ranks farthest from the mean; 'all' for all (default: all, or 8 if "
             "there are more than 16)",
     .least = 1, .most = SIZE_MAX / 2, .word = "all", .means = SW_REPORT_ALL, AT(options.ranks)},
    {"force", .help = "merge different programs, or runs with different numbers of ranks",
     AT(force)},
    {"skip-bad", .help = "leave out files that cannot be read", AT(skip_bad)},
    SW_TAKES_QUIET(),
    {.include = sw_page_takes, AT(options.page)},
    {0},
};

/* Returns -1 to go on, or the exit status. */
static int parse_arguments(int argc, char **argv, struct request *r)
{
    int status = sw_arguments_parse(&sw_command_merge, argc, argv, r);
    if (status >= 0)
        return status;
    bool is_fine = sw_html_is_alone(r->html, argv[optind]) &&
                   (r->options.format != SW_MERGE_HTML || sw_print_suits(NULL, SW_OUTPUT_PAGE));
    return is_fine ? -1 : 2;
}

/* One profile is in memory at a time. False after a message. */
static bool add_file(struct request *r, const char *path)
{
    char why[9000];
    if (r->out && sw_output_is_same(r->out, path)) {
        if (r->in_directory)
            return true; /* of the last time */
        return sw_error("-o would replace '%s', one of the profiles to merge", path);
    }
    SW_LOCAL_PROFILE(profile);
    sw_progress("merge: %zu profiles read, now '%s'", (size_t)r->merge.n_ranks, path);
    int error = sw_profile_read_measured(&profile, path, why, sizeof why);
    bool skipped = error && error != -ENOMEM && r->skip_bad;
    if (!error)
        error = sw_merge_add(&r->merge, &profile, path, why, sizeof why);
    if (error)
        sw_error("%s%s", why, skipped ? "; it is left out" : "");
    r->merge.n_skipped += skipped;
    return !error || skipped;
}

static int is_profile(const struct dirent *entry)
{
    return sw_ends_in(entry->d_name, ".prof");
}

static bool add_directory(struct request *r, const char *directory)
{
    struct dirent **entries;
    char path[PATH_MAX + NAME_MAX + 2];
    bool fine = true;
    int n = scandir(directory, &entries, is_profile, versionsort);
    if (n < 0)
        return sw_error("cannot read the directory '%s': %s", directory, strerror(errno));
    if (n == 0) {
        sw_error("no *.prof in '%s'", directory);
        fine = false;
    }
    r->in_directory = true;
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, entries[i]->d_name);
        fine = fine && add_file(r, path);
        free(entries[i]);
    }
    r->in_directory = false;
    free(entries);
    return fine;
}

static bool add_argument(struct request *r, const char *path)
{
    struct stat s;
    bool is_directory = stat(path, &s) == 0 && S_ISDIR(s.st_mode);
    return is_directory ? add_directory(r, path) : add_file(r, path);
}

static bool finish(struct request *r)
{
    if (!r->merge.n_ranks)
        return sw_error("no profile is left to merge");
    return SW_FINE(sw_merge_finish(&r->merge, why, sizeof why)) &&
           sw_profile_save(&r->merge.whole, r->out);
}

static bool print_page(struct request *r)
{
    r->options.format = SW_MERGE_HTML;
    r->options.page.top = 0; /* a page has room for all */
    return SW_PRINT(sw_html_name(r->html, r->merge.whole.program, "merge"), stdout, "the page",
                    sw_merge_print(&r->merge, &r->options, to.out));
}

static int command(int argc, char **argv)
{
    struct request request = {.out = NULL};
    int status = parse_arguments(argc, argv, &request);
    if (status >= 0)
        return status;
    sw_merge_init(&request.merge, request.force);
    bool fine = true;
    for (int i = optind; fine && i < argc; i++)
        fine = add_argument(&request, argv[i]);
    sw_progress_erase();
    bool merged = fine = fine && finish(&request);
    if (merged)
        fine = SW_PRINT(NULL, stdout, "the report",
                        sw_merge_print(&request.merge, &request.options, to.out));
    if (merged && request.html)
        fine = print_page(&request) && fine;
    if (request.out)
        sw_written_tell("'spanwise report %s' reports on all ranks as one", request.out);
    else
        sw_written_tell(NULL);
    sw_merge_release(&request.merge);
    return !fine;
}

const struct sw_command sw_command_merge = {
    .name = "merge",
    .run = command,
    .what = "compare the ranks of an MPI program, and merge their profiles",
    .synopses = {"[options] FILE|DIRECTORY..."},
    .about =
        "Reads the profiles of an MPI program's ranks, one per FILE or all *.prof in a DIRECTORY, "
        "and shows how the ranks differ: work, span, load balance, which is slowest, and where.",
    .options = takes,
    .operands = SW_PROFILES,
    .needs = "profiles",
    .examples = {{"mpirun -n 64 spanwise run ./yours && spanwise merge yours.*.prof",
                  "Profile all ranks, and compare them."}},
    .see = "run, report, diff",
};
