/* How blocks of x86-64 are written: for emit_x86.c and follow_x86.c. */
#pragma once

#include "agent/translate/follow.h"
#include "agent/translate/translate.h"

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11 };

/* A test has it 1: what is hardly ever far away is treated as if it were. */
#ifndef SW_ALL_IS_FAR
#define SW_ALL_IS_FAR 0
#endif

#define MOST_EXITS (SW_STEPS + 2)

/* A block that is being written. */
struct out {
    unsigned char *p;    /* what runs */
    unsigned char *cold; /* what rarely does, downwards */
    struct sw_block *block;
    struct sw_slab *slab;
    struct {
        unsigned char *jump; /* its displacement; NULL: none yet */
        uint64_t target;
        uint32_t count;
    } exits[MOST_EXITS]; /* branches that are written, their exits not yet */
    unsigned n_exits;
    struct sw_follow follow;
};

static inline void byte(struct out *o, unsigned value)
{
    *o->p++ = (unsigned char)value;
}

static inline void bytes(struct out *o, unsigned n, const void *from)
{
    for (unsigned i = 0; i < n; i++)
        byte(o, ((const unsigned char *)from)[i]);
}

#define BYTES(o, ...)                                 \
    do {                                              \
        static const uint8_t code_[] = {__VA_ARGS__}; \
        bytes(o, sizeof code_, code_);                \
    } while (0)

static inline void word(struct out *o, uint32_t value)
{
    bytes(o, 4, &value);
}

static inline void quad(struct out *o, uint64_t value)
{
    bytes(o, 8, &value);
}

static inline bool fits(int64_t value)
{
    return value == (int32_t)value;
}

/* The displacement of what is there from what comes behind it and `more` bytes. */
static inline void relative(struct out *o, uint64_t to, unsigned more)
{
    word(o, (uint32_t)(to - ((uint64_t)o->p + 4 + more)));
}

static inline bool is_near(const struct out *o, uint64_t to)
{
    int64_t far = (int64_t)(to - (uint64_t)o->p);
    return fits(far + (1 << 16)) && fits(far - (1 << 16)) && !SW_ALL_IS_FAR;
}

/* Where a thread's word is, from its thread pointer. */
static inline uint32_t offset_of(const uint64_t *its)
{
    uint64_t thread_pointer;
    __asm__("mov %%fs:0, %0" : "=r"(thread_pointer));
    return (uint32_t)((uint64_t)its - thread_pointer);
}

static inline void thread_word(struct out *o, unsigned opcode, unsigned reg, const uint64_t *its)
{
    byte(o, 0x64);
    byte(o, 0x48 | (reg >= 8 ? 4 : 0));
    byte(o, opcode);
    byte(o, 0x04 | (reg & 7) << 3);
    byte(o, 0x25);
    word(o, offset_of(its));
}

static inline void save(struct out *o, unsigned reg, unsigned slot)
{
    thread_word(o, 0x89, reg, &sw_translated.slots[slot]);
}

static inline void restore(struct out *o, unsigned reg, unsigned slot)
{
    thread_word(o, 0x8b, reg, &sw_translated.slots[slot]);
}

static inline void load_constant(struct out *o, unsigned reg, uint64_t value)
{
    byte(o, 0x48);
    byte(o, 0xb8 | reg);
    quad(o, value);
}

/* opcode reg, word: which is below 2 GB */
static inline void with_word(struct out *o, unsigned opcode, unsigned reg, const uint64_t *at)
{
    byte(o, 0x48 | (reg >= 8 ? 4 : 0));
    byte(o, opcode);
    byte(o, 0x04 | (reg & 7) << 3);
    byte(o, 0x25);
    word(o, (uint32_t)(uint64_t)at);
}

/* lea n(%reg), %reg */
static inline void increase(struct out *o, unsigned reg, uint32_t n)
{
    byte(o, 0x48);
    byte(o, 0x8d);
    byte(o, 0x80 | reg << 3 | reg);
    word(o, n);
}

/* A constant of 8 bytes in the cache, to be read relative to rip. */
static inline uint64_t constant(struct out *o, uint64_t value)
{
    o->cold = (unsigned char *)(((uint64_t)o->cold - 8) & ~7ull);
    __builtin_memcpy(o->cold, &value, 8);
    return (uint64_t)o->cold;
}

static inline void push_constant(struct out *o, uint64_t value)
{
    uint64_t at = constant(o, value);
    BYTES(o, 0xff, 0x35);
    relative(o, at, 0);
}

static inline uint64_t rip_operand(const struct sw_step *s)
{
    int32_t displacement;
    __builtin_memcpy(&displacement, (const uint8_t *)s->address + s->insn.disp_at, 4);
    return s->address + s->insn.length + (uint64_t)(int64_t)displacement;
}
