/* The program becomes another: held.h. A call that has failed returns. */
#include "agent/calls/execute_all.h"
#include "agent/core/held.h"
#include "agent/core/libc_next.h"

#define EXECUTE(name, parameters, arguments)              \
    SW_DECLARE_IN_FRONT(int, name, parameters);           \
    int sw_##name parameters                              \
    {                                                     \
        name##_type *real;                                \
        *(void **)&real = SW_LIBC_NEXT(name);             \
        return SW_HELD(real arguments); /* keeps errno */ \
    }
SW_EXECUTE_VECTORS(EXECUTE)
SW_EXECUTE_LISTS
