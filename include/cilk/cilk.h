/*
 * The keywords of Cilk. Under `spanwise cc` they are what they say; under a plain compiler the
 * program is its serial elision, with the same results.
 */
#ifndef SPANWISE_CILK_CILK_H
#define SPANWISE_CILK_CILK_H

#ifdef __spanwise__
#define cilk_spawn   _Cilk_spawn
#define cilk_sync    _Cilk_sync
#define cilk_for     _Cilk_for
#define cilk_scope   _Cilk_scope
#define cilk_reducer _Cilk_reducer
#else
#define cilk_spawn
#define cilk_sync ((void)0)
#define cilk_for  for
#define cilk_scope
#define cilk_reducer(identity, reduce)
#define _Cilk_reducer cilk_reducer
#define _Cilk_spawn   cilk_spawn
#define _Cilk_sync    cilk_sync
#define _Cilk_for     cilk_for
#define _Cilk_scope   cilk_scope
#endif

#endif
