/* See switch.h. What a call may change is not saved; mxcsr's and x87's modes are, as the ABI asks. */
        .text
        .globl  sw_omp_switch_stacks
        .hidden sw_omp_switch_stacks
        .type   sw_omp_switch_stacks, @function
        .balign 16
sw_omp_switch_stacks:
        .cfi_startproc
        endbr64
        .irp    register, %rbp, %rbx, %r12, %r13, %r14, %r15
        pushq   \register
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset \register, 0
        .endr
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
        .irp    register, %r15, %r14, %r13, %r12, %rbx, %rbp
        popq    \register
        .cfi_adjust_cfa_offset -8
        .cfi_restore \register
        .endr
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
