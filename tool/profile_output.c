#include "tool/profile_output.h"
#include "profile/file.h"
#include "tool/command.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* We end as the program did, not by a limit on files or a reader that has seen enough. */
static void survive_output(void)
{
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

/* Where the profile cannot be written as asked, it is not lost. */
static void write_elsewhere(const struct sw_profile *p, const char *suffix)
{
    const char *const places[] = {getenv("TMPDIR"), "/tmp"};
    char path[PATH_MAX], why[512];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (!places[i] || !*places[i])
            continue;
        snprintf(path, sizeof path, "%s/spanwise-%d%s.prof", places[i], (int)getpid(), suffix);
        if (sw_profile_write(p, path, why, sizeof why) == 0) {
            sw_error("the profile is in '%s' instead; -o FILE chooses another place", path);
            return;
        }
        sw_error("%s", why);
    }
}

static void write_one(const struct sw_profile *p, const char *output, const char *suffix)
{
    char path[PATH_MAX], why[512];
    snprintf(path, sizeof path, "%s%s", output, suffix);
    if (sw_profile_write(p, path, why, sizeof why) == 0)
        return;
    sw_error("%s", why);
    write_elsewhere(p, suffix);
}

void sw_profiles_write(struct sw_profile *profiles, size_t n, const char *output)
{
    survive_output();
    if (n > 1)
        sw_profile_warn(&profiles[0],
                        "%zu processes were profiled: this is the one with the most work, the "
                        "others are in '%s.2' and on",
                        n, output);
    for (size_t i = 0; i < n; i++) {
        char suffix[32] = "";
        if (i)
            snprintf(suffix, sizeof suffix, ".%zu", i + 1);
        write_one(&profiles[i], output, suffix);
    }
}
