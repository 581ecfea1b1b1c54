/* Handlers of signals that return to code of the test's own, which no table has. */
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#if defined __aarch64__
#define RESTORER "mov x8, #139; svc #0"
#else
#define RESTORER "mov $15, %rax; syscall"
#endif
__asm__(".text; .balign 16; nop; nop; nop; nop; .balign 16; restorer: " RESTORER
        "; nop; .balign 16\n");
extern const char restorer[] __attribute__((visibility("hidden")));

static inline long restorer_handle(int number, void (*handler)(int), unsigned long flags)
{
    enum { HAS_RESTORER = 0x04000000 };
    const struct { /* as the kernel has it */
        void (*handler)(int);
        unsigned long flags;
        const char *restorer;
        unsigned long mask;
    } action = {handler, flags | HAS_RESTORER, restorer, 0};
    return syscall(SYS_rt_sigaction, number, &action, NULL, sizeof action.mask);
}
