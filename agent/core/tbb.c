/* Finds oneTBB's functions and its code, for libraries that stand in front of it. */
#include "agent/core/tbb.h"
#include "agent/core/libc.h"

#include <link.h>
#include <stdint.h>
#include <string.h>

static uint64_t low, size; /* 0: it is not known, or not there */

static int find(struct dl_phdr_info *info, size_t bytes, void *unused)
{
    const char *slash = strrchr(info->dlpi_name, '/'), *name = slash ? slash + 1 : info->dlpi_name;
    (void)bytes, (void)unused;
    for (unsigned i = 0; !strncmp(name, "libtbb.so", 9) && i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        if (h->p_type == PT_LOAD && h->p_flags & PF_X) {
            low = info->dlpi_addr + h->p_vaddr;
            size = h->p_memsz;
        }
    }
    return size != 0;
}

bool sw_tbb_has(const void *address)
{
    return (uint64_t)address - low < size;
}

void *sw_tbb_next(void **found, const char *name)
{
    if (__builtin_expect(!*found, 0)) {
        dl_iterate_phdr(find, NULL);
        *found = sw_libc_next(name);
    }
    return *found;
}
