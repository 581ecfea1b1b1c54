/*
 * What an object needs of the runtime is weak, so that it links without: by a driver that does not know
 * of it. Then there is no worker, frames are not pushed, and the program is the serial one, which says so
 * once. The same holds for code that the assembly filter has not seen, as that of -flto where another
 * driver links: nothing has saved the contexts of its frames. The filter defines SW_FILTERED.
 *
 * Sleds are written in line, not as functions of the prelude, so that their addresses have the
 * user's lines in the debug information. The section's flag `o` ties an entry to the section of its
 * sled: the linker drops both or none (--gc-sections, COMDAT).
 */
#include "compile/rewrite/prelude.h"

#define LABEL        ".Lspanwise%="
#define FORMAT_LABEL ".Lspanwise%%="

/* struct sw_cilk_loop and the first members of struct sw_cilk_hooks; see abi/cilk.h. */
static const char declarations[] =
    "struct __spanwise_loop { unsigned long at, grain; unsigned depth, low, high, reserved;"
    " unsigned long end[64]; };\n"
    "struct __spanwise_hooks {"
    " unsigned long (*loop_begin)(struct __spanwise_loop *, unsigned long, unsigned long,"
    " const void *);"
    " unsigned long (*loop_next)(struct __spanwise_loop *, const void *);"
    " const void *parallel; };\n"
    "const struct __spanwise_hooks *__spanwise_hooks __attribute__((__weak__,"
    " __visibility__(\"hidden\"), __section__(\"" SW_HOOKS "\")));\n";

/*
 * How often a cilk_for runs. `from` and `to` are start and limit as addresses or numbers, both in
 * the type that they are compared in; `unit` is the size of what a pointer points to. A loop that
 * steps away from its limit runs for ever, as the serial one would.
 */
static const char trips[] = SW_INLINE
    "unsigned long __spanwise_trips(int holds, unsigned long from, unsigned long to,"
    " unsigned long unit, long delta, int test, unsigned long mask) {\n"
    " unsigned long size = (delta > 0 ? (unsigned long)delta : -(unsigned long)delta) * unit;\n"
    " unsigned long distance = delta > 0 ? to - from : from - to;\n"
    " if (!holds) return 0;\n"
    " if (size == 0 || (test < 2 && delta < 0) || ((test == 2 || test == 3) && delta > 0))"
    " return ~0UL;\n"
    " if (test == 4) return (distance & mask) / size;\n"
    " if (test == 0 || test == 2) return (distance - 1) / size + 1;\n"
    " return distance / size + 1;\n"
    "}\n";

