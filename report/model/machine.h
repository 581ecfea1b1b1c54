/* A machine description for people: what constructs cost, what the memory bears, and how far that is known. */
#pragma once

#include "analysis/machine/machine.h"

void sw_machine_print(const struct sw_machine *machine, FILE *out);
