/* What commands write, and where: reports, pages, profiles; and the last line, which says what was written. For one thread. */
#pragma once

#include "profile/output.h"
#include "profile/profile.h"
#include "report/report.h"
#include "tool/options/options.h"

/*
 * What the call prints to `to.out`, returning 0 or -errno, goes to a file that appears whole or not at all; where the path is NULL or "-",
 * to `standard`: stdout, say. `what` it is, is for the messages: "the report". False after a message.
 */
#define SW_PRINT(path, standard, what, call)                                  \
    ({                                                                        \
        struct sw_print to;                                                   \
        sw_print_begin(&to, path, standard, what) && sw_print_end(&to, call); \
    })
struct sw_print {
    struct sw_output output;
    FILE *out;
    const char *path, *what;
};
bool sw_print_begin(struct sw_print *to, const char *path, FILE *standard, const char *what);
bool sw_print_end(struct sw_print *to, int error);

/* A local profile, empty at first, that is released where its block is left, on whatever way. */
#define SW_LOCAL_PROFILE(profile)                                           \
    __attribute__((cleanup(sw_profile_release))) struct sw_profile profile; \
    sw_profile_init(&profile)

/* Whether two files that are asked for are two; false after a message. NULL is none. */
bool sw_print_apart(const char *path, const char *other);

/* Whether something of that kind can go there: nothing that nobody can read to a terminal. NULL is stdout. False after a message. */
bool sw_print_suits(const char *path, enum sw_output_kind kind);

/* Whether something of that kind can be written there, before anything is measured: false after a message. NULL is none. */
bool sw_print_may(const char *path, enum sw_output_kind kind);

/* What was printed on stdout is there: false after a message. */
bool sw_print_is_out(void);

/* Writes a profile; the last line of the command says so. False after a message. NULL: nowhere. */
bool sw_profile_save(const struct sw_profile *profile, const char *path);

/* The last line of a command, on stderr: which files it wrote, and what to type next. With -q there is none. For one thread. */

/* A file was written; what is no regular one (a pipe, /dev/null) is not worth a word. NULL: none. */
void sw_written_add(const char *path);

/* "Written: a.prof, a.html. Next: ...": the latter is printf-like, and NULL where a page among the files says it all. Nothing where
 * there is nothing to say. */
void sw_written_say(const char *next, ...) __attribute__((format(printf, 1, 2)));

/* The same for a command whose result is on stdout: to a terminal only, as scripts take what is on stderr for trouble. */
#define sw_written_tell(...) (isatty(STDERR_FILENO) ? sw_written_say(__VA_ARGS__) : (void)0)

/* To be included, bound to a const char *: FILE, "" where it was left out. */
extern const struct sw_option sw_html_takes[];

/* With the other options as they are given. False where it cannot be written: messages say so, and that the file of the
 * profile is there to make it from. They are to be the last that is printed. */
bool sw_html_write(const struct sw_profile *profile, const struct sw_report_options *options,
                   const char *path, const char *profile_path);

/* FILE of --html[=FILE], which is "" where it was left out: then PROGRAM-WHAT.html, and says so; lives as long as the process.
 * NULL stays NULL. */
const char *sw_html_name(const char *html, const char *program, const char *what);

/* '--html x.html PROGRAM' means '--html=x.html PROGRAM', and would run x.html. False after a message. */
bool sw_html_is_alone(const char *html, const char *operand);

/* Whether that format can be printed where people read: a page is for a file. False after a message. */
bool sw_html_suits(enum sw_report_format format);

/* --serial=FILE: whether the format shows the comparison with it. False after a message. */
bool sw_serial_suits(enum sw_report_format format);

/* Which source files go into a page: --sources=, and what to do without it. */

/* To be included, bound to a struct sw_report_sources. */
extern const struct sw_option sw_sources_takes[];

/* Where it was not given. `path` is where the profile was read from; NULL: it was measured just now, so that the program itself has
 * named the files. */
void sw_page_sources_settle(struct sw_report_sources *sources, const struct sw_profile *profile,
                            const char *path);

/* The first one to `output`, the others to 'output.2' and on; says where they are if not there. `written`, of PATH_MAX
 * bytes, gets the name of the first, or is empty. From now on the signals of a full disk or a closed pipe are ignored. */
void sw_profiles_write(struct sw_profile *profiles, size_t n, const char *output, char *written);

/* How it was measured, by what this command was given, so that it can be again. Where there is no memory for that, it is not known. */
void sw_profile_keep_command(struct sw_profile *profile);

/* The last line of a run, where it says of nothing better how to look at it: in the page, which may be NULL. */
void sw_profiles_say(const char *written, const char *page);
