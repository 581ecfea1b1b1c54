/*
 * Makes the keywords vanish, under `spanwise cc` too: what is left of a file is its serial elision, ordinary
 * C. To be included before anything is spawned, or by the option -include cilk/cilk_stub.h, as with Cilk Plus.
 */
#ifndef SPANWISE_CILK_CILK_STUB_H
#define SPANWISE_CILK_CILK_STUB_H

#ifdef SPANWISE_CILK_CILK_H /* which has defined them otherwise */
#undef cilk_spawn
#undef cilk_sync
#undef cilk_for
#undef cilk_scope
#undef cilk_reducer
#endif
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
