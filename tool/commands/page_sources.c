#include "tool/commands/page_sources.h"
#include "tool/options/options.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

static bool take(const struct sw_option *option, const char *value, void *field)
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
     .take = take},
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
