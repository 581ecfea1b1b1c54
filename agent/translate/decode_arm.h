/*
 * One instruction of aarch64, as far as a translator that copies code must know it: where it goes, and
 * whether it depends on where it stands. See insn.h.
 */
#pragma once

#include <stdint.h>

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
