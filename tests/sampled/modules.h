/* What the unwinder is told of the modules of a test program. */
#pragma once

#include "agent/sampler/unwind/walk.h"

#include <link.h>

enum { MODULES = 64 };

static struct sw_unwind_module modules[MODULES];
static unsigned n_modules;

static int modules_add(struct dl_phdr_info *info, size_t size, void *data)
{
    struct sw_unwind_module m = {UINT64_MAX, 0, 0};
    (void)size;
    (void)data;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uint64_t at = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_GNU_EH_FRAME)
            m.table = at;
        if (p->p_type == PT_LOAD && at < m.low)
            m.low = at;
        if (p->p_type == PT_LOAD && at + p->p_memsz > m.high)
            m.high = at + p->p_memsz;
    }
    if (n_modules < MODULES)
        modules[n_modules++] = m;
    return 0;
}

static void modules_note(void)
{
    dl_iterate_phdr(modules_add, NULL);
}

static bool modules_find(void *context, uint64_t pc, struct sw_unwind_module *module)
{
    (void)context;
    for (unsigned i = 0; i < n_modules; i++)
        if (pc >= modules[i].low && pc < modules[i].high) {
            *module = modules[i];
            return true;
        }
    return false;
}
