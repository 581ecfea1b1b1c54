/* Finds the module that contains an address, safely in a signal handler. */
#include "agent/process/modules.h"
#include "agent/sampler/path.h"
#include "agent/sampler/unwind/arch.h"
#include "live/live.h"

#include <dlfcn.h>
#include <link.h>

#ifdef DLFO_STRUCT_HAS_EH_DBASE /* the header knows it */
extern __typeof__(_dl_find_object) _dl_find_object __attribute__((weak));

static bool is_known(const struct sw_live *live, uint64_t start)
{
    uint32_t n_late = atomic_load_explicit(&live->modules.n_late, memory_order_acquire);
    for (uint32_t i = 0; i < live->modules.n && i < SW_LIVE_MODULES; i++)
        if (live->modules.all[i].start == start)
            return true;
    for (uint32_t i = 0; i < n_late; i++)
        if (live->modules.late[i].start == start)
            return true;
    return false;
}

/* By what its file begins with, which is mapped. */
static void describe(struct sw_live *live, const struct dl_find_object *object)
{
    const struct sw_unwind_module module = {.low = (uint64_t)object->dlfo_map_start,
                                            .high = (uint64_t)object->dlfo_map_end};
    uint32_t n = atomic_load(&live->modules.n_late);
    const ElfW(Ehdr) *head = sw_code_head(&module);
    if (!head)
        return;
    const struct link_map *map = object->dlfo_link_map;
    const struct dl_phdr_info info = {
        .dlpi_addr = map->l_addr,
        .dlpi_name = map->l_name,
        .dlpi_phdr = (const ElfW(Phdr) *)((uint64_t)head + head->e_phoff),
        .dlpi_phnum = head->e_phnum,
    };
    if (n < SW_LIVE_LATE && *map->l_name && sw_module_describe(&live->modules.late[n], &info))
        atomic_store_explicit(&live->modules.n_late, n + 1, memory_order_release);
}

/* Whoever does so already has it once more later, if it is another one. */
static void note(struct sw_live *live, const struct dl_find_object *object)
{
    if (is_known(live, (uint64_t)object->dlfo_map_start) ||
        atomic_exchange(&live->modules.late_lock, 1))
        return;
    if (!is_known(live, (uint64_t)object->dlfo_map_start))
        describe(live, object);
    atomic_store(&live->modules.late_lock, 0);
}

/* In a static program it knows nothing, or only where the code is. */
static bool ask_loader(struct sw_live *live, uint64_t pc, struct sw_unwind_module *module)
{
    struct dl_find_object object;
    if (!_dl_find_object || _dl_find_object((void *)pc, &object))
        return false;
    uint64_t low = (uint64_t)object.dlfo_map_start, high = (uint64_t)object.dlfo_map_end;
    uint64_t table = (uint64_t)object.dlfo_eh_frame;
    if (table && table - low >= high - low)
        return false;
    *module = (struct sw_unwind_module){low, high, table};
    note(live, &object);
    return true;
}

/* Libraries that were noted may be gone, which the loader knows. */
static uint32_t n_noted(const struct sw_live *live)
{
    return _dl_find_object && live->modules.n ? 1 : live->modules.n;
}
#else
static bool ask_loader(struct sw_live *live, uint64_t pc, struct sw_unwind_module *module)
{
    (void)live;
    (void)pc;
    (void)module;
    return false;
}

static uint32_t n_noted(const struct sw_live *live)
{
    return live->modules.n;
}
#endif

bool sw_loaded_find(void *context, uint64_t pc, struct sw_unwind_module *module)
{
    struct sw_live *live = context;
    uint32_t n = n_noted(live);
    if (ask_loader(live, pc, module))
        return true;
    for (uint32_t i = 0; i < n && i < SW_LIVE_MODULES; i++) {
        const struct sw_live_module *m = &live->modules.all[i];
        if (pc - m->start >= m->end - m->start)
            continue;
        *module = (struct sw_unwind_module){m->start, m->end, m->unwind_table};
        return true;
    }
    return false;
}
