/* See switch.h. What a call may change is not saved; mxcsr's and x87's modes are, as the ABI asks. */
        .text
        .globl  sw_omp_switch_stacks
        .hidden sw_omp_switch_stacks
        .type   sw_omp_switch_stacks, @function
        .balign 16
sw_omp_switch_stacks:
        .cfi_startproc
        endbr64
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbx, 0
        pushq   %r12
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r12, 0
        pushq   %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r13, 0
        pushq   %r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r14, 0
        pushq   %r15
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r15, 0
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        movq    %rsp, (%rdi)
        movq    (%rsi), %rsp
        movq    8(%rsi), %rsi
        cmpq    %fs:0, %rsi /* the word there is its own address */
        je      2f
        cmpb    $0, sw_omp_has_fsgsbase(%rip)
        je      1f
        wrfsbase %rsi
        jmp     2f
1:      movl    $158, %eax /* arch_prctl */
        movl    $0x1002, %edi /* ARCH_SET_FS */
        syscall
2:      ldmxcsr (%rsp)
        fldcw   4(%rsp)
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        popq    %r15
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r15
        popq    %r14
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r14
        popq    %r13
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r13
        popq    %r12
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r12
        popq    %rbx
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbx
        popq    %rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbp
        ret
        .cfi_endproc
        .size   sw_omp_switch_stacks, . - sw_omp_switch_stacks

        .globl  sw_omp_begin
        .hidden sw_omp_begin
        .type   sw_omp_begin, @function
        .balign 16
sw_omp_begin:
        .cfi_startproc
        .cfi_undefined %rip /* the outermost frame */
        endbr64
        xorl    %ebp, %ebp
        movq    %r12, %rdi
        andq    $-16, %rsp
        call    *%r13
        ud2
        .cfi_endproc
        .size   sw_omp_begin, . - sw_omp_begin

        .globl  sw_omp_call_on
        .hidden sw_omp_call_on
        .type   sw_omp_call_on, @function
        .balign 16
sw_omp_call_on:
        .cfi_startproc
        endbr64
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        movq    %rdi, %rsp
        andq    $-16, %rsp
        movq    %rdx, %rdi
        call    *%rsi
        movq    %rbp, %rsp
        popq    %rbp
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   sw_omp_call_on, . - sw_omp_call_on
        .section .note.GNU-stack, "", @progbits