/* What differs by machine, by enum sw_rewrite_target. */
static const struct machine {
    const char *nop;      /* an instruction, not bytes: an assembler gives no line to data */
    const char *address;  /* that of the sled into %0 */
    const char *clobbers; /* by what takes the place of the sled */
    const char *check; /* jumps if a frame's state (%0) is not what it starts with; %l1 is where */
    const char *write; /* `text` to stderr */
    /* The instructions that read the worker into %0, that which takes it to be none, operands. */
    const char *worker, *no_worker, *worker_is;
    const char *push; /* the frame, on the deque */
    /* A rare call: registers, the call, what follows it, a result of 0, what it changes. */
    const char *first, *second, *call, *after, *nothing, *changes;
} machines[] = {
    [SW_TARGET_AARCH64] =
        {.nop = "nop",
         .address = "\\n\\tadr %0, " LABEL,
         .clobbers = "\"x16\", \"x17\", ",
         .check = "ldr x16, %0\\n\\tcmn x16, #1\\n\\tb.ne %l1",
         .write = "register long number __asm__(\"x8\") = 64, file __asm__(\"x0\") = 2;"
                  " register const char *from __asm__(\"x1\") = text;"
                  " register unsigned long size __asm__(\"x2\") = sizeof text - 1;"
                  " __asm__ __volatile__(\"svc #0\" : \"+r\"(file) : \"r\"(number), \"r\"(from), "
                  "\"r\"(size)"
                  " : \"memory\");",
         .worker = "adrp %0, :gottprel:__spanwise_worker\\n\\tldr %0, [%0, "
                   ":gottprel_lo12:__spanwise_worker]"
                   "\\n\\tmrs x16, tpidr_el0\\n\\tldr %0, [x16, %0]",
         .no_worker = "mov %0, 0",
         .worker_is = " : \"=r\"(w) : : \"x16\"",
         .push = " *t = f;\n"
                 " if (__builtin_expect(w->fenced != 0, 0)) __atomic_thread_fence(5);\n"
                 " __asm__ __volatile__(\"\" : : : \"memory\");\n"
                 " __atomic_store_n(&w->tail, t + 1, 0);\n"
                 " __asm__ __volatile__(\"\" : : : \"memory\");\n",
         .first = "x0",
         .second = "x1",
         .call = "bl",
         .after = "",
         .nothing = "mov x0, 0",
         .changes = "\"x16\", \"x17\", \"x30\""},
    /* The 8 of the nop makes it 5 bytes long. A store that releases is an ordinary one; on aarch64 it costs an eighth of all of a spawn, see
     * sched/deque.h. A function without calls may have variables below its stack pointer: a task, if what it spawns is inlined. */
    [SW_TARGET_X86_64] =
        {.nop = "{nopl 8(%%rax,%%rax,1)|nop DWORD PTR [rax+rax*1+8]}",
         .address = "\\n\\t{leaq " LABEL "(%%rip), %0|lea %0, " LABEL "[rip]}",
         .clobbers = "",
         .check = "{cmpq $-1, %0|cmp %0, -1}\\n\\tjne %l1",
         .write = "long result; __asm__ __volatile__(\"syscall\" : \"=a\"(result) "
                  ": \"0\"(1L), \"D\"(2L), \"S\"(text),"
                  " \"d\"(sizeof text - 1) : \"rcx\", \"r11\", \"memory\");",
         .worker =
             "{movq __spanwise_worker@gottpoff(%%rip), %0\\n\\tmovq %%fs:(%0), %0|"
             "mov %0, QWORD PTR __spanwise_worker@gottpoff[rip]\\n\\tmov %0, QWORD PTR fs:[%0]}",
         .no_worker = "{xorl %k0, %k0|xor %k0, %k0}",
         .worker_is = " : \"=r\"(w)",
         .push = " *t = f;\n __atomic_store_n(&w->tail, t + 1, 3);\n",
         .first = "rdi",
         .second = "rsi",
         .call = "{leaq -128(%%rsp), %%rsp|lea rsp, [rsp-128]}\\n\\tcall",
         .after = "\\n\\t{leaq 128(%%rsp), %%rsp|lea rsp, [rsp+128]}",
         .nothing = "{xorl %%edi, %%edi|xor edi, edi}",
         .changes = "\"r10\", \"r11\""},
};

static void add_end(struct sw_buffer *out, enum sw_rewrite_target target, const char *head,
                    enum sw_sled_kind kind)
{
    sw_buffer_print(out, SW_INLINE "void %s", head);
    sw_prelude_add_sled(out, target, kind, NULL);
    sw_buffer_print(out, "; }\n");
}

/*
 * struct sw_worker, as far as it is used, and struct sw_frame; see agent/cilk/sched/. A worker is read
 * anew whenever it is needed, by code that the compiler does not look into: it would take the
 * address of a thread's variable to be the same for a whole function. Memory orders are numbers: names
 * of macros mean nothing after preprocessing (0 relaxed, 2 acquire, 3 release, 5 sequential).
 */
static const char frames[] =
    "struct __spanwise_frame { unsigned long pc, sp, fp, state; };\n"
    "struct __spanwise_worker { struct __spanwise_frame **tail; unsigned alarm, fenced;"
    " void *scheduler; struct __spanwise_frame **head __attribute__((__aligned__(64))); "
    "};\n" SW_WEAK
    "__attribute__((__used__)) __thread struct __spanwise_worker *__spanwise_worker;\n" SW_WEAK
    "extern char __spanwise_kept_begin[];\n" SW_WEAK
    "extern struct __spanwise_frame *__spanwise_unwind(struct __spanwise_worker *,"
    " struct __spanwise_frame *);\n" SW_WEAK
    "extern struct __spanwise_frame *__spanwise_pop(struct __spanwise_worker *,"
    " struct __spanwise_frame *);\n" SW_WEAK
    "extern void __spanwise_sync(unsigned long *);\n" SW_WEAK
    "extern void __spanwise_end(unsigned long *);\n" SW_WEAK
    "extern unsigned long __spanwise_loop(unsigned long, unsigned long);\n";

/*
 * A program that runs serially for want of the runtime says so at the end of the first frame that would
 * have been pushed, where registers are free, or at the first loop. It uses nothing of libc but the
 * environment: the program may have functions of any name.
 */
