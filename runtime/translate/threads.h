/* Threads that there are already when translation starts: the scheduler's workers, for one. */
#ifndef SPANWISE_RUNTIME_TRANSLATE_THREADS_H
#define SPANWISE_RUNTIME_TRANSLATE_THREADS_H

/* Has them all go on translated, wherever they are. Returns how many could not be reached. */
unsigned sw_threads_take(void);

#endif
