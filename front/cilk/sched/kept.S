/*
 * What a task calls in rare cases before its spawned call, by inline assembly. To the compiler these are
 * instructions that keep all registers but that of the first argument, which is the result, and those
 * that a linker's stub may change: so a task has nothing to save for their sake.
 *
 * Vector registers are not among those kept: all that is called is compiled for general registers
 * (front/cilk/CMakeLists.txt). What is not, such as starting threads, or the profiler, is called through
 * sw_with_vectors_kept(), which saves them.
 */
#include "front/cilk/sched/vectors.h"

	.section .note.GNU-stack,"",%progbits
	.section spanwise_sched,"ax",%progbits
	.macro	function name
	.balign	16
	.globl	\name
	.type	\name, %function
\name:
	.endm

#if defined __x86_64__
	.macro	kept name
function __spanwise_kept_\name
	endbr64
	push	%rbp
	mov	%rsp, %rbp
	push	%rax
	push	%rcx
	push	%rdx
	push	%rsi
	push	%r8
	push	%r9
	and	$-16, %rsp
	call	__spanwise_\name
	mov	%rax, %rdi
	lea	-48(%rbp), %rsp
	pop	%r9
	pop	%r8
	pop	%rsi
	pop	%rdx
	pop	%rcx
	pop	%rax
	pop	%rbp
	ret
	.size	__spanwise_kept_\name, . - __spanwise_kept_\name
	.endm

	.hidden	sw_with_vectors_kept
function sw_with_vectors_kept
	push	%rbp
	mov	%rsp, %rbp
	push	%rbx
	push	%rdi
	call	sw_vectors_bytes
	mov	-16(%rbp), %rdi
	mov	%eax, %ebx
	sub	%rax, %rsp
	and	$-64, %rsp
	cmp	$SW_VECTORS_OLD, %ebx
	je	1f
	xor	%eax, %eax
	mov	%rax, 512(%rsp)		/* the header, which xsave completes */
	mov	%rax, 520(%rsp)
	mov	%rax, 528(%rsp)
	mov	%rax, 536(%rsp)
	mov	%rax, 544(%rsp)
	mov	%rax, 552(%rsp)
	mov	%rax, 560(%rsp)
	mov	%rax, 568(%rsp)
	xor	%edx, %edx
	mov	$SW_VECTORS, %eax
	xsave64	(%rsp)
	call	*%rdi
	mov	%rax, %rcx
	xor	%edx, %edx
	mov	$SW_VECTORS, %eax
	xrstor64 (%rsp)
	jmp	2f
1:	fxsave64 (%rsp)
	call	*%rdi
	mov	%rax, %rcx
	fxrstor64 (%rsp)
2:	mov	%rcx, %rax
	mov	-8(%rbp), %rbx
	leave
	ret
	.size	sw_with_vectors_kept, . - sw_with_vectors_kept

#elif defined __aarch64__
	.macro	kept name
function __spanwise_kept_\name
	hint	#34			/* bti c */
	stp	x29, x30, [sp, #-144]!
	mov	x29, sp
	stp	x1, x2, [sp, #16]
	stp	x3, x4, [sp, #32]
	stp	x5, x6, [sp, #48]
	stp	x7, x8, [sp, #64]
	stp	x9, x10, [sp, #80]
	stp	x11, x12, [sp, #96]
	stp	x13, x14, [sp, #112]
	stp	x15, x18, [sp, #128]
	bl	__spanwise_\name
	ldp	x15, x18, [sp, #128]
	ldp	x13, x14, [sp, #112]
	ldp	x11, x12, [sp, #96]
	ldp	x9, x10, [sp, #80]
	ldp	x7, x8, [sp, #64]
	ldp	x5, x6, [sp, #48]
	ldp	x3, x4, [sp, #32]
	ldp	x1, x2, [sp, #16]
	ldp	x29, x30, [sp], #144
	ret
	.size	__spanwise_kept_\name, . - __spanwise_kept_\name
	.endm

	.macro	vectors op
	\op	q0, q1, [sp]
	\op	q2, q3, [sp, #32]
	\op	q4, q5, [sp, #64]
	\op	q6, q7, [sp, #96]
	\op	q8, q9, [sp, #128]
	\op	q10, q11, [sp, #160]
	\op	q12, q13, [sp, #192]
	\op	q14, q15, [sp, #224]
	\op	q16, q17, [sp, #256]
	\op	q18, q19, [sp, #288]
	\op	q20, q21, [sp, #320]
	\op	q22, q23, [sp, #352]
	\op	q24, q25, [sp, #384]
	\op	q26, q27, [sp, #416]
	\op	q28, q29, [sp, #448]
	\op	q30, q31, [sp, #480]
	.endm

	.hidden	sw_with_vectors_kept
function sw_with_vectors_kept
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	sub	sp, sp, #512
	vectors	stp
	blr	x0
	vectors	ldp
	add	sp, sp, #512
	ldp	x29, x30, [sp], #16
	ret
	.size	sw_with_vectors_kept, . - sw_with_vectors_kept
#endif

	kept	begin
	kept	trim
	kept	alarm
