/* OMP_AFFINITY_FORMAT: text with fields for a thread. */
#pragma once

#include "agent/openmp/simulator/simulator.h"

/* As the process has it. */
const char *sw_api_affinity_format(void);

/* The text for a thread, of which as much as there is room for is written; its length. */
size_t sw_api_affinity_text(const struct sw_omp_thread *thread, const char *format, char *text,
                            size_t room);
