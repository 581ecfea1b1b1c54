/*
 * What vector and floating-point registers this processor has, as a word for vectors.S: x86-64: the
 * states for xsave, 0: fxsave will do; aarch64: 1 where there is SVE. For assembly too.
 */
#pragma once

#define SW_VECTORS_ROOM 2752 /* x86-64: as much as the state of AVX-512 and all before it takes */

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Changes general registers only. */
uint32_t sw_vectors_what(void);
#endif
