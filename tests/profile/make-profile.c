/* make-profile NAME|N OUT: writes a synthetic profile, or one of N sites. */
#include "profile/file.h"
#include "tests/profile/synthetic.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    struct sw_profile profile;
    char why[512];
    if (argc != 3) {
        fprintf(stderr, "usage: make-profile NAME|N OUT\n");
        return 2;
    }
    if (atol(argv[1]) > 0)
        synthetic_many(&profile, (size_t)atol(argv[1]));
    else if (synthetic_make(&profile, argv[1])) {
        fprintf(stderr, "make-profile: there is no profile '%s'\n", argv[1]);
        return 2;
    }
    int error = sw_profile_write(&profile, argv[2], why, sizeof why);
    if (error)
        fprintf(stderr, "make-profile: %s\n", why);
    sw_profile_release(&profile);
    return error != 0;
}
