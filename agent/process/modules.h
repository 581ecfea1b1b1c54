/* The modules (the program, its libraries) that are mapped in this process. */
#pragma once

#include "live/live.h"

#include <link.h>

/* The ELF notes of a module: each with its name and its content. */
typedef void sw_note_taker(void *data, const ElfW(Nhdr) * note, const char *name,
                           const char *content);
void sw_module_notes(const struct dl_phdr_info *info, sw_note_taker *take, void *data);

/* What there is to know of a module. Signal-safe where it has a name. False: nothing. */
bool sw_module_describe(struct sw_live_module *module, const struct dl_phdr_info *info);

/* Notes what is mapped now, so that addresses can be told apart when the process is gone. */
void sw_modules_note(struct sw_live *live);
