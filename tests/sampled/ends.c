/*
 * Walks through code whose tables are missing or say nothing, each built by hand: where a handler returns to, the
 * outermost function, and the call of a function's body as LLVM's OpenMP makes it. Whether they are whole, and what is
 * on them, is known; nothing is measured by another unwinder.
 */
#include "agent/sampler/unwind/walk.h"
#include "tests/check.h"
#include "tests/sampled/modules.h"
#include "tests/sampled/restorer.h"

#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST = 100 };

static struct sw_unwinder unwinder;
static struct sw_unwind_frame frames[MOST];
static struct sw_unwind_walk last;
static uint64_t stack_high;
static volatile int sink;

/* Called by those below. */
__attribute__((noinline, used)) static void walk_here(void)
{
    struct sw_unwind_registers r = sw_unwind_here();
    static struct sw_unwind_stack stack;
    stack = (struct sw_unwind_stack){r.sp, stack_high};
    last = (struct sw_unwind_walk){.stacks = &stack, .n_stacks = 1, .frames = frames, .most = MOST};
    sw_unwind_walk(&unwinder, r, &last);
    sink++;
}

#if defined __aarch64__
static bool is_in(unsigned frame, const char *low, const char *high)
{
    return frame < last.n && frames[frame].pc >= (uint64_t)low && frames[frame].pc < (uint64_t)high;
}
#endif

/* The function's frame, from `from` on; MOST: none. */
static unsigned frame_of(const void *function, unsigned from)
{
    uint64_t start = sw_unwind_function(&unwinder, (uint64_t)function);
    while (from < last.n && frames[from].start != start)
        from++;
    return from < last.n ? from : MOST;
}

#define EXTERN(name) extern const char name[], name##_end[]
#define BEGIN(name)  ".text; .balign 16; .globl " #name ", " #name "_end; " #name ": "
#define END(name)    "; " #name "_end: nop; nop; nop; nop\n"

/* --- a handler of a signal, which returns to code that has no table --- */

static void on_signal(int number)
{
    (void)number;
    walk_here();
    sink++; /* it is no jump */
}

/* A leaf that is interrupted in a system call: no other function is called on the way. */
__attribute__((noinline)) static long interrupted(long process, long number)
{
#if defined __aarch64__
    register long x0 __asm__("x0") = process, x1 __asm__("x1") = number;
    register long x8 __asm__("x8") = SYS_kill;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x1), "r"(x8) : "memory");
    return x0;
#else
    long result = SYS_kill;
    __asm__ volatile("syscall" : "+a"(result) : "D"(process), "S"(number) : "rcx", "r11", "memory");
    return result;
#endif
}

__attribute__((noinline)) static void handlers(void)
{
    CHECK(restorer_handle(SIGUSR1, on_signal, 0) == 0);
    CHECK(interrupted(getpid(), SIGUSR1) == 0);
    CHECK(last.whole);
    unsigned at = frame_of(on_signal, 0);
    CHECK(at == 1);
    CHECK(frame_of(interrupted, 0) == at + 2);
    CHECK(frame_of(handlers, 0) == at + 3);
    sink++; /* it is no jump */
}

#if defined __aarch64__
/* --- the outermost function --- */

EXTERN(first);
EXTERN(second);
EXTERN(third);
/* No table, and nobody calls it as far as its frame pointer tells. */
__asm__(BEGIN(first) "stp x29, x30, [sp, #-32]!; mov x29, #0; bl walk_here; ldp x29, x30, [sp], "
                     "#32; ret" END(first));
/* The same, but what it calls has its frame pointer where a walk does not follow it: that is no end. */
__asm__(BEGIN(second) "stp x29, x30, [sp, #-32]!; mov x29, #0; bl third; ldp x29, x30, [sp], #32; "
                      "ret" END(second));
__asm__(BEGIN(
    third) ".cfi_startproc; stp x19, x30, [sp, #-16]!; .cfi_def_cfa_offset 16; .cfi_offset 19, "
           "-16; "
           ".cfi_offset 30, -8; mov x19, x29; .cfi_register 29, 19; bl walk_here; mov x29, x19; "
           "ldp x19, x30, [sp], #16; ret; .cfi_endproc" END(third));

__attribute__((noinline)) static void ends(void)
{
    ((void (*)(void))(uintptr_t)first)();
    CHECK(last.whole && last.n == 2 && is_in(1, first, first_end));
    ((void (*)(void))(uintptr_t)second)();
    CHECK(!last.whole && last.n == 3 && is_in(1, third, third_end) && is_in(2, second, second_end));
}

