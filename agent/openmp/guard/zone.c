/* Knows the code of libc, the loader and ours, where a tick must not switch threads. */
#include "agent/openmp/guard/zone.h"

#include <dlfcn.h>
#include <elf.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <stdlib.h>
#include <sys/auxv.h>

#define RANGES 8

static struct {
    uint64_t from, to;
} ranges[RANGES];
static unsigned n_ranges;

struct wanted {
    uint64_t addresses[4];
    unsigned n;
};

static bool holds(const struct dl_phdr_info *info, const ElfW(Phdr) * p, uint64_t address)
{
    uint64_t from = info->dlpi_addr + p->p_vaddr;
    return p->p_type == PT_LOAD && address >= from && address < from + p->p_memsz;
}

static bool is_wanted(const struct dl_phdr_info *info, const struct wanted *wanted)
{
    for (unsigned i = 0; i < info->dlpi_phnum; i++)
        for (unsigned k = 0; k < wanted->n; k++)
            if (holds(info, &info->dlpi_phdr[i], wanted->addresses[k]))
                return true;
    return false;
}

/* The program itself comes first; one that has a malloc of its own is left at its own risk. */
static int look(struct dl_phdr_info *info, size_t size, void *data)
{
    static bool is_program;
    (void)size;
    if (!is_program) {
        is_program = true;
        return 0;
    }
    if (!is_wanted(info, data))
        return 0;
    for (unsigned i = 0; i < info->dlpi_phnum && n_ranges < RANGES; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
            continue;
        ranges[n_ranges].from = info->dlpi_addr + p->p_vaddr;
        ranges[n_ranges].to = info->dlpi_addr + p->p_vaddr + p->p_memsz;
        n_ranges++;
    }
    return 0;
}

void sw_omp_zone_init(void)
{
    struct wanted wanted = {.addresses = {(uint64_t)dlsym(RTLD_DEFAULT, "malloc"),
                                          (uint64_t)dlsym(RTLD_DEFAULT, "gnu_get_libc_version"),
                                          (uint64_t)getauxval(AT_BASE), (uint64_t)&ranges},
                            .n = 4};
    if (!n_ranges)
        dl_iterate_phdr(look, &wanted);
}

bool sw_omp_zone_has(uint64_t pc)
{
    for (unsigned i = 0; i < n_ranges; i++)
        if (pc >= ranges[i].from && pc < ranges[i].to)
            return true;
    return false;
}
