/* The program makes a thread. With the first one, libc installs its handler for the signal by which threads are sampled: it is taken back. */
#include "agent/core/libc_next.h"
#include "agent/process/signal.h"

#include <pthread.h>
#include <threads.h>

#define CREATES(name, parameters, arguments)                   \
    __attribute__((visibility("default"))) int name parameters \
    {                                                          \
        int(*real) parameters;                                 \
        *(void **)&real = SW_LIBC_NEXT(name);                  \
        int result = real arguments;                           \
        sw_signal_keep();                                      \
        return result;                                         \
    }
CREATES(pthread_create,
        (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *),
         void *argument),
        (thread, attributes, run, argument))
CREATES(thrd_create, (thrd_t * thread, thrd_start_t run, void *argument), (thread, run, argument))
