#include "tool/common/newest.h"
#include "console/message.h"
#include "profile/output.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool is_profile(const char *name, struct stat *s)
{
    size_t n = strlen(name);
    return n > 5 && !strcmp(name + n - 5, ".prof") && stat(name, s) == 0 && S_ISREG(s->st_mode) &&
           sw_output_kind_at(name) == SW_OUTPUT_PROFILE;
}

static bool is_newer(const struct stat *a, const struct stat *b)
{
    if (a->st_mtim.tv_sec != b->st_mtim.tv_sec)
        return a->st_mtim.tv_sec > b->st_mtim.tv_sec;
    return a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

const char *sw_newest_profile(void)
{
    static char newest[NAME_MAX + 1];
    struct stat s, of_newest = {0};
    DIR *here = opendir(".");
    struct dirent *entry;
    while (here && (entry = readdir(here)))
        if (is_profile(entry->d_name, &s) && (!*newest || is_newer(&s, &of_newest))) {
            snprintf(newest, sizeof newest, "%s", entry->d_name);
            of_newest = s;
        }
    if (!here)
        sw_error("cannot read the current directory: %s", strerror(errno));
    else if (!*newest)
        sw_error("no profile in this directory: name one, or make one with 'spanwise run PROGRAM'");
    else
        sw_error("reading '%s', the newest profile here", newest);
    if (here)
        closedir(here);
    return *newest ? newest : NULL;
}
