/*
 * What code says by itself where the compiler's tables do not: that it is where a handler of signals returns
 * to, and, on aarch64, how it takes its frame down. Signal-safe; reads nothing outside the module.
 */
#pragma once

#include "agent/sampler/unwind/cfi.h"

#include <link.h>

/* What a module's file begins with, if that is mapped; NULL: not. */
const ElfW(Ehdr) * sw_code_head(const struct sw_unwind_module *module);

/* Places are as sw_cfi_find() has them: a return address' is the byte before it. */
bool sw_code_is_sigreturn(const struct sw_unwind_module *module, uint64_t pc);

/* The table's rule, or the one that the instructions from there to the function's return tell, which is surer. */
void sw_code_amend(const struct sw_unwind_module *module, uint64_t pc, struct sw_unwind_rule *rule);
