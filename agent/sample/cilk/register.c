/*
 * Programs built by spanwise cc load the library that SPANWISE_LIB names, which is this one, and make themselves known.
 * Their sleds stay as they are, and cilk_for divides its iterations as ever: the program is the one that runs
 * unprofiled.
 */
#include "agent/process/live_range.h"
#include "agent/process/modules.h"
#include "agent/sample/cilk/code.h"
#include "agent/sample/cilk/reporter.h"
#include "agent/sample/record.h"
#include "agent/sample/start.h"

#include <errno.h>
#include <pthread.h>

static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER;

static const struct sw_reporter_places places = {.doing = sw_cilk_code_at,
                                                 .stack = sw_cilk_stack_at};

__attribute__((visibility("default"))) int spanwise_register(struct sw_cilk_module *module)
{
    if (module->abi != SW_CILK_ABI || module->size != sizeof *module)
        return -ENOTSUP;
    sw_effort_start();
    struct sw_live *live = sw_live;
    if (!live)
        return -ECANCELED;
    pthread_mutex_lock(&registering);
    int error = sw_cilk_code_add(module, &live->arena);
    pthread_mutex_unlock(&registering);
    if (error)
        return error;
    sw_modules_note(live);
    sw_reporter_knows(&places);
    sw_reporter_active(SW_REPORTER_CILK);
    *module->parallel = &sw_cilk_watch;
    return 0;
}

/* Its code is about to go; its scheduler may go on until then. */
__attribute__((visibility("default"))) void spanwise_unregister(struct sw_cilk_module *module)
{
    pthread_mutex_lock(&registering);
    sw_cilk_code_remove(module);
    pthread_mutex_unlock(&registering);
}
