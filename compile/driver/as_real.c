#include "compile/driver/as_real.h"
#include "console/message.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

static bool is_ourselves(const struct stat *file)
{
    struct stat self;
    return stat("/proc/self/exe", &self) == 0 && self.st_dev == file->st_dev &&
           self.st_ino == file->st_ino;
}

static bool can_run(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0 &&
           !is_ourselves(&file);
}

/* An empty directory in a list means the current one. */
static char *find_in(const char *directories, const char *name)
{
    while (directories) {
        const char *colon = strchrnul(directories, ':');
        int size = (int)(colon - directories);
        char *path = NULL;
        if (asprintf(&path, "%.*s/%s", size ? size : 1, size ? directories : ".", name) < 0)
            return NULL;
        if (can_run(path))
            return path;
        free(path);
        directories = *colon ? colon + 1 : NULL;
    }
    return NULL;
}

static char *find_cross(const char *arch)
{
    struct utsname host;
    char *name = NULL;
    if (!arch || uname(&host) != 0 || !strcmp(host.machine, arch) ||
        asprintf(&name, "%s-linux-gnu-as", arch) < 0)
        return NULL;
    char *path = find_in(getenv("PATH"), name);
    free(name);
    return path;
}

static char *find_given(const char *given)
{
    char *path = strchr(given, '/') ? strdup(given) : find_in(getenv("PATH"), given);
    if (path && can_run(path))
        return path;
    free(path);
    sw_error("SPANWISE_AS names '%s', which is not an assembler that can be run", given);
    return NULL;
}

char *sw_as_find(const char *arch)
{
    const char *given = getenv("SPANWISE_AS");
    if (given && *given)
        return find_given(given);
    char *path = find_in(getenv("COMPILER_PATH"), "as");
    if (!path)
        path = find_cross(arch);
    if (!path)
        path = find_in(getenv("PATH"), "as");
    if (!path)
        path = find_in("/usr/local/bin:/usr/bin:/bin", "as");
    if (!path)
        sw_error("cannot find the assembler 'as'; is binutils installed?");
    return path;
}
