#include "tool/commands/profile_output.h"
#include "console/message.h"
#include "profile/file.h"
#include "tool/common/interrupt.h"
#include "tool/common/written.h"
#include "tool/options/options.h"

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
