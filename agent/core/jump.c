/* A handler of the program's may jump out of a wait: from there on, the thread can be interrupted again. */
#include "agent/core/held.h"
#include "agent/core/libc.h"
#include "agent/process/live_range.h"
#include "agent/sampler/sampler.h"

#include <setjmp.h>

#define JUMPS(name)                                                                            \
    __attribute__((visibility("default"), noreturn)) void sw_##name(struct __jmp_buf_tag *to,  \
                                                                    int value) __asm__(#name); \
    void sw_##name(struct __jmp_buf_tag *to, int value)                                        \
    {                                                                                          \
        void (*real)(struct __jmp_buf_tag *, int);                                             \
        *(void **)&real = SW_LIBC_NEXT(name);                                                  \
        if (sw_live && sw_sample_sources_paused)                                               \
            sw_held_end();                                                                     \
        real(to, value);                                                                       \
        __builtin_unreachable();                                                               \
    }
JUMPS(longjmp)
JUMPS(_longjmp)
JUMPS(siglongjmp)
JUMPS(__longjmp_chk)
