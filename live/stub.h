/* What the stubs (agent/cilk/stub.S) know of struct sw_thread; live.h checks it. For assembly too. */
#pragma once

#define SW_THREAD_NEXT    0
#define SW_THREAD_LAST    8
#define SW_THREAD_COUNTER 16
#define SW_NOTES_BYTES    16384 /* of a thread's notes, aligned */
