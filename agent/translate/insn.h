/* What a translator that copies code must know of an instruction of any architecture. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum sw_insn_kind {
    SW_INSN_UNKNOWN,  /* not known, or nothing to copy: far branches */
    SW_INSN_THREAD,   /* changes the thread pointer, and so where counters are: our own code may */
    SW_INSN_PLAIN,    /* goes on behind itself */
    SW_INSN_REPEATED, /* a string instruction with a rep prefix */
    SW_INSN_BRANCH,   /* conditional, to `target`, and has an opposite */
    SW_INSN_RCX,      /* one that has none: loop, loope, loopne, jrcxz */
    SW_INSN_JUMP,     /* to `target` */
    SW_INSN_CALL,     /* the same */
    SW_INSN_JUMP_TO,  /* to where its operand says */
    SW_INSN_CALL_TO,
    SW_INSN_RETURN,
    SW_INSN_SYSCALL,
    SW_INSN_BEGIN, /* xbegin: `target` is where an abort goes */
    SW_INSN_STOP,  /* faults, by intention */
};

enum sw_insn_flags {
    SW_FLAGS_STAY, /* or some of them are written */
    SW_FLAGS_READ,
    SW_FLAGS_SET, /* all arithmetic flags are written, none is read */
};

/* Between the two nothing may be stored, or the second one never succeeds. */
enum sw_insn_exclusive { SW_EXCLUSIVE_NOT, SW_EXCLUSIVE_OPENS, SW_EXCLUSIVE_CLOSES };

/* One instruction, as far as it must be known: how long it is, where it goes, whether it depends on where it stands, and on x86-64 what it does
 * to the flags. SW_INSN_X86: whatever this architecture is. */
#if defined __aarch64__ && !defined SW_INSN_X86

/* Plain ones whose operand is relative to where they stand; `target` is what they refer to. */
enum sw_arm_relative {
    SW_ARM_NOT,
    SW_ARM_ADR,         /* adr, adrp: the address */
    SW_ARM_LOAD,        /* to a general register */
    SW_ARM_LOAD_VECTOR, /* to a vector register */
    SW_ARM_PREFETCH,
};

struct sw_insn {
    uint8_t length; /* 4, or 0 */
    uint8_t kind, flags, exclusive, relative;
    uint32_t word;
    uint64_t target;
};

static inline bool matches(uint32_t word, uint32_t mask, uint32_t value)
{
    return (word & mask) == value;
}

#else

enum sw_x86_encoding { SW_X86_LEGACY, SW_X86_VEX2, SW_X86_VEX3, SW_X86_EVEX, SW_X86_XOP };

enum {
    SW_X86_OPERAND16 = 1, /* prefixes */
    SW_X86_ADDRESS32 = 2,
    SW_X86_REPNE = 4,
    SW_X86_REP = 8,
    SW_X86_SEGMENT = 16,
    SW_X86_LOCK = 32,
};

struct sw_insn {
    uint8_t length;
    uint8_t kind, flags, exclusive, encoding, prefixes;
    uint8_t rex;       /* 0: none */
    uint8_t opcode_at; /* legacy: of the map's escape, if there is one; else of the encoding */
    uint8_t map, opcode;
    uint8_t modrm_at;  /* 0: there is none */
    uint8_t modrm;     /* 0 then */
    uint8_t disp_at;   /* of a displacement of 4 bytes; 0: none */
    bool rip;          /* whose operand is relative to what follows the instruction */
    uint8_t segment;   /* the prefix; 0: none */
    uint8_t immediate; /* its bytes, which are the last ones */
    uint64_t target;
};

#define SW_X86_LONGEST 15
#define SW_X86_INT3    0xcc

#endif

/* Decodes what is at `code`, of which `size` bytes can be read, and which runs at `address`. What is
 * longer than that, or is not known, has the kind UNKNOWN, and a length of 0 if that is not known. */
void sw_insn_decode(struct sw_insn *insn, const uint8_t *code, uint64_t size, uint64_t address);
