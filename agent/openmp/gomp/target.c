/* What offloads to devices is refused, when it does so: a program may have been built for it and get
 * along without. Its code is registered when it is loaded. */
#include "agent/openmp/gomp/abi.h"

#define IGNORED(name)       \
    SW_GOMP void name(void) \
    {                       \
    }

#define REFUSED(name)                                                                   \
    SW_GOMP void name(void)                                                             \
    {                                                                                   \
        sw_omp_die("the program offloads to a device (" #name                           \
                   "), which cannot be simulated; build it with its target directives " \
                   "left out");                                                         \
    }

IGNORED(GOMP_offload_register)
IGNORED(GOMP_offload_register_ver)
IGNORED(GOMP_offload_unregister)
IGNORED(GOMP_offload_unregister_ver)
REFUSED(GOMP_target)
REFUSED(GOMP_target_ext)
REFUSED(GOMP_target_data)
REFUSED(GOMP_target_data_ext)
REFUSED(GOMP_target_end_data)
REFUSED(GOMP_target_enter_exit_data)
REFUSED(GOMP_target_update)
REFUSED(GOMP_target_update_ext)
REFUSED(GOMP_teams)
REFUSED(GOMP_teams4)
