/* The program becomes another: held.h. A call that has failed returns. */
#include "target/calls/execute_all.h"
#include "target/core/held.h"
#include "target/core/libc_next.h"

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
