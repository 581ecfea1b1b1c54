/* What events cost on this machine, measured at start-up in about 5 ms: fills live->costs. */
#pragma once

#include "live/live.h"

/*
 * Passes sleds of its own through the very stubs that the program will use, on a thread record of
 * its own. Uses function numbers and sleds from the start of the tables and leaves them in place.
 * On the first thread, before the program's own sleds are patched. 0 or -errno.
 */
int sw_calibrate(struct sw_live *live);
