/*
 * Reducers of OpenCilk's: on one worker, all strands use the same view of one; in a parallel run each worker has its own, so such lines
 * are not shared (translate/shared.h). Looking a view up is inlined into the program; that there is one goes through the runtime.
 */
#include "abi/opencilk.h"
#include "agent/translate/shared.h"

#include <dlfcn.h>

#define REGISTERS(name, size_type)                                              \
    SW_HOOK void name(void *key, size_type size, void *identity, void *reduce); \
    void name(void *key, size_type size, void *identity, void *reduce)          \
    {                                                                           \
        void (*runtime)(void *, size_type, void *, void *);                     \
        *(void **)&runtime = dlsym(RTLD_NEXT, #name);                           \
        sw_shared_spare((uint64_t)key, size);                                   \
        if (runtime)                                                            \
            runtime(key, size, identity, reduce);                               \
    }
REGISTERS(__cilkrts_reducer_register, uint64_t)
REGISTERS(__cilkrts_reducer_register_32, uint32_t)
REGISTERS(__cilkrts_reducer_register_64, uint64_t)

/* Of one that was never registered. */
SW_HOOK void *__cilkrts_insert_new_view(void *table, uint64_t key, uint64_t size, void *identity,
                                        void *reduce);
void *__cilkrts_insert_new_view(void *table, uint64_t key, uint64_t size, void *identity,
                                void *reduce)
{
    void *(*runtime)(void *, uint64_t, uint64_t, void *, void *);
    *(void **)&runtime = dlsym(RTLD_NEXT, __func__);
    void *view = runtime ? runtime(table, key, size, identity, reduce) : NULL;
    if (view)
        sw_shared_spare((uint64_t)view, size);
    return view;
}
