/* A return to another segment, which nobody translates: the program goes on all the same. */
#include <stdio.h>

int main(void)
{
    puts("near");
    fflush(stdout);
#if defined __x86_64__
    __asm__ volatile(
        "lea -128(%%rsp), %%rsp\n mov %%cs, %%eax\n push %%rax\n lea 1f(%%rip), %%rax\n"
        "push %%rax\n lretq\n1: lea 128(%%rsp), %%rsp" ::
            : "rax", "memory");
#endif
    puts("far");
    return 5;
}
