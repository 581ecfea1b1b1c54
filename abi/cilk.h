/*
 * What a program built by `spanwise cc` and the profiler agree on.
 *
 * A *sled* is a nop in the program's code where an event happens. Unprofiled, the program runs over
 * it; when a profile starts, the runtime overwrites it with a branch to a stub that reports the
 * event and comes back. Each sled has one entry in the section `__spanwise_sleds`, which the linker
 * gathers; the same section tells `spanwise run` that a file is a Cilk program of ours.
 *
 *   aarch64  one 4-byte nop, overwritten by `b stub`
 *   x86-64   one 5-byte nop (0f 1f 44 00 xx), overwritten by `jmp stub`; ENTRY and EXIT sleds are
 *            2-byte aligned, so that they can be taken out again while threads run
 *
 * Who writes sleds: the assembly filter (sleds/) writes ENTRY, EXIT and TAIL into every function,
 * and the CALL and LAST_SYNC entries; the prelude of the source rewriter (rewrite/prelude.c) writes
 * the others as inline assembly.
 *
 * What a stub preserves. aarch64: everything but the flags and x16 and x17, which a linker's veneer
 * may change at any call. x86-64: everything but the flags; it also keeps off the red zone. A
 * caller may know which registers a callee in its own file leaves alone (gcc's -fipa-ra, which
 * takes flags as changed by every call), and nothing tells it of a sled.
 *
 * This header is C, and its numbers are repeated as text in the prelude and the filter; a test
 * compares them.
 */
#pragma once

#include <stdint.h>

#define SW_CILK_ABI    5
#define SW_WORKERS_MAX 1024 /* that can be asked for */
#define SW_SLEDS       "__spanwise_sleds"
#define SW_HOOKS       "spanwise_hooks"   /* section: where modules keep the hooks */
#define SW_RUNTIME     "spanwise_runtime" /* section: only in modules that `spanwise cc` has linked */
#define SW_FILTERED    ".Lspanwise_filtered" /* a symbol in text that the assembly filter has seen */
#define SW_SLED_SPAWNS 1 /* flag of an ENTRY: its function has sleds but ENTRY, EXIT, TAIL */

enum sw_sled_kind {
    SW_SLED_ENTRY = 1, /* first instruction of a function (after a landing pad) */
    SW_SLED_EXIT,      /* just before a return; sp is what it was at ENTRY */
    SW_SLED_TAIL,      /* just before a jump to another function; sp as at ENTRY */
    SW_SLED_SPAWN, /* a spawned call starts: its arguments are evaluated, the callee not called */
    SW_SLED_SPAWN_END, /* it has returned, and its result is not stored yet or just stored */
    SW_SLED_SYNC,      /* cilk_sync */
    SW_SLED_SCOPE,     /* a cilk_scope or a cilk_for begins: an unnamed call with its own sync */
    SW_SLED_SCOPE_END, /* it ends; on every way out of it */
    SW_SLED_DIVIDE,    /* as SPAWN, of the first half of a cilk_for's iterations; see parallel */
    SW_SLED_CALL, /* no sled: where the one direct call between a SPAWN and its SPAWN_END returns
                     to, if there is nothing but straight code between them */
    SW_SLED_LAST_SYNC, /* no sled: a SYNC from which straight code of at most 16 instructions,
                          without calls or branches, leads to an EXIT of its function */
    SW_SLED_CODE, /* no sled: code that is there for the sake of parallelism only; see enum sw_code */
    SW_SLED_KINDS
};

/* Flags of a CODE. */
enum sw_code {
    SW_CODE_CREATE = 1, /* makes a task: frame, push, pop */
    SW_CODE_SYNC = 2,   /* looks whether it must wait for some */
    SW_CODE_HIDDEN = 4, /* its function is none that the programmer wrote */
};

/* 16 bytes, 4-byte aligned. Offsets are relative to the field that holds them. */
struct sw_sled {
    int32_t at;        /* to the sled; CALL: to where it returns to; LAST_SYNC: to the SYNC;
                          CODE: to its first byte */
    int32_t function;  /* to the first byte of its function; 0 for sleds in a body, and CODE;
                          CALL: to its SPAWN; LAST_SYNC: to the EXIT */
    uint32_t size;     /* bytes of its function; 0 for sleds in a body; CALL: from SPAWN to
                          SPAWN_END; LAST_SYNC: instructions, not bytes, from SYNC to EXIT;
                          CODE: bytes */
    uint8_t kind;      /* enum sw_sled_kind */
    uint8_t flags;     /* SW_SLED_SPAWNS; CODE: enum sw_code */
    uint16_t reserved; /* 0 */
};

