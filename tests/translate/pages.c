/* x86-64: a loop of five instructions, one of which lies on two pages. */
#include <cilk/cilk.h>
#include <stdlib.h>

void turn(long n);
__asm__(".text\n .balign 4096\n .skip 4096 - 8\n .globl turn\n .type turn, @function\n"
        "turn: dec %rdi\n nop\n nop\n .byte 0x0f, 0x84\n .long 2f - . - 4\n"
        "jmp turn\n2: ret\n .size turn, . - turn");

static void work(long n)
{
    turn(n);
}

int main(int argc, char **argv)
{
    cilk_spawn work(argc > 1 ? atol(argv[1]) : 1);
    cilk_sync;
    return 0;
}
