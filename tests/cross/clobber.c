/*
 * A tool whose callbacks change every register that a function may change, and errno: nothing of that
 * may reach the program.
 */
#include <spanwise_tool.h>

#include <errno.h>
#include <stdio.h>
#if defined __aarch64__
#include <sys/auxv.h>
#endif

static unsigned long long callbacks;

#if defined __aarch64__
__attribute__((noinline, target("arch=armv8-a+sve"))) static void clobber_long(void)
{
    __asm__ volatile("ptrue p0.b\n\t"
                     "index z0.b, #3, #5\n\tindex z1.b, #4, #5\n\tindex z2.b, #5, #5\n\t"
                     "index z3.b, #6, #5\n\tindex z4.b, #7, #5\n\tindex z5.b, #8, #5\n\t"
                     "index z6.b, #9, #5\n\tindex z7.b, #3, #6\n\tmov z16.b, #1\n\t"
                     "mov z17.b, #2\n\tmov z30.b, #3\n\tmov z31.b, #4\n\t"
                     "pfalse p1.b\n\tptrue p2.h\n\tpfalse p3.b\n\tsetffr" ::
                         : "memory");
}

static void clobber(void)
{
    __asm__ volatile("mov x9, #1\n\tmov x10, #2\n\tmov x11, #3\n\tmov x12, #4\n\tmov x13, #5\n\t"
                     "mov x14, #6\n\tmov x15, #7\n\tmov x16, #8\n\tmov x17, #9\n\tmov x8, #10\n\t"
                     "movi v0.16b, #1\n\tmovi v1.16b, #1\n\tmovi v2.16b, #1\n\tmovi v3.16b, #1\n\t"
                     "movi v4.16b, #1\n\tmovi v5.16b, #1\n\tmovi v6.16b, #1\n\tmovi v7.16b, #1\n\t"
                     "movi v16.16b, #1\n\tmovi v17.16b, #1\n\tmovi v18.16b, #1\n\t"
                     "movi v19.16b, #1\n\tmovi v20.16b, #1\n\tmovi v21.16b, #1\n\t"
                     "movi v22.16b, #1\n\tmovi v23.16b, #1\n\tmovi v24.16b, #1\n\t"
                     "movi v25.16b, #1\n\tmovi v26.16b, #1\n\tmovi v27.16b, #1\n\t"
                     "movi v28.16b, #1\n\tmovi v29.16b, #1\n\tmovi v30.16b, #1\n\t"
                     "movi v31.16b, #1" ::
                         : "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "v0",
                           "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19",
                           "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29",
                           "v30", "v31");
    if (getauxval(AT_HWCAP) & 1ul << 22)
        clobber_long();
}
#else
__attribute__((noinline, target("avx512f"))) static void clobber_512(void)
{
    __asm__ volatile("vpternlogd $255, %%zmm0, %%zmm0, %%zmm0\n\tvmovdqa64 %%zmm0, %%zmm1\n\t"
                     "vmovdqa64 %%zmm0, %%zmm2\n\tvmovdqa64 %%zmm0, %%zmm3\n\t"
                     "vmovdqa64 %%zmm0, %%zmm4\n\tvmovdqa64 %%zmm0, %%zmm5\n\t"
                     "vmovdqa64 %%zmm0, %%zmm6\n\tvmovdqa64 %%zmm0, %%zmm7\n\t"
                     "vmovdqa64 %%zmm0, %%zmm16\n\tvmovdqa64 %%zmm0, %%zmm31\n\t"
                     "kxnorw %%k1, %%k1, %%k1\n\tkmovw %%k1, %%k7" ::
                         : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm16",
                           "xmm31", "k1", "k7");
}

__attribute__((noinline, target("avx2"))) static void clobber_256(void)
{
    __asm__ volatile(
        "vpcmpeqd %%ymm0, %%ymm0, %%ymm0\n\tvmovdqa %%ymm0, %%ymm1\n\t"
        "vmovdqa %%ymm0, %%ymm2\n\tvmovdqa %%ymm0, %%ymm3\n\tvmovdqa %%ymm0, %%ymm4\n\t"
        "vmovdqa %%ymm0, %%ymm5\n\tvmovdqa %%ymm0, %%ymm6\n\tvmovdqa %%ymm0, %%ymm7\n\t"
        "vmovdqa %%ymm0, %%ymm8\n\tvmovdqa %%ymm0, %%ymm15" ::
            : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm15");
}

static void clobber(void)
{
    __asm__ volatile(
        "mov $1, %%eax\n\tmov %%rax, %%rcx\n\tmov %%rax, %%rdx\n\tmov %%rax, %%rsi\n\t"
        "mov %%rax, %%rdi\n\tmov %%rax, %%r8\n\tmov %%rax, %%r9\n\tmov %%rax, %%r10\n\t"
        "mov %%rax, %%r11\n\t"
        "pcmpeqd %%xmm0, %%xmm0\n\tmovdqa %%xmm0, %%xmm1\n\tmovdqa %%xmm0, %%xmm2\n\t"
        "movdqa %%xmm0, %%xmm3\n\tmovdqa %%xmm0, %%xmm4\n\tmovdqa %%xmm0, %%xmm5\n\t"
        "movdqa %%xmm0, %%xmm6\n\tmovdqa %%xmm0, %%xmm7\n\tmovdqa %%xmm0, %%xmm8\n\t"
        "movdqa %%xmm0, %%xmm9\n\tmovdqa %%xmm0, %%xmm10\n\tmovdqa %%xmm0, %%xmm11\n\t"
        "movdqa %%xmm0, %%xmm12\n\tmovdqa %%xmm0, %%xmm13\n\tmovdqa %%xmm0, %%xmm14\n\t"
        "movdqa %%xmm0, %%xmm15\n\tfninit\n\tfldpi" ::
            : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2",
              "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",
              "xmm13", "xmm14", "xmm15");
    __asm__ volatile("fstp %st(0)");
    if (__builtin_cpu_supports("avx2"))
        clobber_256();
    if (__builtin_cpu_supports("avx512f"))
        clobber_512();
}
#endif

static void on_event(struct spanwise_frame *frame, unsigned long long ns)
{
    (void)frame;
    (void)ns;
    clobber();
    errno = ENOTTY;
    callbacks++;
}

static void finish(void)
{
    fprintf(stderr, "%llu callbacks\n", callbacks);
}

const struct spanwise_tool spanwise_tool = {
    .version = SPANWISE_TOOL_VERSION,
    .name = "clobber",
    .spawn = on_event,
    .enter = on_event,
    .sync = on_event,
    .exit = on_event,
    .finish = finish,
};
