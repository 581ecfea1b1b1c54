/* What a block does before each access to memory (memory.h): emit_*.c asks for it, follow_*.c writes it. */
#pragma once

#include "agent/translate/trace.h"

struct out;

#if defined __aarch64__

/* Where an access leaves the straight way. */
struct sw_follow_way {
    uint32_t *branch;
    uint32_t *pass; /* where a pass of the block is told; NULL: not here */
    uint32_t site;
    bool is_held;
    uint8_t address; /* the register that has it */
};

/* What it takes to follow an access: the address, something to compare with, and where the last lines are. */
struct sw_follow_registers {
    uint8_t address, scratch, lines;
};

struct sw_follow {
    /* Registers that the block does not use are saved, on the stack, from the first access on to where the block is left, or changes
     * the stack pointer. What is relative to that is written to suit (sw_follow_word()). */
    bool can_hold, is_held;
    struct sw_follow_registers held;
    uint64_t lines; /* that page */
    bool counts;    /* how often the block is run, for shared.h, ... */
    bool is_counted;
    uint32_t passes; /* ... in the place of a site's last line */
    unsigned n;
    struct sw_follow_way ways[SW_STEPS];
};

/* An instruction as it has to be now. */
uint32_t sw_follow_word(const struct out *o, uint32_t word);

#else

/* Where an access leaves the straight way. */
struct sw_follow_way {
    unsigned char *jump; /* its displacement */
    unsigned char *pass; /* where a pass of the block is told; NULL: not here */
    const struct sw_step *step;
    uint32_t site;
    uint8_t reg;
    bool keeps_flags; /* in rax, whose own value is in a slot */
    bool is_always;   /* the register has the address, not its difference */
};

struct sw_follow {
    uint8_t held;        /* a register that the block does not use, saved all through it; 0: none */
    bool dead[SW_STEPS]; /* flags before a step: nobody reads them any more */
    bool counts;         /* how often the block is run, for shared.h, ... */
    bool is_counted;
    uint32_t passes; /* ... in the place of a site's last address */
    unsigned n;
    struct sw_follow_way ways[SW_STEPS];
};

#endif

/* At the start of a block, before each step, at each way out of it, and behind it. */
void sw_follow_begin(struct out *o, const struct sw_trace *trace);
void sw_follow_access(struct out *o, const struct sw_trace *trace, unsigned step);
void sw_follow_leave(struct out *o);
void sw_follow_end(struct out *o);

/* --- What both architectures share: follow.c --- */

struct sw_access;

/* Whether the block that is being made follows accesses. */
bool sw_follow_is_on(const struct sw_trace *trace);

/* The access of a step, if there is one that is followed; general registers that a step may use, a bit each: follow_*.c. */
bool sw_follow_is_followed(const struct sw_trace *trace, unsigned step, struct sw_access *access);
uint32_t sw_follow_registers(const struct sw_step *step);

/* Looks at all steps; returns how many are followed. `used`: registers. */
unsigned sw_follow_look(struct sw_follow *f, const struct sw_trace *trace, uint32_t *used);

/* Where there are threads, all accesses of an atomic are told: others may come to the line in between. */
bool sw_follow_is_always(const struct sw_access *access);

/* The access's site, in a block whose sites so far are those. False: there is no room. */
bool sw_follow_site(const struct sw_follow *f, uint64_t pc, const struct sw_access *access,
                    uint32_t *site);
