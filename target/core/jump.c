/* A handler of the program's jumps out of a wait: that no longer holds samples back. */
#include "target/core/libc_next.h"
#include "target/process/live_range.h"
#include "target/sampler/sampler.h"

#include <setjmp.h>

#define JUMPS(name)                                                                            \
    __attribute__((visibility("default"), noreturn)) void sw_##name(struct __jmp_buf_tag *to,  \
                                                                    int value) __asm__(#name); \
    void sw_##name(struct __jmp_buf_tag *to, int value)                                        \
    {                                                                                          \
        void (*real)(struct __jmp_buf_tag *, int);                                             \
        *(void **)&real = sw_libc_next(#name);                                                 \
        struct sw_sampler *s =                                                                 \
            sw_live && sw_sample_sources_paused ? sw_sampler_here(sw_live) : NULL;             \
        if (s)                                                                                 \
            sw_sample_source_go_on(&s->source);                                                \
        real(to, value);                                                                       \
        __builtin_unreachable();                                                               \
    }
JUMPS(longjmp)
JUMPS(_longjmp)
JUMPS(siglongjmp)
JUMPS(__longjmp_chk)
