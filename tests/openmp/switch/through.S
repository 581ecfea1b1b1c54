/*
 * through(function, arguments, before, after): function(arguments[0], [1], [2]), with before[] in the
 * registers that a function must keep, and what they hold when it returns in after[].
 */
        .text
        .globl  through
#if defined __x86_64__
        .type   through, @function
through:
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        pushq   %rcx
        movq    %rdi, %rax
        movq    %rsi, %rcx
        movq    (%rdx), %rbx
        movq    8(%rdx), %rbp
        movq    16(%rdx), %r12
        movq    24(%rdx), %r13
        movq    32(%rdx), %r14
        movq    40(%rdx), %r15
        movq    (%rcx), %rdi
        movq    8(%rcx), %rsi
        movq    16(%rcx), %rdx
        call    *%rax
        popq    %rcx
        movq    %rbx, (%rcx)
        movq    %rbp, 8(%rcx)
        movq    %r12, 16(%rcx)
        movq    %r13, 24(%rcx)
        movq    %r14, 32(%rcx)
        movq    %r15, 40(%rcx)
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        ret
        .size   through, . - through
        .section .note.GNU-stack, "", @progbits
#else
        .type   through, %function
through:
        stp     x29, x30, [sp, #-176]!
        stp     x19, x20, [sp, #16]
        stp     x21, x22, [sp, #32]
        stp     x23, x24, [sp, #48]
        stp     x25, x26, [sp, #64]
        stp     x27, x28, [sp, #80]
        stp     d8, d9, [sp, #96]
        stp     d10, d11, [sp, #112]
        stp     d12, d13, [sp, #128]
        stp     d14, d15, [sp, #144]
        str     x3, [sp, #160]
        mov     x9, x0
        mov     x10, x1
        ldp     x19, x20, [x2]
        ldp     x21, x22, [x2, #16]
        ldp     x23, x24, [x2, #32]
        ldp     x25, x26, [x2, #48]
        ldp     x27, x28, [x2, #64]
        ldr     x29, [x2, #80]
        ldp     d8, d9, [x2, #88]
        ldp     d10, d11, [x2, #104]
        ldp     d12, d13, [x2, #120]
        ldp     d14, d15, [x2, #136]
        ldp     x0, x1, [x10]
        ldr     x2, [x10, #16]
        blr     x9
        ldr     x9, [sp, #160]
        stp     x19, x20, [x9]
        stp     x21, x22, [x9, #16]
        stp     x23, x24, [x9, #32]
        stp     x25, x26, [x9, #48]
        stp     x27, x28, [x9, #64]
        str     x29, [x9, #80]
        stp     d8, d9, [x9, #88]
        stp     d10, d11, [x9, #104]
        stp     d12, d13, [x9, #120]
        stp     d14, d15, [x9, #136]
        ldp     x19, x20, [sp, #16]
        ldp     x21, x22, [sp, #32]
        ldp     x23, x24, [sp, #48]
        ldp     x25, x26, [sp, #64]
        ldp     x27, x28, [sp, #80]
        ldp     d8, d9, [sp, #96]
        ldp     d10, d11, [sp, #112]
        ldp     d12, d13, [sp, #128]
        ldp     d14, d15, [sp, #144]
        ldp     x29, x30, [sp], #176
        ret
        .size   through, . - through
        .section .note.GNU-stack, "", %progbits
#endif
