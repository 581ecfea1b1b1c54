/*
 * A program that opens an OpenMP runtime by its name gets this one, or it would ask the other for its
 * functions. Libraries that look for theirs among their own libraries first (RTLD_DEEPBIND) would find
 * the other as well: they look as usual.
 */
#include "agent/core/libc.h"
#include "agent/openmp/guard/guard.h"

#include <dlfcn.h>
#include <string.h>

bool sw_omp_is_runtime(const char *path)
{
    static const char *const names[] = {"libgomp.so", "libomp.so", "libiomp5.so", "libomp5.so"};
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *name = slash ? slash + 1 : path;
    for (unsigned i = 0; name && i < sizeof names / sizeof *names; i++)
        if (!strncmp(name, names[i], strlen(names[i])))
            return true;
    return false;
}

static const char *own_path(void)
{
    Dl_info info;
    return dladdr((void *)own_path, &info) ? info.dli_fname : NULL;
}

/* Libc finds out by the return address who calls: it must be a jump, which the last line becomes. */
SW_REPLACES void *dlopen(const char *path, int flags)
{
    flags &= ~RTLD_DEEPBIND;
    if (sw_omp_is_runtime(path))
        path = own_path();
    return sw_libc()->dlopen(path, flags);
}
