/* Cilkscale's own functions, in a program that may call them: ours are found first. */
#include "abi/opencilk.h"
#include "agent/cilk/region.h"

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
