/* Waiting with nothing of ours in between: agent/calls/hold.h. Any thread, signal handlers too. */
#pragma once

#include "agent/calls/hold.h"
#include "agent/calls/next.h"

#include <stdbool.h>

/* NULL: nothing measures. */
extern const struct sw_hold_back *sw_hold_all,
    *sw_hold_samples __attribute__((visibility("hidden")));

/* Some socket has a time limit: only then does a signal end what waits for one. */
extern bool sw_waits_have_limits __attribute__((visibility("hidden")));

#define SW_WAITING_BY(hold, call)                  \
    ({                                             \
        const struct sw_hold_back *hold_ = (hold); \
        if (hold_)                                 \
            hold_->begin();                        \
        __typeof__(call) result_ = (call);         \
        if (hold_)                                 \
            hold_->end();                          \
        result_;                                   \
    })

/* The result of the call. */
#define SW_WAITING(call) SW_WAITING_BY(sw_hold_all, call)

/* Of one for a socket. No samples come; but in a region of OpenMP the threads that are to send what it waits for must have their
 * turn, which a tick gives them. */
#define SW_WAITING_LIMITED(call) \
    SW_WAITING_BY(__builtin_expect(sw_waits_have_limits, 0) ? sw_hold_samples : 0, call)

/* Such a function, which has a look first. */
#define SW_LIMITED(type, name, parameters, arguments, look) \
    SW_IN_FRONT(type, name, parameters)                     \
    {                                                       \
        look;                                               \
        return SW_WAITING_LIMITED(SW_NEXT(name) arguments); \
    }

/* For who makes the system call by libc's syscall(). */
bool sw_is_wait(long number);
