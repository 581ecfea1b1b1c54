/*
 * The code cache: blocks, where they are, and the links between them. All but sw_cache_find() under
 * the translator's lock. Nothing is ever freed: a thread may be anywhere in it.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SW_EXTENTS 8

struct sw_extent {
    uint64_t low, high; /* of the program's code */
};

struct sw_block;

/* Jumps to code that may not be there yet. */
struct sw_exit {
    uint64_t target;         /* the program's address */
    unsigned char *at;       /* the jump, to be patched: see emit.h */
    unsigned char *unlinked; /* where it goes when it is not linked: calls the translator */
    struct sw_block *to;     /* that it is linked to, or NULL */
    struct sw_exit *next;    /* of those that are linked to the same block */
};

/* The copy of an instruction: where it begins in the block, and where that is from. */
struct sw_origin {
    uint32_t at;
    int32_t from; /* the block's address */
};

struct sw_block {
    /* Known to code that looks it up (emit_*.c): minus the address, and where to go. */
    _Atomic uint64_t negative;
    _Atomic uint64_t indirect; /* 0: no jump of that kind has come here yet */
    _Atomic uint64_t address;  /* the program's; 1: the block is dead */
    uint64_t from;             /* the same, dead or not */
    unsigned char *code;
    uint32_t bytes;
    uint32_t n_extents;
    bool checked; /* the code is writable: `copy` is what was translated */
    bool follows; /* its accesses: it is for when that is asked for (sw_cache_turn()) */
    uint8_t *copy;
    struct sw_extent extents[SW_EXTENTS];
    struct sw_origin *origins;
    uint32_t n_origins;
    struct sw_exit *linked;
    struct sw_block *next; /* of all, the newest first */
};

/* Room for code, near some of the program's. */
struct sw_slab {
    unsigned char *low, *high;
    unsigned char *hot,
        *cold; /* code grows up from the one, what is rarely run down from the other */
    unsigned char *exit, *miss, *call, *access, *heap; /* jumps to the translator */
    struct sw_block **blocks;                          /* whose code is here, by address */
    uint32_t n_blocks, room;
    struct sw_slab *next;
};

/* The table of indirect jumps, by 16 bits of the target. */
#define SW_JUMPS 65536
#if defined __aarch64__
#define SW_JUMP_OF(address) ((unsigned)((address) >> 2) % SW_JUMPS)
#else
#define SW_JUMP_OF(address) ((unsigned)(address) % SW_JUMPS)
#endif
extern __attribute__((visibility("hidden"))) struct sw_block *_Atomic *sw_cache_jumps;
extern __attribute__((visibility("hidden"))) uint8_t *sw_cache_call_kinds; /* see calls.h */

/* False: there is no memory for it, or none that code can be run in. There is a slab from now on. */
bool sw_cache_init(void);

/* Nothing has been translated yet. */
bool sw_cache_is_empty(void);

/* Memory of the translator, zeroed. NULL: there is none. */
void *sw_cache_take(size_t bytes);

/* The same, where a displacement alone reaches on x86-64: below 2 GB; and adrp on aarch64, from the program's own code, if there is room. */
void *sw_cache_take_low(size_t bytes);

/* The block that begins there; NULL: none. Takes no lock. */
struct sw_block *sw_cache_find(uint64_t address);

/* The same; makes it if there is none. NULL: cannot be translated. */
struct sw_block *sw_cache_get(uint64_t address);

/* The same, by who has not got the lock. */
struct sw_block *sw_cache_get_now(uint64_t address);

/* The same for some instructions: it may be far away, and is there in any case. */
struct sw_slab *sw_cache_spare(uint64_t address);

/* Has the jump go to the block from now on. */
void sw_cache_link(struct sw_exit *exit, struct sw_block *block);

/* Indirect jumps find the block from now on. */
void sw_cache_announce(struct sw_block *block);

/* From now on what is entered are blocks that follow accesses, or blocks that do not: there may be one of each at an address. A thread goes over to
 * them as it leaves the block that it is in. */
void sw_cache_turn(bool follows);
bool sw_cache_follows(void);

/* All code there may be something else now. */
void sw_cache_drop_range(uint64_t low, uint64_t high);

/* The program's address of the instruction whose copy holds the address; itself, if none does. Takes the lock. */
uint64_t sw_cache_origin(uint64_t at);

/* Makes sure that there are so many exits, so that memory does not run out in the middle of a block; and
 * takes one of them. */
bool sw_cache_have_exits(unsigned n);
struct sw_exit *sw_cache_new_exit(void);

/* The translator's lock. Signals are blocked meanwhile: `mask` keeps those that were before. */
void sw_cache_lock(uint64_t *mask);
void sw_cache_unlock(uint64_t mask);

/* ... or not any more: sw_translate_enclose(). */
void sw_cache_enclose(void);
