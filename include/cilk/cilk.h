/*
 * The keywords of Cilk. Under `spanwise cc` they are what they say; under a plain compiler the
 * program is its serial elision, with the same results.
 */
#ifndef SPANWISE_CILK_CILK_H
#define SPANWISE_CILK_CILK_H

#ifndef __spanwise__
#include <cilk/cilk_stub.h>
#elif defined SPANWISE_CILK_CILK_STUB_H
/* the serial elision, as the program asked for */
#else
#define cilk_spawn   _Cilk_spawn
#define cilk_sync    _Cilk_sync
#define cilk_for     _Cilk_for
#define cilk_scope   _Cilk_scope
#define cilk_reducer _Cilk_reducer
#endif

#endif
