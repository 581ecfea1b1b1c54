/* libgomp's own functions, which the wrappers call. */
#include "agent/sample/gomp/piece.h"

#include <dlfcn.h>

static const struct sw_real_name names[] = {
#define F(version, type, name, parameters, arguments) {#name, version},
    SW_GOMP_WRAPPED(F) SW_GOMP_CALLED(F)
#undef F
};

/* libomp comes under libgomp's name at times, and has its functions. */
static void found(struct sw_real *real, void *handle, const char *name)
{
    sw_runtime_module(name);
    real->told = dlsym(handle, "__kmpc_fork_call") != NULL;
    if (!real->told)
        sw_reporter_active(SW_REPORTER_GOMP);
}

struct sw_reals sw_gomp_reals = {
    .names = names, .n = SW_GOMP_N, .file = "libgomp.so.1", .found = found};
