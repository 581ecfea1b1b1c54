/* How blocks of aarch64 are written: for emit_arm.c and follow_arm.c. */
#pragma once

#include "agent/translate/follow.h"
#include "agent/translate/translate.h"

/* A test has it 1: what is hardly ever far away is treated as if it were. */
#ifndef SW_ALL_IS_FAR
#define SW_ALL_IS_FAR 0
#endif

enum { X15 = 15, X16 = 16, X17 = 17, X30 = 30, ZERO = 31 };

/* A branch that is written, its exit not yet. */
struct way_out {
    uint32_t *branch;
    uint64_t target;
    uint32_t count;
    bool is_held;
};

/* A block that is being written. */
struct out {
    uint32_t *p;    /* what runs */
    uint32_t *cold; /* what rarely does, downwards */
    struct sw_block *block;
    struct sw_slab *slab;
    struct way_out exits[SW_STEPS + 2];
    unsigned n_exits;
    struct sw_follow follow;
};

static inline void put(struct out *o, uint32_t word)
{
    *o->p++ = word;
}

/* Also what others run: instructions are fetched from another cache than where they are written. */
static inline void flush(const void *from, const void *to)
{
    __builtin___clear_cache((char *)from, (char *)to);
}

static inline void save(struct out *o)
{
    put(o, 0xa9be47f0); /* stp x16, x17, [sp, #-32]! */
    put(o, 0xf9000bef); /* str x15, [sp, #16] */
}

static inline void restore(struct out *o)
{
    put(o, 0xf9400bef); /* ldr x15, [sp, #16] */
    put(o, 0xa8c247f0); /* ldp x16, x17, [sp], #32 */
}

static inline void load_constant(struct out *o, unsigned reg, uint64_t value)
{
    put(o, 0xd2800000 | (uint32_t)(value & 0xffff) << 5 | reg);
    for (unsigned i = 1; i < 4; i++)
        if (value >> 16 * i & 0xffff)
            put(o, 0xf2800000 | i << 21 | (uint32_t)(value >> 16 * i & 0xffff) << 5 | reg);
}

/* The page of what is near. */
static inline bool load_page(struct out *o, unsigned reg, uint64_t address)
{
    int64_t pages = (int64_t)((address >> 12) - ((uint64_t)o->p >> 12));
    if (pages >= 1 << 20 || pages < -(1 << 20) || SW_ALL_IS_FAR)
        return false;
    put(o, 0x90000000 | (uint32_t)(pages & 3) << 29 | (uint32_t)(pages >> 2 & 0x7ffff) << 5 | reg);
    return true;
}

/* An address of the program's. */
static inline void load_address(struct out *o, unsigned reg, uint64_t address)
{
    if (!load_page(o, reg, address))
        load_constant(o, reg, address);
    else if (address & 0xfff)
        put(o, 0x91000000 | (uint32_t)(address & 0xfff) << 10 | reg << 5 | reg);
}

static inline void move(struct out *o, unsigned to, unsigned from)
{
    if (to != from)
        put(o, 0xaa0003e0 | from << 16 | to);
}

static inline uint32_t branch_word(const void *at, const void *to)
{
    return 0x14000000 | ((uint32_t)(((uint64_t)to - (uint64_t)at) >> 2) & 0x3ffffff);
}

static inline bool branch_reaches(uint64_t at, uint64_t to)
{
    int64_t distance = (int64_t)(to - at);
    return distance < 127 << 20 && distance > -(127 << 20);
}

static inline void branch(struct out *o, const void *to)
{
    put(o, branch_word(o->p, to));
}

/* Sets the offset of a conditional branch. */
static inline void aim(uint32_t *at, const uint32_t *to)
{
    uint32_t words = (uint32_t)(to - at);
    bool tests_bit = (*at & 0x7e000000) == 0x36000000;
    uint32_t mask = tests_bit ? 0x3fff : 0x7ffff;
    *at = (*at & ~(mask << 5)) | (words & mask) << 5;
}
