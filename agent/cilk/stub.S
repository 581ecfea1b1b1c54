/*
 * The code that runs when a patched sled is passed, as templates: patch.c copies them near the
 * program's code.
 *
 * Slot (one a sled):  reads the clock and adds a note (live.h) to those of the thread. Where there
 *                     is no room, or the last note is more than a microsecond old, it calls the
 *                     trampoline instead. Back to the sled. Another one, for meters that are no
 *                     clock, reads the thread's counter.
 * Trampoline (one):   saves what abi.h promises; calls event(what, from, sp, now); restores. Our
 *                     events use general registers only. For a tool, which is anybody's code, there
 *                     is another trampoline, that saves all the others too (vectors.S).
 *
 * A signal handler between two of these instructions may add notes of its own. Then one of them may
 * be lost or be overwritten by ours; nothing else happens: what is replayed twice is empty the
 * second time (replay.c).
 *
 * The registers that a function returns its value in are not put through memory: what computes it
 * may still be under way, and would hold up all that is read behind it.
 *
 * Calls and returns are balanced, so the processor's return predictor stays right.
 */
#include "live/stub.h"
#include "agent/core/vectors.S"

	.section .note.GNU-stack,"",%progbits
	.section .rodata
	.macro	name label
	.globl	\label
	.hidden	\label
\label:
	.endm
	.balign 8

#if defined __aarch64__
	.macro	trampoline label, full
