/*
 * What a task calls in rare cases before its spawned call, by inline assembly. To the compiler these are
 * instructions that keep all registers but that of the first argument, which is the result, and those
 * that a linker's stub may change: so a task has nothing to save for their sake.
 *
 * Vector registers are not among those kept: all that is called is compiled for general registers
 * (agent/cilk/CMakeLists.txt). What is not, such as starting threads, or the profiler, is called through
 * sw_with_vectors_kept(), which saves them.
 *
 * On x86-64 the inline assembly has moved the stack pointer down by 128 bytes, which the compiler's tables do
 * not know: so those of the functions here say that they return that much further up.
 */
#include "agent/core/vectors.S"

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
	.cfi_startproc
	.cfi_def_cfa_offset 136
	.cfi_offset 16, -136
	endbr64
	push	%rbp
	.cfi_def_cfa_offset 144
	.cfi_offset 6, -144
	mov	%rsp, %rbp
	.cfi_def_cfa_register 6
	.irp	reg, rax, rcx, rdx, rsi, r8, r9
	push	%\reg
	.endr
	and	$-16, %rsp
	call	__spanwise_\name
	mov	%rax, %rdi
	lea	-48(%rbp), %rsp
	.irp	reg, r9, r8, rsi, rdx, rcx, rax, rbp
	pop	%\reg
	.endr
	.cfi_def_cfa 7, 136
	ret
	.cfi_endproc
	.size	__spanwise_kept_\name, . - __spanwise_kept_\name
	.endm

	.hidden	sw_with_vectors_kept
function sw_with_vectors_kept
	.cfi_startproc
	push	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	mov	%rsp, %rbp
	.cfi_def_cfa_register 6
	push	%rbx
	push	%rdi
	call	sw_vectors_what
	mov	%eax, %ebx
	save_vectors mov %ebx, %eax
	call	*-16(%rbp)
	mov	%rax, %rcx
	restore_vectors mov %ebx, %eax
	mov	%rcx, %rax
	mov	-8(%rbp), %rbx
	leave
	.cfi_def_cfa 7, 8
	ret
	.cfi_endproc
	.size	sw_with_vectors_kept, . - sw_with_vectors_kept

#elif defined __aarch64__
	.macro	kept name
function __spanwise_kept_\name
	.cfi_startproc
	hint	#34			/* bti c */
	stp	x29, x30, [sp, #-144]!
	.cfi_def_cfa_offset 144
	.cfi_offset 29, -144
	.cfi_offset 30, -136
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
	.cfi_def_cfa_offset 0
	.cfi_restore 29
	.cfi_restore 30
	ret
	.cfi_endproc
	.size	__spanwise_kept_\name, . - __spanwise_kept_\name
	.endm

	.hidden	sw_with_vectors_kept
function sw_with_vectors_kept
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	.cfi_def_cfa_register 29
	stp	x19, x0, [sp, #16]
	bl	sw_vectors_what
	mov	w19, w0
	save_vectors mov w16, w19
	ldr	x0, [x29, #24]
	blr	x0
	restore_vectors mov w16, w19
	ldr	x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	.cfi_def_cfa 31, 0
	.cfi_restore 29
	.cfi_restore 30
	ret
	.cfi_endproc
	.size	sw_with_vectors_kept, . - sw_with_vectors_kept
#endif

	kept	begin
	kept	trim
	kept	alarm
