/* x86-64: instructions that become others when they are copied do what they did. What it prints is to
 * be compared. */
#include "tests/check.h"

#include <stdlib.h>

#if defined __x86_64__
static uint64_t number = 5;
static double reals[2] __attribute__((aligned(16))) = {1.5, 2.5};
static void *places[4];

static uint64_t loops(uint64_t n)
{
    uint64_t sum = 0;
    __asm__ volatile("1: add $3, %0\n loop 1b" : "+r"(sum), "+c"(n)::"cc");
    return sum;
}

static uint64_t loops_while(uint64_t n, uint64_t until, int equal)
{
    uint64_t at = 0;
    if (equal)
        __asm__ volatile("1: inc %0\n cmp %2, %0\n loopne 1b"
                         : "+r"(at), "+c"(n)
                         : "r"(until)
                         : "cc");
    else
        __asm__ volatile("1: inc %0\n test $16, %0\n loope 1b" : "+r"(at), "+c"(n)::"cc");
    return at;
}

static uint64_t zeros(uint64_t n)
{
    uint64_t result = 0;
    __asm__ volatile("jrcxz 1f\n or $1, %0\n1: jecxz 2f\n or $2, %0\n2:"
                     : "+r"(result), "+c"(n)::"cc");
    return result;
}

/* All flags, across what adds to a counter somewhere near. */
static uint64_t flags_across(uint64_t a, uint64_t b)
{
    uint64_t result, flags;
    __asm__ volatile("lea -128(%%rsp), %%rsp\n"
                     "mov %2, %0\n add %3, %0\n"
                     "jmp 1f\n nop\n1: jrcxz 2f\n2: call 3f\n"
                     "lea 4f(%%rip), %1\n jmp *%1\n3: ret $0\n4: pushf\n pop %1\n"
                     "lea 128(%%rsp), %%rsp"
                     : "=&r"(result), "=&r"(flags)
                     : "r"(a), "r"(b)
                     : "cc", "memory");
    return (flags & 0x8d5) ^ result << 16;
}

static uint64_t flags_plainly(uint64_t a, uint64_t b)
{
    uint64_t result, flags;
    __asm__ volatile("lea -128(%%rsp), %%rsp\n mov %2, %0\n add %3, %0\n pushf\n pop %1\n"
                     "lea 128(%%rsp), %%rsp"
                     : "=&r"(result), "=&r"(flags)
                     : "r"(a), "r"(b)
                     : "cc", "memory");
    return (flags & 0x8d5) ^ result << 16;
}

/* All flags, and registers, across accesses to lines that change each time. */
static char lines[256 * 64] __attribute__((aligned(64)));

static uint64_t flags_over_lines(uint64_t a, uint64_t b, uint64_t step)
{
    uint64_t result = 1, flags, n = 0;
    __asm__ volatile(
        "lea -128(%%rsp), %%rsp\n mov %[a], %%rax\n add %[b], %%rax\n"
        "1: mov (%[at],%[n]), %%rdx\n mov %%rdx, 8(%[at],%[n])\n"
        "movups 16(%[at],%[n]), %%xmm3\n mov %%al, 32(%[at],%[n])\n pushf\n pop %[flags]\n"
        "lea (%[result],%[result],4), %[result]\n lea (%[result],%[flags]), %[result]\n"
        "lea (%[n],%[step]), %[n]\n cmp %[most], %[n]\n jae 2f\n"
        "mov %[a], %%rax\n add %[b], %%rax\n jmp 1b\n"
        "2: lea 128(%%rsp), %%rsp"
        : [result] "+&r"(result), [flags] "=&r"(flags), [n] "+&r"(n)
        : [a] "r"(a), [b] "r"(b), [at] "r"(lines), [step] "r"(step), [most] "r"(sizeof lines)
        : "rax", "rdx", "xmm3", "cc", "memory");
    return result ^ n;
}

/* The carry goes from line to line. */
static uint64_t carry_over_lines(uint64_t value)
{
    uint64_t sum = value, n = sizeof lines / 64;
    char *at = lines;
    __asm__ volatile("clc\n1: adc %[sum], (%[at])\n adc (%[at]), %[sum]\n movq $-3, 8(%[at])\n"
                     "lea 64(%[at]), %[at]\n dec %[n]\n jnz 1b\n adc $0, %[sum]"
                     : [sum] "+r"(sum), [at] "+r"(at), [n] "+r"(n)::"cc", "memory");
    return sum;
}

/* Strings, forwards and back. */
static uint64_t strings(void)
{
    char *to = lines + 100, *from = lines + 3000;
    uint64_t n = 2500, value = 0x0102030405060708, seen = 0;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n)::"memory");
    n = 300;
    __asm__ volatile("rep stosq" : "+D"(to), "+c"(n) : "a"(value) : "memory");
    n = 200;
    __asm__ volatile("std\n rep movsl\n stosb\n cld"
                     : "+D"(to), "+S"(from), "+c"(n)
                     : "a"(value)
                     : "memory");
    __asm__ volatile("lodsq\n movsw" : "+S"(from), "+D"(to), "=a"(value)::"memory");
    for (unsigned i = 0; i < sizeof lines; i++)
        seen = seen * 31 + (uint8_t)lines[i];
    return seen + n + value + (uint64_t)(to - from);
}

