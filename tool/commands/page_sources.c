#include "tool/commands/page_sources.h"
#include "tool/options/arguments.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

bool sw_page_sources_take(struct sw_report_sources *sources)
{
    return sw_arguments_chosen("sources", sw_report_parse_sources(optarg, sources),
                               "yes, no, or a directory");
}

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
