/* Recognizes waiting loops, and finds what they wait for, by what each instruction does. */
#include "agent/openmp/guard/spin_code.h"

bool sw_spin_is_loop(const uint8_t *code, uint64_t head, uint64_t edge, sw_spin_is_flush *is_flush)
{
    uint64_t all = 0, done = 0;
    bool loads = false;
    struct sw_spin_effect e;
    struct sw_insn insn;
    if (edge < head || edge - head > SW_SPIN_BYTES)
        return false;
    for (uint64_t pc = head; pc < edge; pc += insn.length) {
        if (!sw_spin_effect(code, head, pc, edge, is_flush, &insn, &e))
            return false;
        all |= e.writes;
        loads |= e.loads;
    }
    for (uint64_t pc = head; pc < edge; pc += insn.length) {
        sw_spin_effect(code, head, pc, edge, is_flush, &insn, &e);
        if (e.reads & all & ~done)
            return false; /* of the turn before */
        done |= e.writes;
    }
    return loads;
}

/* Known is what registers hold that the loop does not write, and addresses that it makes. */
void sw_spin_find_polls(const uint8_t *code, uint64_t head, uint64_t edge,
                        sw_spin_is_flush *is_flush, const struct sw_spin_registers *registers,
                        struct sw_spin_polls *polls)
{
    struct sw_spin_registers r = *registers;
    struct sw_spin_effect e;
    struct sw_insn insn;
    uint64_t known = UINT64_MAX;
    polls->n = 0;
    polls->unknown = false;
    for (uint64_t pc = head; pc < edge && sw_spin_effect(code, head, pc, edge, is_flush, &insn, &e);
         pc += insn.length)
        known &= ~e.writes;
    for (uint64_t pc = head; pc < edge && sw_spin_effect(code, head, pc, edge, is_flush, &insn, &e);
         pc += insn.length) {
        if (e.loads && polls->n < SW_SPIN_POLLS &&
            sw_spin_address(&insn, code + (pc - head), pc, &r, known, &polls->address[polls->n]))
            polls->size[polls->n++] = e.size;
        else
            polls->unknown |= e.loads;
        sw_spin_follow(&insn, &e, &r, &known);
    }
}