static const char telling[] = SW_WEAK
    "char __spanwise_told; " SW_WEAK "extern char **__spanwise_environ __asm__(\"__environ\");\n"
    "static __attribute__((__noinline__, __cold__, __unused__)) void __spanwise_tell(void) {\n"
    " static const char text[] = \"spanwise: this program was linked without the Cilk runtime and "
    "runs"
    " serially; link it by 'spanwise cc', or with the flags that 'spanwise cc --print-link-flags'"
    " prints (SPANWISE_QUIET=1 hides this)\\n\", name[] = \"SPANWISE_QUIET=\";\n"
    " char **at; if (__atomic_exchange_n(&__spanwise_told, 1, 0)) return;\n"
    " for (at = &__spanwise_environ ? __spanwise_environ : 0; at && *at; at++) {"
    " unsigned n = 0; while (name[n] && (*at)[n] == name[n]) n++; if (!name[n]) return; }\n"
    " %s\n}\n" SW_INLINE "void __spanwise_wait(unsigned long *state) {"
    " if (!(*state & 4)) { *state |= 4; __spanwise_tell(); }"
    " else if ((*state | 2) + 1) __spanwise_sync(state); "
    "}\n" SW_INLINE "unsigned long __spanwise_grain(unsigned long count, unsigned long grain) {"
    " if (__spanwise_loop) return __spanwise_loop(count, grain); __spanwise_tell(); return count; "
    "}\n" SW_INLINE "struct __spanwise_worker *__spanwise_self(void) { struct __spanwise_worker *w;"
    " __asm__ __volatile__(\".ifdef " SW_FILTERED "\\n\\t%s\\n\\t.else\\n\\t%s\\n\\t.endif\" %s);"
    " return w; }\n";

/* A rare call, see sched/kept.S: registers and what to put there, the call, what it changes, where its
 * result goes. */
static const char kept[] =
    "{ register void *a __asm__(\"%s\") = %s; register void *b __asm__(\"%s\") = %s;"
    " __asm__ __volatile__(\".weak __spanwise_kept_%s\\n\\t.ifdef " SW_FILTERED
    "\\n\\t%s __spanwise_kept_%s%s\\n\\t.else\\n\\t%s\\n\\t.endif\""
    " : \"+r\"(a) : \"r\"(b) : %s, \"cc\", \"memory\"); %s a; }\n";

/* A relaxed load of a worker's member: gcc would add its offset to the address first if it were called atomic. */
#define SW_LOOK(type, member) "*(" type " volatile *)&w->" member

static const char push_begin[] = "%svoid __spanwise_push(struct __spanwise_frame *f) {\n"
                                 " struct __spanwise_worker *w = __spanwise_self();\n"
                                 " if (__builtin_expect(w == 0, 0)) {\n"
                                 " if (__spanwise_kept_begin) ";
static const char push_serial[] =
    " if (!w) { if (!__spanwise_told) f->state &= -5UL; return; }\n }\n";
/* ThreadSanitizer: what is done up to a spawn comes before what follows it, whoever does that. */
static const char push_told[] = " __tsan_release(f);\n";
/* On one stack, whoever is still to return is above; see __spanwise_trim(). */
static const char push_trim[] = " struct __spanwise_frame **t = w->tail;\n"
                                " if (__builtin_expect(t[-1] <= f, 0)) ";
static const char push_alarm[] =
    " *(struct __spanwise_frame *volatile *)t = f;\n" /* a signal handler may have spawned meanwhile */
    " __asm__ __volatile__(\"\" : : : \"memory\");\n"
    " if (__builtin_expect(" SW_LOOK("unsigned", "alarm") " != 0, 0)) ";

/*
 * The head needs no acquire: a frame that is not stolen was written by nobody else, and what follows the branch is stored
 * after it.
 *
 * The member of a frame that a rare call is told by is another one for each of them: the compiler would
 * keep the address of the frame in a register for the sake of the second, and all calls would have to
 * save that register.
 */
static const char popped[] =
    "}\n"
    "%sstruct __spanwise_frame *__spanwise_popped(struct __spanwise_frame *f) {\n"
    " struct __spanwise_worker *w = __spanwise_self();\n"
    " if (__builtin_expect(w == 0, 0)) return 0;\n"
    " struct __spanwise_frame **t = w->tail - 1;\n"
    " if (__builtin_expect(*t != f, 0)) return __spanwise_unwind(w, f);\n"
    " __atomic_store_n(&w->tail, t, 0);\n"
    " if (__builtin_expect(w->fenced != 0, 0)) __atomic_thread_fence(5);\n"
    " __asm__ __volatile__(\"\" : : : \"memory\");\n"
    " if (__builtin_expect(" SW_LOOK("struct __spanwise_frame **",
                                     "head") " > t, 0)) return __spanwise_pop(w, f);\n"
                                             " return 0;\n"
                                             "}\n";

