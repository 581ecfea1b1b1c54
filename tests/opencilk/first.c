/*
 * main() as OpenCilk's compiler has it if it spawns: its hook comes when the runtime has been started, which has left main()'s frame where
 * it is and moved the stack pointer to a fiber. It is the first hook of all.
 */
#include "csi.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAIN, FUNCTIONS };
UNIT(FUNCTIONS)

enum { SIZE = 1 << 18 };

int main(void)
{
    char *top = (char *)aligned_alloc(4096, SIZE) + SIZE;
    register int64_t function __asm__(
#ifdef __x86_64__
        "rdi") = first_function + MAIN;
    register uint64_t properties __asm__("rsi") = SPAWNS;
    __asm__ volatile("mov %%rsp, %%rbx; mov %2, %%rsp; call __csi_func_entry@PLT; mov %%rbx, %%rsp"
                     : "+r"(function), "+r"(properties)
                     : "r"(top)
                     : "rbx", "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "memory", "cc");
#else
        "x0") = first_function + MAIN;
    register uint64_t properties __asm__("x1") = SPAWNS;
    __asm__ volatile("mov x19, sp; mov sp, %2; bl __csi_func_entry; mov sp, x19"
                     : "+r"(function), "+r"(properties)
                     : "r"(top)
                     : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",
                       "x14", "x15", "x16", "x17", "x19", "x30", "memory", "cc");
#endif
    puts("done");
    EXIT(MAIN);
    return 0;
}