/*
 * A cilk_for in progress under the profiler: the walk over the divide-and-conquer tree of its
 * iterations, in serial order. A frame of the walk holds the end of its range; what it spawns are
 * left halves, so 64 frames are enough for any count. Generated code reserves the storage.
 */
struct sw_cilk_loop {
    uint64_t at;                        /* first iteration of the chunk in progress */
    uint64_t grain;                     /* most iterations in one chunk */
    uint32_t depth;                     /* frames open */
    uint32_t spawned_low, spawned_high; /* a bit a frame: it has spawned and must sync */
    uint32_t reserved;
    uint64_t end[64];
};

/* Work, span and burdened span from the start of the program to here, in nanoseconds. */
struct sw_cilk_position {
    int64_t work, span, burdened_span;
};

/* What the profiler gives to a module (an executable or shared library built by spanwise cc). */
struct sw_cilk_hooks {
    uint64_t (*loop_begin)(struct sw_cilk_loop *, uint64_t count, uint64_t grain, const void *site);
    uint64_t (*loop_next)(struct sw_cilk_loop *, const void *site); /* iterations to run; 0: done */
    const struct sw_cilk_parallel *parallel; /* NULL: a serial run; else cilk_for divides its
                                                iterations itself, if it is built for that */
    void (*region_begin)(const char *label);
    void (*region_end)(const char *label);
    uint64_t (*region_open)(const char *label); /* handles for overlapping regions */
    void (*region_close)(uint64_t handle);
    struct sw_cilk_position (*position)(void);
    void (*dump)(struct sw_cilk_position, const char *tag);
    void (*split)(const char *label, uint64_t from, uint64_t sp);
    /* Memory that each worker has for itself in a parallel run; NULL: nobody wants to know. */
    void (*spare)(const void *own, uint64_t size);
};

enum sw_cilk_service {
    SW_CILK_STEAL, /* has stolen its continuation */
    SW_CILK_JOIN,  /* it waits at its sync, its child is done, or it goes on behind the sync */
};

#define SW_CILK_STACK (256ul << 10) /* bytes of a scheduler's stack: signals may come there */

/* What the scheduler calls in a parallel run that is profiled; see agent/cilk/register.c, and
 * agent/sample/cilk/reporter.c for those that may be NULL. */
struct sw_cilk_parallel {
    void *(*begin)(void);
    void *(*begin_again)(
        void); /* the same where it changes general registers only: tried first; NULL, or
                                   returns NULL: begin() */
    void *(*steal)(void *victims, uint64_t sp, uint64_t stack_low, uint64_t stack_size);
    void (*leave)(void);
    void (*join)(void *first, void *last);
    void (*resume)(void *leg);
    uint64_t (*loop)(uint64_t count,
                     uint64_t grain); /* a cilk_for begins: its grain; NULL: as ever */
    /* The worker has nothing to do from now on. Its scheduler's stack ends at `stack`. NULL: ... */
    void (*idle)(uint64_t stack);
    /* ... nobody wants to know; what it does now is for the sake of a frame: pc, sp, fp of its context,
     * and its leg. Valid until the next call of any of these. */
    void (*serve)(const uint64_t context[3], void *leg, enum sw_cilk_service service,
                  uint64_t stack);
};

/* What a module gives to the profiler. Lives in the module, for as long as it is loaded. */
struct sw_cilk_module {
    uint32_t abi;                             /* SW_CILK_ABI */
    uint32_t size;                            /* sizeof(struct sw_cilk_module) */
    const struct sw_sled *sleds, *end;        /* its section */
    const struct sw_cilk_hooks **hooks;       /* where it keeps the hooks; NULL: not profiled */
    const struct sw_cilk_parallel **parallel; /* the same for the scheduler's */
    const void *address;                      /* any address in the module */
    const void *scheduler, *scheduler_end;    /* its code for steals and waits, ... */
    const void *runtime, *runtime_end;        /* ... and for the rest of it */
    void (*prepare)(void);                    /* starts workers: not on the program's time */
};

/* Exported by libspanwise.so, which the module's constructor loads when SPANWISE_LIB names it. */
int spanwise_register(struct sw_cilk_module *module);
void spanwise_unregister(struct sw_cilk_module *module);
