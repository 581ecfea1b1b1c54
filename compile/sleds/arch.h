/* What the filter knows of an architecture: its few instructions that matter, and the text of a sled. */
#pragma once

#include "compile/sleds/line.h"

enum sw_insn {
    SW_INSN_OTHER,
    SW_INSN_PAD,  /* landing pad of an indirect call */
    SW_INSN_SIGN, /* signs the return address, and is a landing pad itself */
    SW_INSN_RETURN,
    SW_INSN_JUMP,     /* direct and unconditional; target given */
    SW_INSN_BRANCH,   /* direct and conditional; target given */
    SW_INSN_LOAD,     /* moves the target of an indirect tail call to where the jump wants it */
    SW_INSN_LOADED,   /* that jump: surely a tail call, if its LOAD is just before it */
    SW_INSN_LEAVE,    /* indirect jump that surely is a tail call */
    SW_INSN_INDIRECT, /* indirect jump: a tail call or through a table */
    SW_INSN_LOST,     /* indirect jump through a register that a stub destroys */
    SW_INSN_CALL,     /* direct; target given */
    SW_INSN_INDIRECT_CALL,
    SW_INSN_REPEAT, /* copies or fills memory: one instruction that is a loop */
    SW_INSN_TRAP,
};

/* What an instruction does to the stack pointer. */
enum sw_stack {
    SW_STACK_SAME,
    SW_STACK_ANCHOR, /* the frame pointer becomes the stack pointer */
    SW_STACK_RESET,  /* the other way round */
    SW_STACK_GROWS,  /* by a number */
    SW_STACK_SHRINKS,
    SW_STACK_MOVED, /* any other change */
};

struct sw_arch {
    const char *name;
    const char *nop;   /* the sled */
    const char *align; /* what precedes it, and the function's label, so that it can be patched */
    const char *pad;   /* a landing pad */
    const char *call;  /* how a direct call begins */
    const char *save;  /* saves the context of the frame that the first argument points to, but for
                          registers; its %zu is the number of the label that it goes on at */
    const char *const *push; /* by bits of kept(): pushes such registers, so many bytes: */
    unsigned push_bytes;
    const char *drop; /* takes %u bytes off the stack again */
    const char
        *lost; /* behind the call: to __spanwise_lost if the task says so. Its %u are the bits
                         of what was pushed, where SW_FRAME_USED is, its %zu is the label behind it */
    /* Is it the name of a register that calls preserve? Its bit; else 0. */
    unsigned (*kept)(struct sw_text name);
    enum sw_insn (*classify)(const struct sw_line *line, struct sw_text *target);
    enum sw_stack (*stack)(const struct sw_line *line); /* NULL: no RESET is worth leaving out */
};

extern const struct sw_arch sw_arch_aarch64, sw_arch_x86_64;

/* The architecture that the text is for, or NULL. */
const struct sw_arch *sw_arch_detect(const char *text, size_t size);
