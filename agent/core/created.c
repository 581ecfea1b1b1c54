/* The program makes a thread. With the first one, libc installs its handler for the signal by which threads are sampled: it is taken back. */
#include "agent/core/libc.h"
#include "agent/process/signal.h"

#define CREATES(type, name, parameters, arguments, ...) \
    SW_REPLACES type name parameters                    \
    {                                                   \
        int result = sw_libc()->name arguments;         \
        sw_signal_keep();                               \
        return result;                                  \
    }
SW_LIBC_CREATES(CREATES)