/* Jumps and calls by operands of all kinds; returns that take arguments off the stack. */
static uint64_t indirect(uint64_t n)
{
    uint64_t at = 0, rsp_before, rsp_after;
    __asm__ volatile(
        "mov %%rsp, %[before]\n lea -128(%%rsp), %%rsp\n"
        "lea 1f(%%rip), %%rax\n mov %%rax, %[place]\n jmp *%[place]\n ud2\n"
        "1: add $1, %[at]\n lea 2f(%%rip), %%rcx\n push %%rcx\n jmp *(%%rsp)\n ud2\n"
        "2: pop %%rcx\n add $2, %[at]\n lea 7f(%%rip), %%r11\n call *%%r11\n"
        "lea 8f(%%rip), %%rcx\n mov %%rcx, %[place]\n push $1\n push $2\n call *%[place]\n"
        "push %[place]\n call *(%%rsp)\n" /* takes that off too, and 8 bytes more */
        "lea -8(%%rsp), %%rsp\n"
        "lea %[place], %%rdx\n mov $2, %%ecx\n call *-16(%%rdx,%%rcx,8)\n lea -16(%%rsp), %%rsp\n"
        "lea 9f(%%rip), %%rax\n push %%rax\n ret\n ud2\n"
        "7: add $4, %[at]\n rep ret\n"
        "8: add $8, %[at]\n ret $16\n"
        "9: lea 128(%%rsp), %%rsp\n mov %%rsp, %[after]\n"
        :
        [at] "+r"(at), [before] "=&r"(rsp_before), [after] "=&r"(rsp_after), [place] "+m"(places[0])
        : "r"(n)
        : "rax", "rcx", "rdx", "r11", "cc", "memory");
    CHECK_EQ(rsp_after, rsp_before);
    return at;
}

/* Operands relative to rip, with every register that might be borrowed for them in use. */
static uint64_t relative(void)
{
    uint64_t sum = 0;
    register uint64_t rdi __asm__("rdi") = 100, rsi __asm__("rsi") = 200, rbx __asm__("rbx") = 300;
    double real = 0;
    __asm__ volatile("add %[number], %[rdi]\n add %[rsi], %[number]\n xchg %[rbx], %[number]\n"
                     "cmpq $1000, %[number]\n adc $0, %[sum]\n"
                     "pushq %[number]\n popq %[number]\n"
                     "imul $3, %[number], %[rsi]\n movzbl %[number], %%eax\n add %%rax, %[sum]\n"
                     "lea %[number], %%rax\n add (%%rax), %[sum]\n"
                     "movsd %[reals], %[real]\n addsd 8+%[reals], %[real]\n"
                     "shlq $2, %[number]\n notq %[number]\n notq %[number]\n"
                     "lock addq $7, %[number]\n movl $9, 4+%[number]\n"
                     : [rdi] "+r"(rdi), [rsi] "+r"(rsi), [rbx] "+r"(rbx), [sum] "+r"(sum),
                       [number] "+m"(number), [real] "+x"(real)
                     : [reals] "m"(reals)
                     : "rax", "cc", "memory");
    sum = sum * 31 + rdi;
    sum = sum * 31 + rsi;
    sum = sum * 31 + rbx;
    sum = sum * 31 + number;
    number = 5;
    return sum * 31 + (uint64_t)(real * 10);
}

__attribute__((target("avx2,bmi,bmi2"))) static uint64_t relative_vectors(void)
{
    register uint64_t rdi __asm__("rdi") = 0xff, rsi __asm__("rsi") = 0xf0f0;
    double real = 3;
    __asm__ volatile("andn %[number], %%rsi, %%rdi\n bextr %%rsi, %[number], %%rsi\n"
                     "rorx $3, %[number], %%rax\n add %%rax, %%rdi\n"
                     "vaddsd %[reals], %[real], %[real]\n vbroadcastsd 8+%[reals], %%ymm7\n"
                     "vaddsd %%xmm7, %[real], %[real]\n vzeroupper"
                     : "+r"(rdi), "+r"(rsi), [real] "+x"(real)
                     : [number] "m"(number), [reals] "m"(reals)
                     : "rax", "xmm7", "cc");
    return rdi * 31 + rsi * 7 + (uint64_t)(real * 10);
}

static void test_forms(void)
{
    for (uint64_t n = 1; n < 40; n++) {
        CHECK_EQ(loops(n), 3 * n);
        CHECK_EQ(loops_while(n, 7, 1), n < 7 ? n : 7);
        CHECK_EQ(loops_while(n, 0, 0), n < 16 ? n : 16);
    }
    CHECK_EQ(zeros(0), 0);
    CHECK_EQ(zeros(1), 3);
    CHECK_EQ(zeros(1ull << 32), 1);
    static const uint64_t edges[] = {0, 1, 7, 8, 255, 1ull << 31, 1ull << 63, ~0ull, ~0ull >> 1, 3};
    for (unsigned i = 0; i < 10; i++)
        for (unsigned k = 0; k < 10; k++)
            CHECK_EQ(flags_across(edges[i], edges[k]), flags_plainly(edges[i], edges[k]));
    uint64_t over = 0;
    for (unsigned i = 0; i < 10; i++)
        for (unsigned k = 0; k < 10; k++) {
            over = over * 31 + flags_over_lines(edges[i], edges[k], 64);
            over = over * 31 + flags_over_lines(edges[i], edges[k], 8);
            over = over * 31 + carry_over_lines(edges[i] ^ edges[k]);
        }
    printf("%llu", (unsigned long long)over);
    printf(" %llu\n", (unsigned long long)strings());
    CHECK_EQ(indirect(1), 1 + 2 + 4 + 8 + 8 + 8);
    uint64_t want = relative(), vectors = 0;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        vectors = relative_vectors();
    for (int i = 0; i < 20; i++)
        CHECK_EQ(relative(), want);
    printf("%llu %llu\n", (unsigned long long)want, (unsigned long long)vectors);
}
#else
static void test_forms(void)
{
    CHECK(1);
}
#endif

int main(void)
{
    test_forms();
    return check_done();
}
