/*
 * One instruction of x86-64, as far as a translator that copies code must know it: how long it is,
 * where it goes, whether it depends on where it stands, and what it does to the flags. See insn.h.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

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
