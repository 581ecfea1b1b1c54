/* A machine description for people: what constructs cost, what the memory bears, and how far that is known. */
#ifndef SPANWISE_REPORT_MODEL_MACHINE_H
#define SPANWISE_REPORT_MODEL_MACHINE_H

#include "analysis/machine/machine.h"

void sw_machine_print(const struct sw_machine *machine, FILE *out);

#endif
