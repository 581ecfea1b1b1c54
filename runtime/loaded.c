#include "runtime/loaded.h"
#include "runtime/live.h"

#include <dlfcn.h>

#ifdef DLFO_STRUCT_HAS_EH_DBASE /* the header knows it */
extern __typeof__(_dl_find_object) _dl_find_object __attribute__((weak));

static bool ask_loader(uint64_t pc, struct sw_unwind_module *module, bool *found)
{
    struct dl_find_object object;
    if (!_dl_find_object)
        return false;
    *found = _dl_find_object((void *)pc, &object) == 0;
    if (*found)
        *module = (struct sw_unwind_module){(uint64_t)object.dlfo_map_start,
                                            (uint64_t)object.dlfo_map_end,
                                            (uint64_t)object.dlfo_eh_frame};
    return true;
}
#else
static bool ask_loader(uint64_t pc, struct sw_unwind_module *module, bool *found)
{
    (void)pc;
    (void)module;
    (void)found;
    return false;
}
#endif

bool sw_loaded_find(void *context, uint64_t pc, struct sw_unwind_module *module)
{
    const struct sw_live *live = context;
    bool found = false;
    if (ask_loader(pc, module, &found))
        return found;
    for (uint32_t i = 0; i < live->n_modules && i < SW_LIVE_MODULES; i++) {
        const struct sw_live_module *m = &live->modules[i];
        if (pc - m->start >= m->end - m->start)
            continue;
        *module = (struct sw_unwind_module){m->start, m->end, m->unwind_table};
        return true;
    }
    return false;
}