/* --- as __kmp_invoke_microtask() --- */

EXTERN(microtask);
EXTERN(single);
EXTERN(above);
/* A table that says nothing, and registers between the frame pointer and the frame record. */
__asm__(BEGIN(
    microtask) ".cfi_startproc; stp x29, x30, [sp, #-16]!; stp x19, x20, [sp, #-16]!; mov x29, sp; "
               "sub sp, sp, #48; mov x19, sp; bl walk_here; orr w0, wzr, #1; mov sp, x29; "
               "str xzr, [x19]; ldp x19, x20, [sp], #16; ldp x29, x30, [sp], #16; ret; "
               ".cfi_endproc" END(microtask));
__asm__(
    BEGIN(single) ".cfi_startproc; stp x29, x30, [sp, #-16]!; str x19, [sp, #-32]!; mov x29, sp; "
                  "bl walk_here; mov sp, x29; ldr x19, [sp], #32; ldp x29, x30, [sp], #16; ret; "
                  ".cfi_endproc" END(single));
__asm__(BEGIN(
    above) ".cfi_startproc; stp x29, x30, [sp, #-96]!; mov x29, sp; sub sp, sp, #32; bl walk_here; "
           "mov sp, x29; nop; ldp x29, x30, [sp], #96; ret; .cfi_endproc" END(above));

/* Without a frame pointer of its own it needs the stack pointer to be right. */
__attribute__((noinline)) static void calls(const char *code, const char *end)
{
    ((void (*)(void))(uintptr_t)code)();
    CHECK(last.whole && is_in(1, code, end));
    CHECK(frame_of(calls, 0) == 2);
}

__attribute__((noinline)) static void bodies(void)
{
    calls(microtask, microtask_end);
    CHECK(frame_of(bodies, 0) == 3);
    calls(single, single_end);
    CHECK(frame_of(bodies, 0) == 3);
    calls(above, above_end);
    CHECK(frame_of(bodies, 0) == 3);
}

/* --- interrupted while the frame is taken down, which the table does not follow --- */

EXTERN(taken_down);
EXTERN(down);
__asm__(BEGIN(
    taken_down) ".cfi_startproc; stp x29, x30, [sp, #-48]!; .cfi_def_cfa_offset 48; "
                ".cfi_offset 29, -48; .cfi_offset 30, -40; stp x19, x20, [sp, #16]; mov x29, sp; "
                ".cfi_def_cfa 29, 48; bl walk_here; .globl down; down: mov sp, x29; "
                "ldp x19, x20, [sp, #16]; ldp x29, x30, [sp], #32; add sp, sp, #16; ret; "
                ".cfi_endproc" END(taken_down));

static void interrupted_end(void)
{
    static uint64_t memory[32];
    uint64_t frame = (uint64_t)(memory + 8), caller = (uint64_t)first + 12;
    const struct sw_unwind_stack stack = {(uint64_t)memory, (uint64_t)(memory + 32)};
    const struct {
        uint64_t sp, fp, link;
    } at[] = {{(uint64_t)memory, frame, (uint64_t)down},
              {frame, frame, (uint64_t)down},
              {frame, frame, (uint64_t)down},
              {frame + 32, 0, caller},
              {frame + 48, 0, caller}};
    memory[8] = 0; /* the caller is outermost */
    memory[9] = caller;
    for (unsigned i = 0; i < 5; i++) {
        struct sw_unwind_registers r = {
            .pc = (uint64_t)down + 4 * i, .sp = at[i].sp, .fp = at[i].fp, .link = at[i].link};
        last = (struct sw_unwind_walk){
            .stacks = &stack, .n_stacks = 1, .frames = frames, .most = MOST};
        sw_unwind_walk(&unwinder, r, &last);
        CHECK(last.whole && last.n == 2 && frames[1].pc == caller - 1 &&
              frames[1].sp == frame + 48);
    }
}
#endif

int main(void)
{
    pthread_attr_t attributes;
    void *low;
    size_t size;
    modules_note();
    unwinder.find = modules_find;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &low, &size);
    stack_high = (uint64_t)low + size;
    handlers();
#if defined __aarch64__
    ends();
    bodies();
    interrupted_end();
#endif
    return check_done();
}
