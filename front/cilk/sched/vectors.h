/* Keeping vector registers, which the compiler may have values in, across a call: kept.S. */
#ifndef SPANWISE_FRONT_CILK_SCHED_VECTORS_H
#define SPANWISE_FRONT_CILK_SCHED_VECTORS_H

/* On x86-64: */
#define SW_VECTORS     0xe7 /* components of xsave: x87, xmm, ymm, and those of AVX-512 */
#define SW_VECTORS_OLD 512  /* bytes: a processor, or a kernel, without xsave */

#ifndef __ASSEMBLER__
#include <stdint.h>

/* How large the area is. Changes general registers only. */
uint32_t sw_vectors_bytes(void);

/* Calls it; returns what it returns. */
void *sw_with_vectors_kept(void *(*call)(void));
#endif
#endif
