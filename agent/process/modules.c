/* Notes which modules are loaded. */
#include "agent/process/modules.h"

#include <elf.h>
#include <string.h>
#include <unistd.h>

void sw_module_notes(const struct dl_phdr_info *info, sw_note_taker *take, void *data)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        const char *at = (const char *)info->dlpi_addr + p->p_vaddr;
        size_t left = p->p_type == PT_NOTE ? p->p_memsz : 0;
        while (left >= sizeof(ElfW(Nhdr))) {
            const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
            size_t name = (note->n_namesz + 3u) & ~3u, content = (note->n_descsz + 3u) & ~3u;
            size_t all = sizeof *note + name + content;
            if (all > left)
                break;
            take(data, note, at + sizeof *note, at + sizeof *note + name);
            at += all;
            left -= all;
        }
    }
}

static void note_build_id(void *module, const ElfW(Nhdr) * note, const char *name, const char *id)
{
    struct sw_live_module *m = module;
    (void)name;
    if (note->n_type != NT_GNU_BUILD_ID || note->n_descsz > sizeof m->build_id || m->build_id_size)
        return;
    memcpy(m->build_id, id, note->n_descsz);
    m->build_id_size = note->n_descsz;
}

static void note_path(struct sw_live_module *m, const char *name)
{
    if (*name) {
        strncpy(m->path, name, sizeof m->path - 1);
        return;
    }
    ssize_t n = readlink("/proc/self/exe", m->path, sizeof m->path - 1);
    m->path[n > 0 ? n : 0] = 0;
}

/* After dlclose() another library may have come to the same place. The program's own name is not to be had any more
 * where it has left /proc behind. */
static bool same(const struct sw_live_module *a, const struct sw_live_module *b)
{
    return a->start == b->start && a->end == b->end && a->build_id_size == b->build_id_size &&
           !memcmp(a->build_id, b->build_id, a->build_id_size) &&
           (!*b->path || !strcmp(a->path, b->path));
}

static bool known(const struct sw_live *live, const struct sw_live_module *m)
{
    for (uint32_t i = 0; i < live->modules.n; i++)
        if (same(&live->modules.all[i], m))
            return true;
    return false;
}

static void note_range(struct sw_live_module *m, const struct dl_phdr_info *info)
{
    m->start = UINT64_MAX;
    m->end = 0;
    m->bias = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uint64_t at = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_GNU_EH_FRAME)
            m->unwind_table = at;
        if (p->p_type != PT_LOAD)
            continue;
        m->start = at < m->start ? at : m->start;
        m->end = at + p->p_memsz > m->end ? at + p->p_memsz : m->end;
        if ((p->p_flags & (PF_R | PF_X)) == (PF_R | PF_X)) {
            m->code = at;
            m->code_end = at + p->p_memsz;
        }
    }
}

bool sw_module_describe(struct sw_live_module *m, const struct dl_phdr_info *info)
{
    if (!strcmp(info->dlpi_name, "linux-vdso.so.1"))
        return false; /* the kernel's own: there is no file of that name */
    memset(m, 0, sizeof *m);
    note_range(m, info);
    sw_module_notes(info, note_build_id, m);
    note_path(m, info->dlpi_name);
    return m->end;
}

static int note_one(struct dl_phdr_info *info, size_t size, void *data)
{
    struct sw_live *live = data;
    struct sw_live_module *m = &live->modules.all[live->modules.n];
    (void)size;
    if (live->modules.n != SW_LIVE_MODULES && sw_module_describe(m, info) && !known(live, m))
        live->modules.n++;
    return 0;
}

void sw_modules_note(struct sw_live *live)
{
    dl_iterate_phdr(note_one, live);
}
