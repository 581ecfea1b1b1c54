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

/* SW_INSN_X86: whatever this architecture is. */
#if defined __aarch64__ && !defined SW_INSN_X86
#include "agent/translate/decode_arm.h"
#else
#include "agent/translate/decode_x86.h"
#endif

/* Decodes what is at `code`, of which `size` bytes can be read, and which runs at `address`. What is
 * longer than that, or is not known, has the kind UNKNOWN, and a length of 0 if that is not known. */
void sw_insn_decode(struct sw_insn *insn, const uint8_t *code, uint64_t size, uint64_t address);
