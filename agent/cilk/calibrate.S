/*
 * Functions with sleds, for measuring what events cost; see calibrate.c.
 *   sw_calibrate_recursion  that of fib, with entry and exit; what returns to sw_calibrate_child is
 *                           the first of its two calls
 *   sw_calibrate_leaf       entry, some twenty nanoseconds of arithmetic as ordinary code has it, a
 *                           chain of slow operations and others beside it, and exit
 */
	.section .note.GNU-stack,"",%progbits
	.text
	.macro	name label
	.globl	\label
	.hidden	\label
\label:
	.endm
	.balign	64

#if defined __aarch64__
name sw_calibrate_recursion
	nop
	stp	x29, x30, [sp, #-32]!
	str	x0, [sp, #16]
	cmp	w0, #2
	b.lt	1f
	sub	w0, w0, #1
	bl	sw_calibrate_recursion
name sw_calibrate_child
	ldr	x0, [sp, #16]
	sub	w0, w0, #2
	bl	sw_calibrate_recursion
1:	ldp	x29, x30, [sp], #32
name sw_calibrate_exit
	nop
	ret

	.balign	64
name sw_calibrate_leaf
	nop
	.rept	16
	mul	x0, x0, x1
	add	x2, x2, x1
	eor	x3, x3, x1
	add	x4, x4, #1
	.endr
name sw_calibrate_leaf_exit
	nop
	ret
#else
	.macro	sled
	.byte	0x0f, 0x1f, 0x44, 0x00, 0x00
	.endm
name sw_calibrate_recursion
	sled
	push	%rdi
	cmp	$2, %edi
	jl	1f
	sub	$1, %edi
	call	sw_calibrate_recursion
name sw_calibrate_child
	mov	(%rsp), %rdi
	sub	$2, %edi
	call	sw_calibrate_recursion
1:	pop	%rdi
	.p2align 1
name sw_calibrate_exit
	sled
	ret

	.balign	64
name sw_calibrate_leaf
	sled
	.rept	16
	imul	%rsi, %rdi
	add	%rsi, %rdx
	xor	%rsi, %rcx
	add	$1, %r8
	.endr
	.p2align 1
name sw_calibrate_leaf_exit
	sled
	ret
#endif
name sw_calibrate_end
