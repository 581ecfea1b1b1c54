/* Whose line a wait is at: who called libstdc++, TBB or another library of the system is meant, not the library. */
#ifndef SPANWISE_TARGET_THREADS_PLACE_H
#define SPANWISE_TARGET_THREADS_PLACE_H

/* The return address of the innermost call that is not a library's, on the stack of the calling thread; `where` if that is one,
 * or there is none. In a hook. */
const void *sw_place_of(const void *where);

#endif
