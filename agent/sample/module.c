/* Tells the sampler which code belongs to a runtime. */
#include "agent/sample/reporter.h"

#include <link.h>
#include <string.h>

static int note(struct dl_phdr_info *info, size_t size, void *data)
{
    const char *name = data, *slash = strrchr(info->dlpi_name, '/');
    (void)size;
    if (strncmp(slash ? slash + 1 : info->dlpi_name, name, strlen(name)) != 0)
        return 0;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uint64_t at = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD && p->p_flags & PF_X)
            sw_runtime_code(at, at + p->p_memsz);
    }
    return 0;
}

void sw_runtime_module(const char *name)
{
    dl_iterate_phdr(note, (void *)(uintptr_t)name);
}
