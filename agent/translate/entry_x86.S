/* The ways from the cache to the translator and back, on x86-64. See entry.h and emit_x86.c. */
#if defined __x86_64__
#include "agent/translate/entry.h"

	.section .note.GNU-stack,"",%progbits
	.text

	.macro	entry label
	.globl	\label
	.hidden	\label
	.type	\label, @function
\label:
	.endm

/* struct sw_saved, below the red zone. */
	.macro	save_registers
	pushfq
	push	$2		/* forward, and unaligned accesses are fine (AC) */
	popfq
	push	%rax
	push	%rcx
	push	%rdx
	push	%rbx
	push	%rbp
	push	%rsi
	push	%rdi
	push	%r8
	push	%r9
	push	%r10
	push	%r11
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	.endm
	.macro	restore_registers
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%r11
	pop	%r10
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	pop	%rbp
	pop	%rbx
	pop	%rdx
	pop	%rcx
	pop	%rax
	popfq
	.endm
	.macro	save_all
	lea	-128(%rsp), %rsp
	save_registers
	mov	sw_translated@gottpoff(%rip), %rbx
	.endm
#define SAVED     128
#define SAVED_R11 32
#define SAVED_R10 40
#define SAVED_RCX 104

entry sw_entry_exit		/* rcx: the exit; its own value is in slot 0 */
	save_all
	mov	%rcx, %rsi
	mov	%fs:SW_SLOT_0(%rbx), %rcx
	mov	%rcx, SAVED_RCX(%rsp)
	lea	sw_entry_on_exit(%rip), %rax
	jmp	.Lcall

entry sw_entry_miss		/* rcx - r11: the address; values of rcx, r10 and r11 are in slots */
	save_all
	mov	%rcx, %rsi
	sub	%r11, %rsi
	mov	%fs:SW_SLOT_0(%rbx), %rcx
	mov	%rcx, SAVED_RCX(%rsp)
	mov	%fs:SW_SLOT_1(%rbx), %rcx
	mov	%rcx, SAVED_R10(%rsp)
	mov	%fs:SW_SLOT_2(%rbx), %rcx
	mov	%rcx, SAVED_R11(%rsp)
	lea	sw_entry_on_miss(%rip), %rax
	jmp	.Lcall

entry sw_entry_call		/* r11: the instruction syscall */
	save_all
	lea	sw_entry_on_call(%rip), %rax
.Lcall:
	mov	%rsp, %rdi
	mov	%rsp, %rbp
	and	$-16, %rsp
	call	*%rax
	mov	%rbp, %rsp
	mov	%rax, %fs:SW_SLOT_4(%rbx)
	restore_registers
	lea	128(%rsp), %rsp
	jmp	*sw_entry_go(%rip)

/* Called, below the red zone; above the return address: for what is no plain access how, else 0; the address; the site. */
entry sw_entry_access
	save_registers
	mov	SAVED + 24(%rsp), %rsi
	mov	SAVED + 16(%rsp), %rdx
	mov	SAVED + 8(%rsp), %rcx
	lea	sw_entry_on_access(%rip), %rax
	lea	sw_entry_on_string(%rip), %r8
	test	%rcx, %rcx
	cmovne	%r8, %rax
	mov	%rsp, %rdi
	mov	%rsp, %rbp
	and	$-16, %rsp
	call	*%rax
	mov	%rbp, %rsp
	restore_registers
	ret

/* Called likewise, above the return address: the number of the function. */
entry sw_entry_heap
	save_registers
	mov	SAVED + 8(%rsp), %rsi
	mov	%rsp, %rdi
	mov	%rsp, %rbp
	and	$-16, %rsp
	call	sw_entry_on_heap
	mov	%rbp, %rsp
	restore_registers
	ret

/* What malloc() returns to: translated, as all that the program runs is. */
entry sw_entry_heap_return
	sub	$8, %rsp
	push	%rax
	mov	%rax, %rdi
	call	sw_heap_returned
	mov	%rax, 8(%rsp)
	pop	%rax
	ret

/* As a return does: the caller goes on in the cache. */
entry sw_entry_start
	mov	sw_translated@gottpoff(%rip), %rax
	mov	%rcx, %fs:SW_SLOT_0(%rax)
	mov	%r10, %fs:SW_SLOT_1(%rax)
	mov	%r11, %fs:SW_SLOT_2(%rax)
	pop	%rcx
	xor	%r11d, %r11d
	jmp	sw_entry_miss

/* From the kernel: the stack is what the handler is to see. */
entry sw_entry_signal
	push	%rdi
	push	%rsi
	push	%rdx
	push	%rbp
	mov	%rsp, %rbp
	push	$2
	popfq
	and	$-16, %rsp
	call	sw_entry_on_signal
	mov	%rbp, %rsp
	pop	%rbp
	pop	%rdx
	pop	%rsi
	pop	%rdi
	mov	%rax, %rcx
	xor	%r11d, %r11d
	jmp	sw_entry_miss

entry sw_entry_return_from_signal
	mov	%rdi, %rsp
entry sw_entry_restorer
	mov	$15, %eax
	syscall
	ud2

entry sw_entry_make_on
	push	%rbp
	mov	%rsp, %rbp
	mov	%rdx, %rsp
	mov	%rdi, %rax
	mov	%rsi, %rdi
	call	*%rax
	mov	%rbp, %rsp
	pop	%rbp
	ret

	.bss
	.globl	sw_entry_go
	.hidden	sw_entry_go
	.balign	8
sw_entry_go:
	.quad	0
#endif
