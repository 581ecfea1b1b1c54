#include "tool/commands/profile_output.h"
#include "profile/file.h"
#include "tool/common/command.h"
#include "tool/common/interrupt.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        snprintf(path, PATH_MAX, i ? "%s.%zu" : "%s", output, i + 1);
        if (sw_profile_write(&profiles[i], path, why, sizeof why) == 0)
            continue;
        sw_error("%s", why);
        write_elsewhere(&profiles[i], path);
    }
}

/* "fib.prof" is "fib.html" as a page. */
static int stem(const char *path)
{
    size_t n = strlen(path);
    return (int)(n > 5 && !strcmp(path + n - 5, ".prof") ? n - 5 : n);
}

void sw_profiles_say(const char *written, const char *page, const char *next, const char *tells)
{
    if (!*written)
        return;
    const char *also = page ? ", " : "", *open = page ? page : "";
    if (next)
        sw_hint("Written: %s%s%s. Next: 'spanwise %s' %s", written, also, open, next, tells);
    else if (page)
        sw_hint("Written: %s%s%s. Next: open %s in a browser", written, also, open, page);
    else
        sw_hint("Written: %s. Next: 'spanwise report --format=html -o %.*s.html %s' makes a page "
                "of it, with the source",
                written, stem(written), written, written);
}
