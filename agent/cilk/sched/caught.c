/*
 * Moves the C++ exceptions that are in flight along with a strand, when another worker goes on
 * with it.
 */
#include "agent/cilk/sched/caught.h"

#include <stddef.h>

/* __cxa_exception, as far as it is used. */
struct sw_exception {
    void *type, *destroy, *unexpected, *terminate;
    struct sw_exception *next;
};

extern struct sw_caught *__cxa_get_globals(void) __attribute__((weak));

void sw_caught_take(struct sw_caught *caught)
{
    if (!__cxa_get_globals)
        return;
    struct sw_caught *here = __cxa_get_globals();
    *caught = *here;
    *here = (struct sw_caught){0};
}

void sw_caught_give(struct sw_caught above, struct sw_caught below)
{
    if (!above.newest)
        above.newest = below.newest;
    else if (below.newest) {
        struct sw_exception *oldest = above.newest;
        while (oldest->next)
            oldest = oldest->next;
        oldest->next = below.newest;
    }
    above.thrown += below.thrown;
    if (above.newest || above.thrown)
        *__cxa_get_globals() = above;
}
