/*
 * One instruction of x86-64, as far as a translator that copies code must know it: how long it is,
 * where it goes, whether it depends on where it stands, and what it does to the flags.
 */
#ifndef SPANWISE_RUNTIME_TRANSLATE_DECODE_X86_H
#define SPANWISE_RUNTIME_TRANSLATE_DECODE_X86_H

#include <stdbool.h>
#include <stdint.h>

enum sw_x86_kind {
    SW_X86_UNKNOWN,  /* not known, or nothing to copy: far branches, changes of fs */
    SW_X86_PLAIN,    /* goes on behind itself */
    SW_X86_REPEATED, /* a string instruction with a rep prefix */
    SW_X86_BRANCH,   /* jcc */
    SW_X86_RCX,      /* loop, loope, loopne, jrcxz */
    SW_X86_JUMP,     /* to `target` */
    SW_X86_CALL,     /* the same */
    SW_X86_JUMP_TO,  /* to where its operand says */
    SW_X86_CALL_TO,
    SW_X86_RETURN,
    SW_X86_SYSCALL,
    SW_X86_BEGIN, /* xbegin: `target` is where an abort goes */
    SW_X86_STOP,  /* faults: ud2, hlt */
};

enum sw_x86_flags {
    SW_X86_FLAGS_STAY, /* or some of them are written */
    SW_X86_FLAGS_READ,
    SW_X86_FLAGS_SET, /* all arithmetic flags are written, none is read */
};

enum sw_x86_encoding { SW_X86_LEGACY, SW_X86_VEX2, SW_X86_VEX3, SW_X86_EVEX, SW_X86_XOP };

enum {
    SW_X86_OPERAND16 = 1, /* prefixes */
    SW_X86_ADDRESS32 = 2,
    SW_X86_REPNE = 4,
    SW_X86_REP = 8,
    SW_X86_SEGMENT = 16,
};

struct sw_x86 {
    uint8_t length;
    uint8_t kind, flags, encoding, prefixes;
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

/* Decodes what is at `code`, of which `size` bytes can be read, and which runs at `address`. What is
 * longer than that, or is not known, has the kind UNKNOWN, and a length of 0 if that is not known. */
void sw_x86_decode(struct sw_x86 *insn, const uint8_t *code, uint64_t size, uint64_t address);

#endif
