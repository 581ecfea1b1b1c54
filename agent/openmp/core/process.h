/* The profile of a process: when it begins, and what of the time before that is not the program's. */
#ifndef SPANWISE_AGENT_OPENMP_CORE_PROCESS_H
#define SPANWISE_AGENT_OPENMP_CORE_PROCESS_H

#include <stdint.h>

struct sw_omp_simulator;

/* A simulator is recorded from now on: makes a profile if there is none yet. Inside the runtime. */
void sw_omp_process_record(struct sw_omp_simulator *simulator);

/* Nothing more is measured, for that reason, and the program goes on. Inside the runtime. */
void sw_omp_process_give_up(struct sw_omp_simulator *simulator, const char *message);

#endif
