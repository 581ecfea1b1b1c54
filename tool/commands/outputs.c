/*
 * What commands write, and where: a report to stdout or a file, the page of --html with its sources, profiles; and the last line,
 * which says what was written.
 */
#include "tool/commands/outputs.h"
#include "base/text.h"
#include "console/message.h"
#include "profile/file.h"
#include "tool/commands/names.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/measure/profiling.h"

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

void sw_written_say(const char *format, ...)
{
    char next[4 * PATH_MAX] = "";
    va_list args;
    va_start(args, format);
    if (format)
        vsnprintf(next, sizeof next, format, args);
    else if (*last_page)
        snprintf(next, sizeof next, "open %s in a browser", last_page);
    va_end(args);
    const char *written = *written_files ? "Written: " : "",
               *dot = *written_files && *next ? ". " : "";
    if ((*written_files || *next) && !sw_is_quiet())
        sw_hint("%s%s%s%s%s", written, written_files, dot, *next ? "Next: " : "", next);
    *written_files = *last_page = *last = 0;
}

bool sw_print_begin(struct sw_print *p, const char *path, FILE *standard, const char *what)
{
    *p = (struct sw_print){.out = standard, .what = what};
    if (path && strcmp(path, "-")) {
        p->path = path;
        if (!SW_FINE(sw_output_open(&p->output, path, why, sizeof why)))
            return false;
        p->out = p->output.file;
        errno = 0;
    }
    return true;
}

static const char *reason(int error)
{
    if (error == -EPROTO)
        return "gnuplot failed; --format=gnuplot writes the script";
    return sw_output_reason(error == -EIO && errno ? errno : -error);
}

bool sw_print_end(struct sw_print *p, int error)
{
    if (!p->path)
        return !error || sw_error("cannot write %s: %s", p->what, reason(error));
    if (error == -EIO)
        p->output.error = errno;
    if (error && error != -EIO) {
        sw_output_discard(&p->output);
        return sw_error("cannot write '%s': %s", p->path, reason(error));
    }
    if (!SW_FINE(sw_output_close(&p->output, why, sizeof why)))
        return false;
    sw_written_add(p->path);
    return true;
}

bool sw_print_apart(const char *path, const char *other)
{
    return !path || !other || !sw_output_is_same(path, other) ||
           sw_error("two files would both be written to '%s': choose another name for one of them",
                    path);
}

bool sw_print_suits(const char *path, enum sw_output_kind kind)
{
    return SW_FINE(sw_output_check(path ? path : "-", kind, why, sizeof why));
}

bool sw_print_may(const char *path, enum sw_output_kind kind)
{
    return !path || SW_FINE(sw_output_try(path, kind, why, sizeof why));
}

bool sw_print_is_out(void)
{
    return (fflush(stdout) == 0 && !ferror(stdout)) || sw_error("cannot write to stdout");
}

bool sw_profile_save(const struct sw_profile *profile, const char *path)
{
    if (path && !SW_FINE(sw_profile_write(profile, path, why, sizeof why)))
        return false;
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
    return format != SW_REPORT_HTML ||
           sw_error("--format=html is a page for a browser, not for stderr: --html=FILE writes it "
                    "to FILE");
}

bool sw_serial_suits(enum sw_report_format format)
{
    return sw_report_format_compares(format) ||
           sw_error("--serial is for the formats text, csv-sites, json and html");
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
    return !html || *html || !dot || strcmp(dot, ".html") ||
           sw_error("--html and its file are one word: '--html=%s'", operand);
}

/* Where the profile cannot be written as asked, it is not lost. */
static void write_elsewhere(const struct sw_profile *p, char *path)
{
    const char *const places[] = {getenv("TMPDIR"), "/tmp"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i] && *places[i] &&
            SW_FINE(sw_profile_write_new(p, places[i], path, PATH_MAX, why, sizeof why))) {
            sw_error("the profile is in '%s' instead; -o FILE chooses another place", path);
            return;
        }
    *path = 0;
}

void sw_profile_keep_command(struct sw_profile *p)
{
    sw_profile_set_words(p, &p->command, sw_arguments_given());
}

void sw_profiles_write(struct sw_profile *profiles, size_t n, const char *output, char *written)
{
    char others[PATH_MAX];
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
        if (!SW_FINE(sw_profile_write(&profiles[i], path, why, sizeof why)))
            write_elsewhere(&profiles[i], path);
        if (!i)
            sw_written_add(path);
    }
}

void sw_profiles_say(const char *written, const char *page)
{
    int stem = (int)strlen(written) - (sw_ends_in(written, ".prof") ? 5 : 0);
    if (page || !*written)
        sw_written_say(NULL);
    else /* "fib.prof" is "fib.html" as a page */
        sw_written_say(
            "'spanwise report --format=html -o %.*s.html %s' makes a page of it, with the "
            "source",
            stem, written, written);
}
