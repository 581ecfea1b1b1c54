/* The functions of which it is enough to know what a thread does in them. */
#include "agent/sample/gomp/piece.h"

#define SCHEDULE(version, type, name, parameters, arguments) \
    SW_GOMP type name parameters                             \
    {                                                        \
        const struct sw_real *gomp = SW_GOMP_MINE;           \
        SW_GOMP_DOES(gomp, SW_DOING_SCHEDULE);               \
        return SW_GOMP_REAL(gomp, name) arguments;           \
    }
SW_GOMP_SCHEDULE(SCHEDULE)

#define SYNCHRONIZE(version, type, name, parameters, arguments) \
    SW_GOMP type name parameters                                \
    {                                                           \
        const struct sw_real *gomp = SW_GOMP_MINE;              \
        SW_GOMP_DOES(gomp, SW_DOING_SYNCHRONIZE);               \
        return SW_GOMP_REAL(gomp, name) arguments;              \
    }
SW_GOMP_SYNCHRONIZE(SYNCHRONIZE)

#define WAIT(version, type, name, parameters, arguments) \
    SW_GOMP type name parameters                         \
    {                                                    \
        const struct sw_real *gomp = SW_GOMP_MINE;       \
        SW_GOMP_WAITS(gomp);                             \
        return SW_GOMP_REAL(gomp, name) arguments;       \
    }
SW_GOMP_WAIT(WAIT)
SW_GOMP_DOACROSS_WAITS(WAIT)
