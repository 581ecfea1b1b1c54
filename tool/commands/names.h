/*
 * The name of a profile, or of a page, from what the user asked for: %r is the rank (0 without a launcher), %h the
 * host, %p our process, %% a percent sign. Where a launcher has started us, and neither %r nor %p is
 * in it, the rank comes before the extension: run.prof becomes run.3.prof. So no two ranks write to
 * one file. A file that is no regular one (/dev/null) stays as it is.
 *
 * Where nothing was asked for, it is that of the program: ./fib has 'fib.prof' and 'fib.html', in the current directory.
 * A program's own older profile of the same command, or of `spanwise why`, is replaced; anything else stays, with a message, and this one's is
 * 'fib-2.prof'. So it is with pages, but that any page of ours is replaced.
 */
#pragma once

#include "tool/measure/launch.h"

struct sw_names {
    const char *asked; /* for the profile; NULL: by the program's */
    const char *html;  /* for the page; NULL: none; "": by the program's */
    bool is_sampled;   /* by `spanwise sample`: does not replace one of `spanwise run` */
    const char *program;
    const struct sw_launch *launch;
    char pattern[PATH_MAX]; /* what the profile's is made from */
    char profile[PATH_MAX];
    char page[PATH_MAX]; /* "": none */
};

/* Fills the names, and sees that what is there may be replaced, and that what was asked for can be written: before the program
 * runs, which may be for long. False after a message. */
bool sw_names_make(struct sw_names *names);

/* What a file of a program's is called, with that end: "fib-diff.html", into `name` of PATH_MAX bytes. */
void sw_name_after(const char *program, const char *end, char *name);

/* Whether a page may be written there, by a name that nobody has asked for. Else says what stays. */
bool sw_name_is_free_for_page(const char *path);

/* The name of all of them for a shell: run.*.prof. The same. */
bool sw_profile_glob(const char *pattern, const struct sw_launch *launch, char *path);

/* The profile that is meant where none is named. */

/* Of all profiles *.prof in the current directory, the one that was written last, and says so; lives as long as the process. NULL
 * after a message: there is none. */
const char *sw_newest_profile(void);
