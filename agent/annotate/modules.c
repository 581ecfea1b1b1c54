/*
 * Finds the notes of the modules (spanwise_annotate.h) and has their variables point here. Libraries that the program
 * opens later: libc finds out by the return address who calls dlopen(), so that has to be a jump, and
 * there is no coming back from it; but the program asks for a function then, and that is when to look.
 */
#include "agent/annotate/modules.h"
#include "agent/annotate/hooks.h"
#include "agent/core/libc_next.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static const char owner[] = "Spanwise";

struct search {
    const struct __spanwise_takers *takers;
    unsigned found;
};

static bool is_writable(const struct dl_phdr_info *info, uint64_t at)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && (p->p_flags & PF_W) &&
            at - (info->dlpi_addr + p->p_vaddr) < p->p_memsz)
            return true;
    }
    return false;
}

static void read_notes(struct search *search, const struct dl_phdr_info *info, const char *notes,
                       size_t size)
{
    while (size >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)notes;
        size_t name = (note->n_namesz + 3u) & ~3u, content = (note->n_descsz + 3u) & ~3u;
        size_t all = sizeof *note + name + content;
        if (all > size)
            return;
        const char *at = notes + sizeof *note + name;
        if (note->n_namesz == sizeof owner && note->n_descsz == 4 && note->n_type == 1 &&
            !memcmp(notes + sizeof *note, owner, sizeof owner)) {
            int32_t offset;
            memcpy(&offset, at, sizeof offset);
            uint64_t variable = (uint64_t)at + (uint64_t)(int64_t)offset;
            if (variable % sizeof(void *) == 0 && is_writable(info, variable)) {
                *(const struct __spanwise_takers **)variable = search->takers;
                search->found++;
            }
        }
        notes += all;
        size -= all;
    }
}

static int look_at(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_NOTE)
            read_notes(data, info, (const char *)info->dlpi_addr + info->dlpi_phdr[i].p_vaddr,
                       info->dlpi_phdr[i].p_memsz);
    return 0;
}

unsigned sw_annotate_modules(const struct __spanwise_takers *takers)
{
    struct search search = {.takers = takers};
    dl_iterate_phdr(look_at, &search);
    return search.found;
}

static struct {
    void *(*dlopen)(const char *, int);
    void *(*dlsym)(void *, const char *);
} real;

static bool opened; /* something may have been, since modules were looked at */

static void find_real(void)
{
    *(void **)&real.dlsym = sw_libc_next("dlsym");
    *(void **)&real.dlopen = sw_libc_next("dlopen");
}

static void look_again(void)
{
    if (!__atomic_exchange_n(&opened, false, __ATOMIC_ACQ_REL))
        return;
    if (!sw_annotate_is_off())
        sw_annotate_modules(&sw_annotate_takers);
}

EXPORT void *dlopen(const char *path, int flags)
{
    if (!real.dlopen)
        find_real();
    look_again();
    __atomic_store_n(&opened, true, __ATOMIC_RELEASE);
    return real.dlopen(path, flags);
}

EXPORT void *dlsym(void *handle, const char *name)
{
    if (!real.dlopen)
        find_real();
    look_again();
    return real.dlsym(handle, name);
}
