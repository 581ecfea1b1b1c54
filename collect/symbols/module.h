/*
 * The symbols of one executable or shared library. Addresses are those in the file: without the
 * bias of the process. Places are filled with strings of malloc; a place that is not found stays as
 * it is. Functions return 0 or -errno (-ENOENT: not found).
 */
#pragma once

#include "profile/profile.h"

struct sw_symbols_module;

/* -ESTALE: the file is not the one that was profiled. */
int sw_symbols_open(struct sw_symbols_module **module, const struct sw_module *of);
void sw_symbols_close(struct sw_symbols_module *module);

int sw_symbols_has_lines(const struct sw_symbols_module *module);

/* The source position of an instruction, and what it was inlined into. */
int sw_symbols_at(struct sw_symbols_module *module, uint64_t address, struct sw_place *place);

/* Where the function that begins at the address, or that the call there is of (its return address minus one), calls another one as the last that it
 * does: compilers make a jump of that, and it is not on the stack any more. */
int sw_symbols_jump(struct sw_symbols_module *module, uint64_t address, struct sw_place *place);
int sw_symbols_called_jump(struct sw_symbols_module *module, uint64_t address,
                           struct sw_place *place);

/* The function that begins at the address, and its first line in the code: of one that the compiler has made of a part of another,
 * the other's name and where that part begins. */
int sw_symbols_entry(struct sw_symbols_module *module, uint64_t address, struct sw_place *place);

/* The function that the address belongs to and where it is declared; inlining does not count. */
int sw_symbols_function(struct sw_symbols_module *module, uint64_t address, struct sw_place *place);

/* Is it in a function that OpenCilk's compiler has made of a cilk_for, which spawns itself for one half of the iterations? */
bool sw_symbols_is_loop(struct sw_symbols_module *module, uint64_t address);

/* The variable at the address, or that it is in: by its field ("Cache::m", "records.mutex"), or "name+8". A string of malloc. */
int sw_symbols_variable(struct sw_symbols_module *module, uint64_t address, char **name);

/* What is passed first to the call at the address (its return address minus one), if it is a field: "Cache::m", "pool.lock". A string of malloc. */
int sw_symbols_argument(struct sw_symbols_module *module, uint64_t address, char **name);

/* The variable, or its field, that is so far from the canonical frame address of the function at the address: "m in main"; of two, as they are in memory,
 * "s.a and s.b in main". One that is not known is left out. `stack`: the stack pointer there, from the same; 0: not known. Likewise. */
int sw_symbols_local(struct sw_symbols_module *module, uint64_t address, int64_t stack,
                     const int64_t *offsets, size_t n, char **name);

/* What is so far into the block of the heap that the function at the address allocates on that line: "tally::hits", or the pointer. Likewise. */
int sw_symbols_made(struct sw_symbols_module *module, uint64_t address, uint32_t line,
                    uint64_t offset, char **name);

/* The function whose call at `line` was inlined at the address, or right after it. */
int sw_symbols_inlined_call(struct sw_symbols_module *module, uint64_t address, uint32_t line,
                            struct sw_place *place);
