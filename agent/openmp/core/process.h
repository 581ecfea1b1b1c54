/* The profile of a process: when it begins, and what of the time before that is not the program's. */
#pragma once

#include <stdint.h>

struct sw_omp_simulator;

/* A simulator is recorded from now on: makes a profile if there is none yet. Inside the runtime. */
void sw_omp_process_record(struct sw_omp_simulator *simulator);

/* Nothing more is measured, for that reason, and the program goes on. Inside the runtime. */
void sw_omp_process_give_up(struct sw_omp_simulator *simulator, const char *message);
