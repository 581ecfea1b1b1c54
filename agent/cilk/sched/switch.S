/*
 * Switching between stacks. Contexts are those of frame.h.
 *
 *   __spanwise_sync(&frame->state)   generated code's: waits for the frame's children. Saves its caller's
 *                             context and calls sw_parked(worker, frame) on the scheduler's stack,
 *                             unless nothing is stolen and, of a root, this is its thread: what it
 *                             has called may have come back on another one.
 *   __spanwise_lost()         generated code's: a task has returned its frame, which was stolen. Calls
 *                             sw_child_done(worker, frame, its stack pointer) on the scheduler's stack
 *   sw_switch(worker, frame, next)   calls next(worker, frame) on the scheduler's stack
 *   sw_resume(frame, sp, regs)   goes on with the frame's context and these registers, on that stack
 *
 * The first two leave the registers that calls preserve in worker->regs.
 * The scheduler's stack is nobody's continuation: who walks it comes to its end here.
 */
#include "agent/cilk/sched/frame.h"

	.section .note.GNU-stack,"",%progbits
	.section spanwise_sched,"ax",%progbits
	.macro	function name
	.balign	16
	.globl	\name
	.type	\name, %function
\name:
	.endm

#if defined __x86_64__
	.macro	save_regs		/* to the worker, rdi */
	mov	%rbx, SW_WORKER_REGS(%rdi)
	mov	%r12, SW_WORKER_REGS+8(%rdi)
	mov	%r13, SW_WORKER_REGS+16(%rdi)
	mov	%r14, SW_WORKER_REGS+24(%rdi)
	mov	%r15, SW_WORKER_REGS+32(%rdi)
	.endm

function __spanwise_sync
	.cfi_startproc
	endbr64
	mov	__spanwise_worker@gottpoff(%rip), %rax
	mov	%fs:(%rax), %rdx
	sub	$SW_FRAME_STATE, %rdi
	mov	SW_FRAME_STATE(%rdi), %rax
	mov	%rax, %rcx
	or	$7, %rcx
	cmp	$-1, %rcx
	je	3f
	and	$-8, %rax
	cmpl	$-1, SW_STOLEN_COUNT(%rax)
	jne	2f
3:	testb	$1, SW_FRAME_STATE(%rdi)
	jnz	1f
	cmp	SW_WORKER_ROOT(%rdx), %rdi
	je	1f
2:	mov	(%rsp), %rax
	lea	8(%rsp), %rcx
	mov	%rax, SW_FRAME_PC(%rdi)
	mov	%rcx, SW_FRAME_SP(%rdi)
	mov	%rbp, SW_FRAME_FP(%rdi)
	mov	%rdi, %rsi
	mov	%rdx, %rdi
	save_regs
	.cfi_remember_state
	.cfi_undefined 16
	mov	SW_WORKER_SCHED_SP(%rdi), %rsp
	xor	%ebp, %ebp
	call	sw_parked
	ud2
	.cfi_restore_state
1:	ret
	.cfi_endproc
	.size	__spanwise_sync, . - __spanwise_sync

function __spanwise_lost
	.cfi_startproc
	.cfi_undefined 16
	endbr64
	mov	__spanwise_worker@gottpoff(%rip), %rdi
	mov	%fs:(%rdi), %rdi
	mov	%rax, %rsi
	save_regs
	mov	%rsp, %rdx
	mov	SW_WORKER_SCHED_SP(%rdi), %rsp
	xor	%ebp, %ebp
	call	sw_child_done
	ud2
	.cfi_endproc
	.size	__spanwise_lost, . - __spanwise_lost

	.hidden	sw_switch
function sw_switch
	.cfi_startproc
	.cfi_undefined 16
	mov	SW_WORKER_SCHED_SP(%rdi), %rsp
	xor	%ebp, %ebp
	call	*%rdx
	ud2
	.cfi_endproc
	.size	sw_switch, . - sw_switch

	.hidden	sw_resume
function sw_resume
	.cfi_startproc
	.cfi_undefined 16
	mov	SW_FRAME_PC(%rdi), %rax
	mov	SW_FRAME_FP(%rdi), %rbp
	mov	(%rdx), %rbx
	mov	8(%rdx), %r12
	mov	16(%rdx), %r13
	mov	24(%rdx), %r14
	mov	32(%rdx), %r15
	mov	%rsi, %rsp
	notrack jmp *%rax
	.cfi_endproc
	.size	sw_resume, . - sw_resume

