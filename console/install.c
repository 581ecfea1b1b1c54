/* Where this installation keeps its parts: beside the executable, in the build tree or installed.
 */
#include "console/install.h"
#include "console/message.h"

const char *sw_install_exe(void)
{
    static char exe[PATH_MAX];
    if (*exe)
        return exe;
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (n < 0) {
        sw_error("cannot read '/proc/self/exe': %s", strerror(errno));
        *exe = 0;
        return NULL;
    }
    exe[n] = 0;
    return exe;
}

/* The first of the candidates, taken from the executable's directory, in which `probe` exists. */
static const char *find(char *found, const char *const *candidates, const char *probe)
{
    if (*found)
        return found;
    const char *exe = sw_install_exe();
    if (!exe)
        return NULL;
    int dir = (int)(strrchr(exe, '/') - exe);
    for (; *candidates; candidates++) {
        char path[PATH_MAX], test[PATH_MAX];
        if (snprintf(path, sizeof path, "%.*s/%s", dir, exe, *candidates) >= PATH_MAX ||
            snprintf(test, sizeof test, "%s/%s", path, probe) >= PATH_MAX)
            continue;
        if (access(test, F_OK) == 0 && realpath(path, found))
            return found;
    }
    sw_error("cannot find '%s' near '%s'; is the installation complete?", probe, exe);
    *found = 0;
    return NULL;
}

const char *sw_install_lib(void)
{
    static char found[PATH_MAX];
    static const char *const candidates[] = {"lib/spanwise", "../lib/spanwise",
                                             "../lib/" SW_MULTIARCH "/spanwise", NULL};
    return find(found, candidates, "libspanwise.so");
}

const char *sw_install_include(void)
{
    static char found[PATH_MAX];
    static const char *const candidates[] = {"include", "../include", NULL};
    return find(found, candidates, "cilk/cilk.h");
}