static const char owner[] =
    SW_INLINE "int __spanwise_leave(struct __spanwise_frame *f) {\n"
              " __asm__ goto(\".Lspanwise_check%%=: %s\" : : \"m\"(f->state) : %s\"cc\" : slow);"
              " return 0; slow: __attribute__((__cold__)); __spanwise_wait(&f->state);"
              " if ((f->state | 2) + 1) __spanwise_end(&f->fp); return 1;\n"
              "}\n" SW_INLINE "void __spanwise_block_end(struct __spanwise_frame **f) {"
              " if (__builtin_expect((*f)->state != -1UL, 0)) __spanwise_wait(&(*f)->state); }\n";

static void add_kept(struct sw_buffer *out, const struct machine *m, const char *name,
                     const char *first, const char *second, const char *result)
{
    sw_buffer_print(out, kept, m->first, first, m->second, second, name, m->call, name, m->after,
                    m->nothing, m->changes, result);
}

/* What the owner of a deque does is no business of ThreadSanitizer's, which looks at what is inlined. */
static const char untold[] =
    "static __attribute__((__noinline__, __no_sanitize__(\"thread\"), __unused__)) ";
static const char told[] = "extern void __tsan_release(void *);\n";

static void add_frames(struct sw_buffer *out, struct sw_rewrite_mode mode)
{
    const struct machine *m = &machines[mode.target];
    const char *owns = mode.races ? untold : SW_INLINE;
    sw_buffer_print(out, "%s", frames);
    sw_buffer_print(out, telling, m->write, m->worker, m->no_worker, m->worker_is);
    sw_buffer_print(out, "%s", mode.races ? told : "");
    sw_buffer_print(out, push_begin, owns);
    add_kept(out, m, "begin", "f", "0", "w = (struct __spanwise_worker *)");
    sw_buffer_print(out, "%s%s%s", push_serial, mode.races ? push_told : "", push_trim);
    add_kept(out, m, "trim", "w", "f", "t = (struct __spanwise_frame **)");
    sw_buffer_print(out, "%s%s", m->push, push_alarm);
    add_kept(out, m, "alarm", "w", "0", "(void)");
    sw_buffer_print(out, popped, owns);
    sw_buffer_print(out, owner, m->check, m->clobbers);
}

void sw_prelude_add(struct sw_buffer *out, struct sw_rewrite_mode mode)
{
    sw_buffer_print(out, "\n# 1 \"<spanwise>\" 3\n%s%s%s", mode.cxx ? "extern \"C\" {\n" : "",
                    declarations, trips);
    add_end(out, mode.target, "__spanwise_scope_end(const char *scope) { (void)scope; ",
            SW_SLED_SCOPE_END);
    if (mode.tasks)
        add_frames(out, mode);
    if (!mode.cxx)
        return;
    add_end(out, mode.target, "__spanwise_spawn_end(void) { ", SW_SLED_SPAWN_END);
    sw_buffer_print(out, "}\n");
}

/* Text of a sled up to its operands; `check` comes right after it. */
static void add_entry(struct sw_buffer *out, enum sw_rewrite_target target, enum sw_sled_kind kind,
                      const char *check_text)
{
    sw_buffer_print(out,
                    "(\"" FORMAT_LABEL ": %s%s%s"
                    "\\n\\t.pushsection " SW_SLEDS ",\\\"ao\\\",@progbits," FORMAT_LABEL
                    "\\n\\t.balign 4\\n\\t.long " FORMAT_LABEL "-.\\n\\t.long 0\\n\\t.long 0"
                    "\\n\\t.byte %d,0,0,0\\n\\t.popsection",
                    machines[target].nop, *check_text ? "\\n\\t" : "", check_text, (int)kind);
}

void sw_prelude_add_sled(struct sw_buffer *out, enum sw_rewrite_target target,
                         enum sw_sled_kind kind, const char *site)
{
    sw_buffer_print(out, "__asm__ __volatile__ __inline__");
    add_entry(out, target, kind, "");
    sw_buffer_print(out, "%s\" : ", site ? machines[target].address : "");
    if (site)
        sw_buffer_print(out, "\"=r\"(%s) ", site);
    sw_buffer_print(out, ": : %s\"cc\", \"memory\")", machines[target].clobbers);
}

void sw_prelude_add_sync(struct sw_buffer *out, enum sw_rewrite_target target, unsigned n)
{
    sw_buffer_print(out, "__asm__ goto");
    add_entry(out, target, SW_SLED_SYNC, machines[target].check);
    sw_buffer_print(out, "\" : : \"m\"(__sw_frame.state) : %s\"cc\", \"memory\" : __sw%u_slow)",
                    machines[target].clobbers, n);
}
