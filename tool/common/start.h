/* Starting the user's program: fork, what is to be set up in between, exec. Its signals are as
 * ours were at the start (interrupt.h). It ends if the calling thread does. */
#ifndef SPANWISE_TOOL_COMMON_START_H
#define SPANWISE_TOOL_COMMON_START_H

#include <sys/types.h>

struct sw_start {
    char *const *argv;
    const char *const *environment; /* NAME, VALUE, NAME, VALUE, NULL: added to ours; or NULL */
    void (*set_up)(void *data);     /* in the child, before exec */
    void *data;
};

/* Its process id, once exec has succeeded; or -errno, and there is no child. */
pid_t sw_start(const struct sw_start *start);

#endif
