/*
 * What commands write, and where: a report to stdout or a file, the page of --html with its sources, profiles; and the last line,
 * which says what was written.
 */
#include "tool/commands/outputs.h"
#include "base/text.h"
#include "console/message.h"
#include "profile/file.h"
#include "profile/output.h"
#include "tool/commands/names.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"

#include <sys/utsname.h>

static char written_files[2 * PATH_MAX]; /* "a, b" */
static char last_page[PATH_MAX];         /* the last that is one */
static char last[PATH_MAX];              /* may be written again, when more is known */

void sw_written_add(const char *path)
{
    size_t n = strlen(written_files);
    if (!path || !sw_is_file(path) || !strcmp(path, last))
        return;
    snprintf(last, sizeof last, "%s", path);
    snprintf(written_files + n, sizeof written_files - n, "%s%s", n ? ", " : "", path);
    if (sw_ends_in(path, ".html"))
        snprintf(last_page, sizeof last_page, "%s", path);
}

static void say_written(const char *format, va_list args)
{
    char next[4 * PATH_MAX] = "";
    if (format)
        vsnprintf(next, sizeof next, format, args);
    else if (*last_page)
        snprintf(next, sizeof next, "open %s in a browser", last_page);
    const char *written = *written_files ? "Written: " : "",
               *dot = *written_files && *next ? ". " : "";
    if ((*written_files || *next) && !sw_is_quiet())
        sw_hint("%s%s%s%s%s", written, written_files, dot, *next ? "Next: " : "", next);
    *written_files = *last_page = *last = 0;
}

void sw_written_say(const char *next, ...)
{
    va_list args;
    va_start(args, next);
    say_written(next, args);
    va_end(args);
}

void sw_written_tell(const char *next, ...)
{
    va_list args;
    va_start(args, next);
    if (isatty(STDERR_FILENO))
        say_written(next, args);
    va_end(args);
}

bool sw_print_begin(struct sw_print *p, const char *path, FILE *standard, const char *what)
{
    char why[4500];
    *p = (struct sw_print){.out = standard, .what = what};
    if (path && strcmp(path, "-")) {
        p->path = path;
        if (sw_output_open(&p->output, path, why, sizeof why))
            return sw_error("%s", why);
        p->out = p->output.file;
        errno = 0;
    }
    return true;
}

bool sw_print_end(struct sw_print *p, int error)
{
    char why[4500];
    if (!p->path) {
        if (error)
            sw_error("cannot write %s: %s", p->what,
                     sw_output_reason(error == -EIO && errno ? errno : -error));
        return !error;
    }
    if (error == -EIO)
        p->output.error = errno;
    if (error && error != -EIO) {
        sw_output_discard(&p->output);
        return sw_error("cannot write '%s': %s", p->path, sw_output_reason(-error));
    }
    if (sw_output_close(&p->output, why, sizeof why))
        return sw_error("%s", why);
    sw_written_add(p->path);
    return true;
}

bool sw_print_apart(const char *path, const char *other)
{
    if (!path || !other || !sw_output_is_same(path, other))
        return true;
    return sw_error("two files would both be written to '%s': choose another name for one of them",
                    path);
}

bool sw_print_suits(const char *path, enum sw_output_kind kind)
{
    char why[4500];
    if (sw_output_check(path ? path : "-", kind, why, sizeof why) == 0)
        return true;
    return sw_error("%s", why);
}

bool sw_print_may(const char *path, enum sw_output_kind kind)
{
    char why[4500];
    if (!path || sw_output_try(path, kind, why, sizeof why) == 0)
        return true;
    return sw_error("%s", why);
}

bool sw_print_is_out(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    return sw_error("cannot write to stdout");
}

bool sw_profile_save(const struct sw_profile *profile, const char *path)
{
    char why[9000];
    if (path && sw_profile_write(profile, path, why, sizeof why))
        return sw_error("%s", why);
    sw_written_add(path);
    return true;
}

static bool take_sources(const struct sw_option *option, const char *value, void *field)
{
    struct sw_report_sources *sources = field;
    struct stat status;
    *sources = (struct sw_report_sources){.shown = strcmp(value, "no") ? SW_YES : SW_NO};
    if (sources->shown == SW_NO || !strcmp(value, "yes"))
        return true;
    sources->below = value;
    return (!stat(value, &status) && S_ISDIR(status.st_mode)) || sw_take_wrong(option, value);
}

const struct sw_option sw_sources_takes[] = {
    {"sources", 0, SW_VALUE_CHOICE, "WHEN",
     .help = "which source to put in the HTML page: yes, no, or files below a directory (default: "
             "all if the program was run just now; for a profile made here, files below the "
             "current directory; otherwise none)",
     .choices = "yes, no", .wrong = "'--sources=%s' is not one of yes, no, or a directory",
     .take = take_sources},
    {0},
};

/* A profile can claim this host. What it says then is no more than that it was not carried here by mistake: what is read for it has
 * to lie below the current directory, too. */
static bool is_of_this_host(const struct sw_profile *profile)
{
    struct utsname u;
    size_t length = strcspn(profile->host, ",");
    return uname(&u) == 0 && strlen(u.nodename) == length &&
           !strncmp(u.nodename, profile->host, length);
}

