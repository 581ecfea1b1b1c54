/* See kept.h. */
#include "agent/core/vectors.S"

	.section .note.GNU-stack,"",%progbits
	.text
	.globl	sw_call_kept
	.hidden	sw_call_kept
#if defined __x86_64__
	.type	sw_call_kept, @function
sw_call_kept:
	push	%rbp
	mov	%rsp, %rbp
	push	%rbx
	push	%rdi
	push	%rsi
	push	%rsi		/* aligned */
	call	sw_vectors_what
	mov	%eax, %ebx
	save_vectors mov %ebx, %eax
	mov	-24(%rbp), %rdi
	call	*-16(%rbp)
	restore_vectors mov %ebx, %eax
	mov	-8(%rbp), %rbx
	leave
	ret
#elif defined __aarch64__
	.type	sw_call_kept, %function
sw_call_kept:
	stp	x29, x30, [sp, #-48]!
	mov	x29, sp
	stp	x19, x0, [sp, #16]
	str	x1, [sp, #32]
	bl	sw_vectors_what
	mov	w19, w0
	save_vectors mov w16, w19
	ldr	x1, [x29, #24]
	ldr	x0, [x29, #32]
	blr	x1
	restore_vectors mov w16, w19
	ldr	x19, [sp, #16]
	ldp	x29, x30, [sp], #48
	ret
#endif
	.size	sw_call_kept, . - sw_call_kept
