/* Threads that there are already when translation starts: the scheduler's workers, for one. */
#ifndef SPANWISE_AGENT_TRANSLATE_THREADS_H
#define SPANWISE_AGENT_TRANSLATE_THREADS_H

/* Has them all go on translated, wherever they are, if they can be reached within half a second: there
 * may be threads that are not the program's (qemu's). */
void sw_threads_take(void);

#endif