name \label
	stp	x0, x1, [sp, #-144]!
	stp	x2, x3, [sp, #16]
	stp	x4, x5, [sp, #32]
	stp	x6, x7, [sp, #48]
	stp	x8, x18, [sp, #64]
	stp	x9, x10, [sp, #80]
	stp	x11, x12, [sp, #96]
	stp	x13, x14, [sp, #112]
	stp	x15, x30, [sp, #128]
	ldur	x0, [x30, #sw_stub_slot_what - sw_stub_slot_called]
	ldr	x1, [sp, #144]		/* the link register at the sled */
	add	x2, sp, #160		/* the stack pointer at the sled */
	mov	x3, x16			/* the time at the sled */
	.if	\full
	save_vectors	ldr	w16, .Lvectors\@
	.endif
	ldr	x16, .Ltarget\@
	blr	x16
	.if	\full
	restore_vectors	ldr	w16, .Lvectors\@
	.endif
	ldp	x15, x16, [sp, #128]
	ldp	x13, x14, [sp, #112]
	ldp	x11, x12, [sp, #96]
	ldp	x9, x10, [sp, #80]
	ldp	x8, x18, [sp, #64]
	ldp	x6, x7, [sp, #48]
	ldp	x4, x5, [sp, #32]
	ldp	x2, x3, [sp, #16]
	ldr	x30, [sp, #144]
	ldp	x0, x1, [sp], #160
	ret	x16
	.balign 8
name \label\()_target
.Ltarget\@:
	.quad	0
	.if	\full
name \label\()_vectors
.Lvectors\@:
	.quad	0
	.endif
name \label\()_end
	.endm

trampoline sw_stub_trampoline, 0
	.balign 8
trampoline sw_stub_full_trampoline, 1

	.macro	slot label, counts
name \label
	stp	x9, x10, [sp, #-16]!
	mrs	x16, tpidr_el0
name \label\()_self
	movz	x17, #0			/* patched: where sw_thread_self is */
	movk	x17, #0, lsl #16
	ldr	x16, [x16, x17]
	.if	\counts
	ldr	x9, [x16, #SW_THREAD_COUNTER]
	ldr	x9, [x9]
	ldr	x17, [x16, #SW_THREAD_NEXT]
name \label\()_shift
	.else
	mrs	x9, cntvct_el0
	ldp	x17, x10, [x16, #SW_THREAD_NEXT]
	sub	x10, x9, x10
name \label\()_shift
	lsr	x10, x10, #10		/* patched: sw_meter_long_shift() */
	cbnz	x10, .Llate\@
	.endif
	tst	x17, #(SW_NOTES_BYTES - 1)
	b.eq	.Llate\@
	add	x10, sp, #16
	stp	x9, x10, [x17], #32
	ldr	x10, .Lwhat\@
	stp	x30, x10, [x17, #-16]
	stp	x17, x9, [x16, #SW_THREAD_NEXT]
	ldp	x9, x10, [sp], #16
name \label\()_back
	b	.			/* patched: behind the sled */
	.balign 8
name \label\()_what
.Lwhat\@:
	.quad	0			/* patched: as in a note */
.Llate\@:
	mov	x16, x9
	ldp	x9, x10, [sp]
	str	x30, [sp]
name \label\()_call
	bl	.			/* patched: the trampoline */
name \label\()_called
	b	\label\()_back
name \label\()_end
	.endm

#elif defined __x86_64__
	.macro	trampoline label, full
name \label
	.irp	reg, rax, rdi, rsi, rdx, rcx, r8, r9, r10, r11, rbp
	push	%\reg
	.endr
	mov	%rsp, %rbp
	.if	\full
	save_vectors	mov	\label\()_vectors(%rip), %eax
	.endif
	mov	80(%rbp), %rax
	mov	sw_stub_slot_what - sw_stub_slot_called(%rax), %rdi
	lea	224(%rbp), %rdx		/* the stack pointer at the sled: 10 saved, 1 return, time, 128 */
	mov	(%rdx), %rsi		/* the return address, if the sled is at an entry */
	mov	88(%rbp), %rcx		/* the time at the sled */
	and	$-16, %rsp
	call	*\label\()_target(%rip)
	.if	\full
	restore_vectors	mov	\label\()_vectors(%rip), %eax
	.endif
	mov	%rbp, %rsp
	.irp	reg, rbp, r11, r10, r9, r8, rcx, rdx, rsi, rdi, rax
	pop	%\reg
	.endr
	ret
	.balign 8
name \label\()_target
	.quad	0
	.if	\full
name \label\()_vectors
	.quad	0
	.endif
name \label\()_end
	.endm

trampoline sw_stub_trampoline, 0
	.balign 8
trampoline sw_stub_full_trampoline, 1

	.macro	slot label, counts
name \label
	lea	-128(%rsp), %rsp	/* the red zone is the program's */
	push	%rcx
	push	%r10
	push	%r11
	mov	%rax, %r11
	mov	%rdx, %r10
	.byte	0x64, 0x48, 0x8b, 0x0c, 0x25	/* mov %fs:..., %rcx: sw_thread_self */
name \label\()_self
	.long	0			/* patched */
	.if	\counts
	mov	SW_THREAD_COUNTER(%rcx), %rax
	mov	(%rax), %rax
name \label\()_shift
	.else
	rdtsc
	shl	$32, %rdx
	or	%rdx, %rax
	mov	%rax, %rdx
	sub	SW_THREAD_LAST(%rcx), %rdx
	.byte	0x48, 0xc1, 0xea	/* shr ..., %rdx */
name \label\()_shift
	.byte	10			/* patched: sw_meter_long_shift() */
	jnz	.Llate\@
	.endif
	mov	SW_THREAD_NEXT(%rcx), %rdx
	test	$(SW_NOTES_BYTES - 1), %edx
	jz	.Llate\@
	mov	%rax, SW_THREAD_LAST(%rcx)
	mov	%rax, (%rdx)
	lea	152(%rsp), %rax
	mov	%rax, 8(%rdx)
	mov	(%rax), %rax
	mov	%rax, 16(%rdx)
	mov	\label\()_what(%rip), %rax
	mov	%rax, 24(%rdx)
	add	$32, %rdx
	mov	%rdx, SW_THREAD_NEXT(%rcx)
	mov	%r11, %rax
	mov	%r10, %rdx
	pop	%r11
	pop	%r10
	pop	%rcx
	lea	128(%rsp), %rsp
name \label\()_back
	.byte	0xe9, 0, 0, 0, 0	/* jmp behind the sled; patched */
	.balign 8
name \label\()_what
	.quad	0			/* patched: as in a note */
.Llate\@:
	mov	%r10, %rdx
	xchg	%rax, %r11
	mov	16(%rsp), %rcx
	mov	%r11, 16(%rsp)		/* the time, for the trampoline */
	pop	%r11
	pop	%r10
name \label\()_call
	.byte	0xe8, 0, 0, 0, 0	/* call the trampoline; patched */
name \label\()_called
	lea	136(%rsp), %rsp
	jmp	\label\()_back
name \label\()_end
	.endm

#endif

slot sw_stub_slot, 0
	.balign 8
slot sw_stub_counting_slot, 1
