/* The modules (the program, its libraries) that are mapped in this process. */
#pragma once

#include "live/live.h"

/* What there is to know of a module. Signal-safe where it has a name. False: nothing. */
struct dl_phdr_info;
bool sw_module_describe(struct sw_live_module *module, const struct dl_phdr_info *info);

/* Notes what is mapped now, so that addresses can be told apart when the process is gone. */
void sw_modules_note(struct sw_live *live);
