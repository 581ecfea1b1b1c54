/*
 * Counts instructions: runs the program from copies of its code.
 *
 * From sw_translate_start() on, what a thread runs is not the program's code but copies of it, in a
 * cache, made as they are first reached. A *block* is the copy of a straight run of instructions, over
 * conditional branches that are not taken (or, in a loop, that are), up to one that goes elsewhere. It
 * is entered at its start only, and left by one of its *exits*, where a thread's counter grows by the
 * number of instructions from the start to there: so a loop that is unrolled in a block adds to memory
 * once for several times round. Exits jump to the block of where they go, when there is one (they are
 * *linked*), and else call the translator. Jumps whose target is known as they are taken only (returns,
 * calls of pointers) look it up in a table.
 *
 * What the program sees is what it would see: all registers and flags, its own return addresses on its
 * stack, nothing changed below it. Where a register is needed, a slot of the thread keeps its value
 * meanwhile. Everything is translated: libc, the loader, our own library, which is not counted. Nothing
 * of it knows; only the code that translates runs as it is. That may be entered anywhere in the program,
 * with locks of libc held, or in a signal handler: it uses raw system calls and memory of its own, no
 * vector registers, little of the program's stack, and blocks signals while it holds its one lock.
 *
 * Files: decode_* reads instructions; trace_* chooses what a block is made of; emit_* writes it; entry_*
 * is the way from the cache to here and back; cache.c keeps blocks and links them; ranges.c knows where
 * code is and which of it counts; calls.c has the system calls that concern us.
 *
 * Not like a processor: a handler of a signal sees in its ucontext where the thread was in the program,
 * but in the middle of what stands for an instruction some register may hold a value of ours (returning
 * from the handler is exact). Code that is written while it runs is looked at again each time it is
 * entered, if it is on writable or shared pages; through another mapping, or by another process, it is
 * not noticed. Critical sections of rseq(2) are switched off, as far as the program can see.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reached without the linker's table. */
#define SW_TRANSLATE_OWN __attribute__((visibility("hidden")))

/* A thread's own words, known to entry_*.S. Signal handlers save the slots (calls.c). */
#define SW_SLOTS         6
struct sw_translated {
    uint64_t counter; /* instructions that the thread has run */
    uint64_t slots[SW_SLOTS];
};
extern SW_TRANSLATE_OWN __thread struct sw_translated sw_translated
    __attribute__((tls_model("initial-exec")));

/* Can this process be translated? False: `why` says why not. Once, before the start. */
bool sw_translate_init(const char **why);

/* From here on the calling thread, and those that it starts, run translated. `only`: only what is told
 * to be counted is. `trouble`: where to write, as text, why the program runs as it is again, if it comes
 * to that. NULL: nowhere. */
void sw_translate_start(bool only, char *trouble, size_t trouble_bytes);

/* Does the calling thread run translated? If not, it says so, once. */
void sw_translate_look(void);

/* Code from low, below high, is counted or not. The latest one says. */
void sw_translate_range(uint64_t low, uint64_t high, bool counted);

/* No system calls but the program's from here on. A signal that comes while something is translated is not survived then. */
void sw_translate_enclose(void);

/* The profiler's own code: not counted, and it may change the thread pointer, if what that points to then has
 * a struct sw_translated as well. */
void sw_translate_own(uint64_t low, uint64_t high);

/* Calls a function of the profiler that runs as it is, not translated: no vector registers, and no system calls but raw ones that do not
 * concern the translator. Not from code that runs so itself. */
void sw_translate_aside(void (*function)(void *), void *argument);

/* Code there has been written to by the profiler. */
void sw_translate_changed(uint64_t low, uint64_t high);
