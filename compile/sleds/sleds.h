/*
 * The assembly filter: sleds (abi.h) in every function that a compiler wrote.
 *
 * Reads the assembly text of gcc or clang for aarch64 or x86-64 (AT&T) and writes it with a nop at
 * the entry of each function and before each of its returns and jumps to other functions, and with
 * an entry for each nop in the section __spanwise_sleds. All else stays: line tables, CFI,
 * sections.
 *
 *   ENTRY  before the first instruction; after a landing pad (bti c, endbr64)
 *   EXIT   before ret; also in the function's .cold part
 *   TAIL   before a jump to another function. Conditional ones get none, and indirect jumps only
 *          where they are surely no jump through a table of the function's own labels and where
 *          the target is not in a register that a stub destroys: the runtime drops stale frames by
 *          comparing sp, so a missed exit costs nothing and a false one costs the truth.
 *
 *   CALL   no nop: an entry for the call of a spawn, where function.c finds it
 *   LAST_SYNC  no nop: an entry for a sync just before an EXIT, where function.c finds it
 *   CODE   no nop: entries for what is there for the sake of parallelism only; see function.c
 *
 * Left alone: inline assembly; functions that consist of it; functions named __spanwise*; ifunc
 * resolvers; what compilers share between functions (outlined code, thunks); .init and .fini; text
 * that no compiler wrote (no .ident of gcc or clang, none of their labels, no .file that names a
 * source first); text for another architecture. A function without .size is left as it is.
 *
 * Linear in the size of the text. Pure: no globals, any thread.
 */
#pragma once

#include "base/libc.h"

struct sw_sleds_stats {
    size_t functions; /* that got sleds */
    size_t sleds;     /* ENTRY, EXIT, TAIL; CALL, LAST_SYNC and CODE entries */
    size_t spawning;  /* functions that have body sleds: flagged SW_SLED_SPAWNS */
    size_t tasks; /* places where a parallel spawn keeps its registers: without, it does not work */
};

/* Filters `text` to `out`, which stays open. Returns 0 or -errno; `out` is then not to be used. */
int sw_sleds_filter(const char *text, size_t size, FILE *out, struct sw_sleds_stats *stats);

/* The architecture that the text is for: "aarch64", "x86_64", or NULL for any other. */
const char *sw_sleds_arch(const char *text, size_t size);
