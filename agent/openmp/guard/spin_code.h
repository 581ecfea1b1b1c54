/*
 * Spins, by their code: a loop that only loads and compares, and of which no turn depends on the one before. Unless somebody else
 * writes what it loads it goes round for ever, so no compiler makes one that is not there to wait. Pure functions of code and
 * registers, for one architecture each.
 */
#pragma once

#include "agent/translate/insn.h"

#define SW_SPIN_BYTES 96 /* that the loop has at most */
#define SW_SPIN_POLLS 4

/* A processor's registers, as they are numbered in its code: on aarch64 the last is the stack pointer. */
struct sw_spin_registers {
    uint64_t r[32];
    uint64_t flags;
};

/* What it waits for: memory that it loads. */
struct sw_spin_polls {
    uint64_t address[SW_SPIN_POLLS];
    unsigned size[SW_SPIN_POLLS];
    unsigned n;
    bool unknown; /* there is more, which cannot be known */
};

/* Whether the call at an address of the program is of a function that orders memory, and does nothing else. */
typedef bool sw_spin_is_flush(uint64_t pc, const struct sw_insn *call);

/* What an instruction does: bits of the registers that it reads and writes, above them one for the flags. */
struct sw_spin_effect {
    uint64_t reads, writes;
    bool known, loads;
    unsigned size; /* of what it loads */
};

/* Of one in such a loop, which is decoded as well. False: none has it, or a branch that does not leave it. */
bool sw_spin_effect(const uint8_t *code, uint64_t head, uint64_t pc, uint64_t edge,
                    sw_spin_is_flush *is_flush, struct sw_insn *insn,
                    struct sw_spin_effect *effect);

/* Its memory operand, as far as registers are known (bits). False: it is not. */
bool sw_spin_address(const struct sw_insn *insn, const uint8_t *code, uint64_t pc,
                     const struct sw_spin_registers *registers, uint64_t known, uint64_t *address);

/* It has made an address, maybe, in a register that is known from now on. */
void sw_spin_follow(const struct sw_insn *insn, const struct sw_spin_effect *effect,
                    struct sw_spin_registers *registers, uint64_t *known);

/* Is the code from `head` up to the branch back at `edge` such a loop? */
bool sw_spin_is_loop(const uint8_t *code, uint64_t head, uint64_t edge, sw_spin_is_flush *is_flush);

/* What it loads, for a thread that is at the edge. */
void sw_spin_find_polls(const uint8_t *code, uint64_t head, uint64_t edge,
                        sw_spin_is_flush *is_flush, const struct sw_spin_registers *registers,
                        struct sw_spin_polls *polls);

/* Does the thread take the branch that it is at? */
bool sw_spin_is_taken(const struct sw_insn *branch, const struct sw_spin_registers *registers);

/* Is it an instruction that orders memory, and does nothing else? */
bool sw_spin_is_fence(const struct sw_insn *insn, const uint8_t *code);

/* Does it store a number from a register, or one of its own, and nothing else; and does it so in order (stlr; xchg, which gives what was
 * there to the register)? */
bool sw_spin_is_store(const struct sw_insn *insn, const uint8_t *code);
bool sw_spin_is_release(const struct sw_insn *insn);
int sw_spin_exchanges(const struct sw_insn *insn); /* that register; -1: none */

/* Where and what it stores, for a thread that is there, at `pc`. Returns how many bytes. */
unsigned sw_spin_store(const struct sw_insn *insn, const uint8_t *code, uint64_t pc,
                       const struct sw_spin_registers *registers, uint64_t *address,
                       uint64_t *value);

/* Where a call goes by way of a stub that jumps to what a word of memory says: that word. 0: it is no such stub. */
uint64_t sw_spin_stub_slot(const uint8_t *code, uint64_t address);