#elif defined __aarch64__
	.macro	save_regs		/* to the worker, x0 */
	stp	x19, x20, [x0, #SW_WORKER_REGS]
	stp	x21, x22, [x0, #SW_WORKER_REGS+16]
	stp	x23, x24, [x0, #SW_WORKER_REGS+32]
	stp	x25, x26, [x0, #SW_WORKER_REGS+48]
	stp	x27, x28, [x0, #SW_WORKER_REGS+64]
	stp	d8, d9, [x0, #SW_WORKER_REGS+80]
	stp	d10, d11, [x0, #SW_WORKER_REGS+96]
	stp	d12, d13, [x0, #SW_WORKER_REGS+112]
	stp	d14, d15, [x0, #SW_WORKER_REGS+128]
	.endm

function __spanwise_sync
	.cfi_startproc
	hint	#34			/* bti c */
	mrs	x10, tpidr_el0
	adrp	x9, :gottprel:__spanwise_worker
	ldr	x9, [x9, :gottprel_lo12:__spanwise_worker]
	ldr	x10, [x10, x9]
	sub	x0, x0, #SW_FRAME_STATE
	ldr	x9, [x0, #SW_FRAME_STATE]
	orr	x11, x9, #7
	cmn	x11, #1
	b.eq	3f
	and	x11, x9, #-8
	ldr	w11, [x11, #SW_STOLEN_COUNT]
	cmn	w11, #1
	b.ne	2f
3:	tbnz	w9, #0, 1f
	ldr	x9, [x10, #SW_WORKER_ROOT]
	cmp	x9, x0
	b.eq	1f
2:	mov	x9, sp
	stp	x30, x9, [x0, #SW_FRAME_PC]
	str	x29, [x0, #SW_FRAME_FP]
	mov	x1, x0
	mov	x0, x10
	save_regs
	.cfi_remember_state
	.cfi_undefined 30
	ldr	x9, [x0, #SW_WORKER_SCHED_SP]
	mov	sp, x9
	mov	x29, #0
	mov	x30, #0
	bl	sw_parked
	brk	#1
	.cfi_restore_state
1:	ret
	.cfi_endproc
	.size	__spanwise_sync, . - __spanwise_sync

function __spanwise_lost
	.cfi_startproc
	.cfi_undefined 30
	hint	#34			/* bti c */
	mov	x1, x0
	mrs	x10, tpidr_el0
	adrp	x9, :gottprel:__spanwise_worker
	ldr	x9, [x9, :gottprel_lo12:__spanwise_worker]
	ldr	x0, [x10, x9]
	save_regs
	mov	x2, sp
	ldr	x9, [x0, #SW_WORKER_SCHED_SP]
	mov	sp, x9
	mov	x29, #0
	mov	x30, #0
	bl	sw_child_done
	brk	#1
	.cfi_endproc
	.size	__spanwise_lost, . - __spanwise_lost

	.hidden	sw_switch
function sw_switch
	.cfi_startproc
	.cfi_undefined 30
	ldr	x9, [x0, #SW_WORKER_SCHED_SP]
	mov	sp, x9
	mov	x29, #0
	mov	x30, #0
	blr	x2
	brk	#1
	.cfi_endproc
	.size	sw_switch, . - sw_switch

	.hidden	sw_resume
function sw_resume
	.cfi_startproc
	.cfi_undefined 30
	ldr	x9, [x0, #SW_FRAME_PC]
	ldr	x29, [x0, #SW_FRAME_FP]
	ldp	x19, x20, [x2]
	ldp	x21, x22, [x2, #16]
	ldp	x23, x24, [x2, #32]
	ldp	x25, x26, [x2, #48]
	ldp	x27, x28, [x2, #64]
	ldp	d8, d9, [x2, #80]
	ldp	d10, d11, [x2, #96]
	ldp	d12, d13, [x2, #112]
	ldp	d14, d15, [x2, #128]
	mov	sp, x1
	ret	x9			/* which needs no landing pad */
	.cfi_endproc
	.size	sw_resume, . - sw_resume
#endif
