/* The ways from the cache to the translator and back: entry_*.S. */
#pragma once

#define SW_SLOT_0   8 /* in struct sw_translated */
#define SW_SLOT_1   16
#define SW_SLOT_2   24
#define SW_SLOT_4   40

#define SW_ARM_DONE 12 /* what comes before a system call, if it is done already: emit_arm.c */

#ifndef __ASSEMBLER__
#include "agent/translate/cache.h"
#include "agent/translate/memory.h"
#include "agent/translate/translate.h"

#define SW_ENTRY __attribute__((visibility("hidden")))

/* The program's registers, on its stack, below what is its own. */
struct sw_saved {
#if defined __x86_64__
    uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax, flags;
#else
    uint64_t x[31];
    uint64_t flags;
    uint64_t at; /* of a system call */
    uint64_t unused;
#endif
};

/* Jumped to from the cache: an exit that is not linked, an indirect jump that is not in the table, a
 * system call. Not for C. */
extern SW_ENTRY const char sw_entry_exit[], sw_entry_miss[], sw_entry_call[];

/* The same: an access to a line that is followed (memory.h). */
extern SW_ENTRY const char sw_entry_access[];
/* Where that goes on: on the stack above what is saved. x86-64: it is called. */
#if defined __x86_64__
#define SW_ENTRY_BACK(saved) (((const uint64_t *)((saved) + 1))[0])
#define SW_ENTRY_SP(saved)   ((uint64_t)((saved) + 1) + 8 + 24 + 128) /* the program's */
#define SW_ENTRY_HEAP_SP(saved) \
    ((uint64_t)((saved) + 1) + 8 + 8 + 128) /* ... where a function of the heap begins */
#else
#define SW_ENTRY_BACK(saved) (((const uint64_t *)((saved) + 1))[3])
#define SW_ENTRY_SP(saved)   ((uint64_t)((saved) + 1) + 32)
#endif

/* The same: a function of the heap begins (heap.h), of that number; and where it returns to. */
extern SW_ENTRY const char sw_entry_heap[], sw_entry_heap_return[];
SW_ENTRY uint64_t sw_entry_on_heap(struct sw_saved *saved, uint64_t function);
SW_ENTRY uint64_t sw_heap_returned(uint64_t at);

/* Handler of all signals that the program handles. */
extern SW_ENTRY const char sw_entry_signal[];

/* x86-64: where a handler of ours returns to. */
extern SW_ENTRY const char sw_entry_restorer[];

/* Returns in the cache. */
SW_ENTRY void sw_entry_start(void);

/* Makes a block on another stack, which ends at `top`. */
SW_ENTRY struct sw_block *sw_entry_make_on(struct sw_block *(*make)(uint64_t address),
                                           uint64_t address, char *top);

/* x86-64: a jump by slot 4. */
extern SW_ENTRY uint64_t sw_entry_go;

/* What those call: where to go on. */
SW_ENTRY uint64_t sw_entry_on_exit(struct sw_saved *saved, struct sw_exit *exit);
SW_ENTRY uint64_t sw_entry_on_miss(struct sw_saved *saved, uint64_t address);
SW_ENTRY uint64_t sw_entry_on_call(struct sw_saved *saved);
SW_ENTRY uint64_t sw_entry_on_access(struct sw_saved *saved, struct sw_memory_site *site,
                                     uint64_t address);
/* x86-64: of a string; `how`: follow_x86.c. */
SW_ENTRY uint64_t sw_entry_on_string(struct sw_saved *saved, struct sw_memory_site *site,
                                     uint64_t address, uint64_t how);
/* The program's handler. */
SW_ENTRY uint64_t sw_entry_on_signal(int signal, void *info, void *context);

/* rt_sigreturn() with that stack pointer. */
SW_ENTRY __attribute__((noreturn)) void sw_entry_return_from_signal(uint64_t sp);
#endif
