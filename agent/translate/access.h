/*
 * What an instruction reads or writes in memory. What no class here fits is SW_ACCESS_UNKNOWN: counted and told, never
 * guessed.
 */
#pragma once

#include "agent/translate/insn.h"
#include "profile/memory.h"

/* Where: the operand's address is base + displacement, or base + (index, extended as `option` says) << shift on aarch64; x86-64
 * computes it by lea from the instruction's own bytes. */
struct sw_access {
    uint8_t what;     /* 0: no memory, or none that counts: prefetches */
    uint8_t is_local; /* at a fixed place of the stack: no other thread's, and in the cache */
    uint16_t bytes; /* from the address on; 0: as the processor has it (x87's state and the like) */
#if defined __aarch64__ && !defined SW_INSN_X86
    uint8_t base, index; /* registers; 31: sp as the base, none as the index */
    uint8_t option, shift;
    int32_t displacement;
#else
    uint8_t scale;  /* of a displacement of one byte */
    bool is_string; /* by rsi or rdi or both, so often as rcx says if it is repeated */
#endif
};

void sw_access_decode(struct sw_access *access, const struct sw_insn *insn, const uint8_t *code);
