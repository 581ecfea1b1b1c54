/*
 * Functions of OpenCilk's libraries that a program may call, in front of the originals:
 * Cilkscale's own, and those that register reducers.
 */
#include "abi/opencilk.h"
#include "agent/cilk/parts.h"
#include "agent/translate/shared.h"

#include <dlfcn.h>
#include <string.h>

struct sw_wsp wsp_getworkspan(void)
{
    struct sw_cilk_position p = sw_cilk_position();
    return (struct sw_wsp){p.work, p.span, p.burdened_span};
}

struct sw_wsp wsp_add(struct sw_wsp a, struct sw_wsp b)
{
    return (struct sw_wsp){a.work + b.work, a.span + b.span, a.burdened_span + b.burdened_span};
}

struct sw_wsp wsp_sub(struct sw_wsp a, struct sw_wsp b)
{
    return (struct sw_wsp){a.work - b.work, a.span - b.span, a.burdened_span - b.burdened_span};
}

void wsp_dump(struct sw_wsp wsp, const char *tag)
{
    sw_cilk_dump((struct sw_cilk_position){wsp.work, wsp.span, wsp.burdened_span}, tag);
}

/* Those of C++, for the streams of libstdc++ and of libc++: of the tool's own, some ask for its state, which it
 * never made. This library knows no C++: the stream's write() is called by its name. */
static void *print(void *stream, const struct sw_wsp *w, const char *write)
{
    char text[SW_CILK_FIGURES];
    void *(*put)(void *, const char *, long);
    *(void **)&put = dlsym(RTLD_DEFAULT, write);
    sw_cilk_figures(text, sizeof text,
                    (struct sw_cilk_position){w->work, w->span, w->burdened_span}, ", ");
    if (put)
        put(stream, text, (long)strlen(text));
    return stream;
}

#define PRINTS(name, write)                                   \
    SW_HOOK void *name(void *stream, const struct sw_wsp *w); \
    void *name(void *stream, const struct sw_wsp *w)          \
    {                                                         \
        return print(stream, w, write);                       \
    }
#define WRITE     "_ZNSo5writeEPKcl"
#define WRITE_CXX "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEE5writeEPKcl"
PRINTS(_ZlsRSoRK5wsp_t, WRITE)
PRINTS(_ZlsRSt14basic_ofstreamIcSt11char_traitsIcEERK5wsp_t, WRITE)
PRINTS(_ZlsRNSt3__113basic_ostreamIcNS_11char_traitsIcEEEERK5wsp_t, WRITE_CXX)
PRINTS(_ZlsRNSt3__114basic_ofstreamIcNS_11char_traitsIcEEEERK5wsp_t, WRITE_CXX)

/*
 * Reducers of OpenCilk's: on one worker, all strands use the same view of one; in a parallel run each worker has its own, so such lines
 * are not shared (translate/shared.h). Looking a view up is inlined into the program; that there is one goes through the runtime.
 */

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
