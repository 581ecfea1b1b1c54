/*
 * make-profile NAME|N OUT: writes a synthetic profile, or one of N sites.
 * make-profile NAME|N OUT RANKS: one for each rank, to OUT.RANK.prof; the last one has twice the work, at
 * the second site.
 */
#include "profile/file.h"
#include "tests/profile/synthetic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_ranks(struct sw_profile *p, const char *out, uint32_t ranks)
{
    char path[4096], why[512] = "";
    int error = 0;
    if (!*p->rank.launcher) {
        p->rank.launcher = strdup("openmpi");
        p->rank.host = strdup("node");
    }
    p->rank.size = ranks;
    for (p->rank.rank = 0; !error && p->rank.rank < ranks; p->rank.rank++) {
        if (p->rank.rank + 1 == ranks) {
            p->sites[1].on_work.local.work += p->whole.work;
            p->sites[1].on_work.top_site.work += p->whole.work;
            p->whole.work *= 2;
        }
        snprintf(path, sizeof path, "%s.%u.prof", out, p->rank.rank);
        error = sw_profile_write(p, path, why, sizeof why);
    }
    if (error)
        fprintf(stderr, "make-profile: %s\n", why);
    return error;
}

int main(int argc, char **argv)
{
    struct sw_profile profile;
    char why[512];
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "usage: make-profile NAME|N OUT [RANKS]\n");
        return 2;
    }
    if (atol(argv[1]) > 0)
        synthetic_many(&profile, (size_t)atol(argv[1]));
    else if (synthetic_make(&profile, argv[1])) {
        fprintf(stderr, "make-profile: there is no profile '%s'\n", argv[1]);
        return 2;
    }
    if (profile.front_end == SW_FRONT_END_CILK) /* as runs of today are */
        profile.flags |= SW_PROFILE_SAW_LOCKS;
    int error = argc == 4 ? write_ranks(&profile, argv[2], (uint32_t)atol(argv[3]))
                          : sw_profile_write(&profile, argv[2], why, sizeof why);
    if (error && argc == 3)
        fprintf(stderr, "make-profile: %s\n", why);
    sw_profile_release(&profile);
    return error != 0;
}
