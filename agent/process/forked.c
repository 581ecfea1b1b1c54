/* Calls, in the child after a fork, whatever has to forget the parent's state. */
#include "agent/calls/forked.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MOST = 8 };

static void (*_Atomic forgets[MOST])(void);
static _Atomic unsigned n_forgets;

void sw_forked_add(void (*forget)(void))
{
    unsigned i = atomic_fetch_add(&n_forgets, 1);
    if (i < MOST)
        forgets[i] = forget;
    pthread_atfork(NULL, NULL, forget);
}

void spanwise_forked(void)
{
    for (unsigned i = 0; i < MOST; i++)
        if (forgets[i])
            forgets[i]();
}