void sw_page_sources_settle(struct sw_report_sources *sources, const struct sw_profile *profile,
                            const char *path)
{
    struct stat status;
    if (sources->shown != SW_AUTO)
        return;
    if (!path) {
        sources->shown = SW_YES;
    } else if (stat(path, &status) || status.st_uid != geteuid() || !is_of_this_host(profile)) {
        sources->shown = SW_NO;
        sources->why_not =
            "the profile is of another machine or user: --sources=yes, or =DIR, shows it";
    }
}

const struct sw_option sw_html_takes[] = {
    {"html", 0, SW_VALUE_FILE, "FILE",
     .help = "also write the report to FILE as one self-contained HTML page (default: a name made "
             "from the program's)",
     .is_optional = true, .writes = true, .size = sizeof(const char *)},
    {0},
};

enum { MOST_NAMES = 100 };

bool sw_html_write(const struct sw_profile *profile, const struct sw_report_options *options,
                   const char *path, const char *profile_path)
{
    struct sw_report_options page = *options;
    page.format = SW_REPORT_HTML;
    sw_page_sources_settle(&page.sources, profile, NULL);
    page.top = 0; /* a page has room for all */
    if (SW_PRINT(path, stdout, "the page", sw_report_print(profile, &page, to.out)))
        return true;
    if (!access(profile_path, R_OK))
        sw_error("'spanwise report --format=html -o FILE %s' makes the page elsewhere",
                 profile_path);
    return false;
}

bool sw_html_suits(enum sw_report_format format)
{
    if (format != SW_REPORT_HTML)
        return true;
    return sw_error(
        "--format=html is a page for a browser, not for stderr: --html=FILE writes it to FILE");
}

bool sw_serial_suits(enum sw_report_format format)
{
    if (sw_report_format_compares(format))
        return true;
    return sw_error("--serial is for the formats text, csv-sites, json and html");
}

const char *sw_html_name(const char *html, const char *program, const char *what)
{
    static char name[PATH_MAX];
    char end[64];
    unsigned number = 1;
    if (!html || *html)
        return html;
    do {
        snprintf(end, sizeof end, number > 1 ? "-%s-%u.html" : "-%s.html", what, number);
        sw_name_after(program, end, name);
    } while (!sw_name_is_free_for_page(name) && ++number < MOST_NAMES);
    sw_error("--html: the page is '%s'", name);
    return name;
}

bool sw_html_is_alone(const char *html, const char *operand)
{
    const char *dot = strrchr(operand, '.');
    if (!html || *html || !dot || strcmp(dot, ".html"))
        return true;
    return sw_error("--html and its file are one word: '--html=%s'", operand);
}

/* Where the profile cannot be written as asked, it is not lost. */
static void write_elsewhere(const struct sw_profile *p, char *path)
{
    const char *const places[] = {getenv("TMPDIR"), "/tmp"};
    char why[4500];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (!places[i] || !*places[i])
            continue;
        if (sw_profile_write_new(p, places[i], path, PATH_MAX, why, sizeof why) == 0) {
            sw_error("the profile is in '%s' instead; -o FILE chooses another place", path);
            return;
        }
        sw_error("%s", why);
    }
    *path = 0;
}

void sw_profile_keep_command(struct sw_profile *p)
{
    char *const *given = sw_arguments_given();
    size_t n = 0;
    while (given[n])
        n++;
    for (char **word = p->command; word && *word; word++)
        sw_profile_release_string(p, *word);
    free(p->command);
    if (!(p->command = calloc(n + 1, sizeof *p->command)))
        return;
    for (size_t i = 0; i < n && (p->command[i] = strdup(given[i])); i++)
        ;
}

void sw_profiles_write(struct sw_profile *profiles, size_t n, const char *output, char *written)
{
    char others[PATH_MAX], why[4500];
    sw_interrupt_ignore_output(); /* we end as the program did */
    if (n > 1)
        sw_profile_warn(&profiles[0],
                        "%zu processes were profiled: this is the one with the most work, the "
                        "others are in '%s.2' and on",
                        n, output);
    for (size_t i = 0; i < n; i++) {
        char *path = i ? others : written;
        sw_profile_keep_command(&profiles[i]);
        snprintf(path, PATH_MAX, i ? "%s.%zu" : "%s", output, i + 1);
        if (sw_profile_write(&profiles[i], path, why, sizeof why)) {
            sw_error("%s", why);
            write_elsewhere(&profiles[i], path);
        }
        if (!i)
            sw_written_add(path);
    }
}

/* "fib.prof" is "fib.html" as a page. */
static int stem(const char *path)
{
    size_t n = strlen(path);
    return (int)(n > 5 && !strcmp(path + n - 5, ".prof") ? n - 5 : n);
}

void sw_profiles_say(const char *written, const char *page)
{
    if (page || !*written)
        sw_written_say(NULL);
    else
        sw_written_say(
            "'spanwise report --format=html -o %.*s.html %s' makes a page of it, with the "
            "source",
            stem(written), written, written);
}
