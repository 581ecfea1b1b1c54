/* The ways from the cache to the translator and back, on aarch64. See entry.h and emit_arm.c. */
#if defined __aarch64__
#include "agent/translate/entry.h"

	.section .note.GNU-stack,"",%progbits
	.text

	.macro	entry label
	.globl	\label
	.hidden	\label
	.type	\label, %function
\label:
	.endm

/* x0 to x13, to or from [sp]. */
	.macro	low what
	\what	x0, x1, [sp]
	\what	x2, x3, [sp, #16]
	\what	x4, x5, [sp, #32]
	\what	x6, x7, [sp, #48]
	\what	x8, x9, [sp, #64]
	\what	x10, x11, [sp, #80]
	\what	x12, x13, [sp, #96]
	.endm

#define SAVED 272

/* x16, x17 and x15 are at [sp] already; x16 has a value that is passed on. */
entry sw_entry_exit
	adrp	x17, sw_entry_on_exit
	add	x17, x17, #:lo12:sw_entry_on_exit
	b	.Lcall
entry sw_entry_miss
	adrp	x17, sw_entry_on_miss
	add	x17, x17, #:lo12:sw_entry_on_miss
	b	.Lcall
entry sw_entry_heap
	adrp	x17, sw_entry_on_heap
	add	x17, x17, #:lo12:sw_entry_on_heap
	b	.Lcall
entry sw_entry_call
	adrp	x17, sw_entry_on_call
	add	x17, x17, #:lo12:sw_entry_on_call
.Lcall:
	sub	sp, sp, #SAVED
	low	stp
	str	x14, [sp, #112]
	ldp	x0, x1, [sp, #SAVED]
	ldr	x2, [sp, #SAVED + 16]
	stp	x2, x0, [sp, #120]
	stp	x1, x18, [sp, #136]
	stp	x19, x20, [sp, #152]
	stp	x21, x22, [sp, #168]
	stp	x23, x24, [sp, #184]
	stp	x25, x26, [sp, #200]
	stp	x27, x28, [sp, #216]
	stp	x29, x30, [sp, #232]
	mrs	x2, nzcv
	stp	x2, x16, [sp, #248]
	mov	x0, sp
	mov	x1, x16
	blr	x17
	mov	x16, x0
	ldr	x2, [sp, #248]
	msr	nzcv, x2
	low	ldp
	ldr	x14, [sp, #112]
	ldp	x18, x19, [sp, #144]
	ldp	x20, x21, [sp, #160]
	ldp	x22, x23, [sp, #176]
	ldp	x24, x25, [sp, #192]
	ldp	x26, x27, [sp, #208]
	ldp	x28, x29, [sp, #224]
	ldr	x30, [sp, #240]
	add	sp, sp, #SAVED
	br	x16

/* x15: the address. It comes often: what C keeps is not saved. */
entry sw_entry_access
	sub	sp, sp, #SAVED
	low	stp
	str	x14, [sp, #112]
	str	x18, [sp, #144]
	stp	x29, x30, [sp, #232]
	mrs	x2, nzcv
	str	x2, [sp, #248]
	mov	x0, sp
	mov	x1, x16
	mov	x2, x15
	bl	sw_entry_on_access
	mov	x16, x0
	ldr	x2, [sp, #248]
	msr	nzcv, x2
	low	ldp
	ldr	x14, [sp, #112]
	ldr	x18, [sp, #144]
	ldp	x29, x30, [sp, #232]
	add	sp, sp, #SAVED
	br	x16

/* What malloc() returns to: translated, as all that the program runs is. */
entry sw_entry_heap_return
	stp	x0, x1, [sp, #-16]!
	bl	sw_heap_returned
	mov	x30, x0
	ldp	x0, x1, [sp], #16
	ret

/* As a return does: the caller goes on in the cache. */
entry sw_entry_start
	stp	x16, x17, [sp, #-32]!
	str	x15, [sp, #16]
	mov	x16, x30
	b	sw_entry_miss

/* From the kernel: the stack is what the handler is to see. */
entry sw_entry_signal
	stp	x0, x1, [sp, #-32]!
	stp	x2, x30, [sp, #16]
	add	x1, sp, #32
	add	x2, sp, #32 + 128
	bl	sw_entry_on_signal
	mov	x16, x0
	ldp	x2, x30, [sp, #16]
	ldp	x0, x1, [sp], #32
	stp	x16, x17, [sp, #-32]!
	str	x15, [sp, #16]
	b	sw_entry_miss

entry sw_entry_return_from_signal
	mov	sp, x0
	mov	x8, #139
	svc	#0
	brk	#1

entry sw_entry_make_on
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	mov	sp, x2
	mov	x3, x0
	mov	x0, x1
	blr	x3
	mov	sp, x29
	ldp	x29, x30, [sp], #16
	ret
#endif
