/* Between the parts of the library. */
#ifndef SPANWISE_FRONT_SAMPLE_START_H
#define SPANWISE_FRONT_SAMPLE_START_H

struct sw_live;

/* The calling thread is sampled no more: it is that of a child after fork(). */
void sw_worker_forget(void);

/* The program ends. */
void sw_effort_end(struct sw_live *live);

#endif
