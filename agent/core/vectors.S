/*
 * Macros that save all vector and floating-point registers on the stack and restore them, for stub.S
 * and for the scheduler's kept.S. `load` is an instruction that loads the word of vectors.h, to eax or
 * w16. The stack stays aligned to 16 bytes.
 */
#include "agent/core/vectors.h"

#if defined __aarch64__
/* Changes x16 and x17. SVE (what != 0): its registers are as long as the processor likes. */
	.macro	save_vectors, load:vararg
	mrs	x16, fpcr
	mrs	x17, fpsr
	stp	x16, x17, [sp, #-16]!
	\load
	cbnz	w16, 1f
	sub	sp, sp, #512
	.irp	i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	str	q\i, [sp, #16 * \i]
	.endr
	b	2f
	.arch	armv8-a+sve
1:	addvl	sp, sp, #-32
	.irp	i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	str	z\i, [sp, #\i, mul vl]
	.endr
	addvl	sp, sp, #-3
	.irp	i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	str	p\i, [sp, #\i, mul vl]
	.endr
	rdffr	p0.b
	str	p0, [sp, #16, mul vl]
	.arch	armv8-a
2:
	.endm

	.macro	restore_vectors, load:vararg
	\load
	cbnz	w16, 1f
	.irp	i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	ldr	q\i, [sp, #16 * \i]
	.endr
	add	sp, sp, #512
	b	2f
	.arch	armv8-a+sve
1:	ldr	p0, [sp, #16, mul vl]
	wrffr	p0.b
	.irp	i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	ldr	p\i, [sp, #\i, mul vl]
	.endr
	addvl	sp, sp, #3
	.irp	i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	ldr	z\i, [sp, #\i, mul vl]
	.endr
	addvl	sp, sp, #31
	addvl	sp, sp, #1
	.arch	armv8-a
2:	ldp	x16, x17, [sp], #16
	msr	fpcr, x16
	msr	fpsr, x17
	.endm

#elif defined __x86_64__
/* The stack pointer is saved elsewhere. Changes rax and rdx. Who is called finds x87's stack empty, as it may expect: a thread
 * that it starts would begin with what is there. */
	.macro	save_vectors, load:vararg
	and	$-64, %rsp
	sub	$SW_VECTORS_ROOM, %rsp
	xor	%edx, %edx
	\load
	test	%eax, %eax
	jz	1f
	.irp	at, 512, 520, 528, 536, 544, 552, 560, 568
	mov	%rdx, \at(%rsp)		/* what xsave leaves alone and xrstor wants to be zero */
	.endr
	xsave64	(%rsp)
	jmp	2f
1:	fxsave64 (%rsp)
2:	emms
	.endm

	.macro	restore_vectors, load:vararg
	xor	%edx, %edx
	\load
	test	%eax, %eax
	jz	1f
	xrstor64 (%rsp)
	jmp	2f
1:	fxrstor64 (%rsp)
2:
	.endm
#endif
