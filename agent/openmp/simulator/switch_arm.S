/* See switch.h. To the unwinder d8 to d15 are registers 72 to 79. The flags of floating point (fpsr) are a
 * thread's own as its modes (fpcr) are: x86's mxcsr has both. Mostly both are the same: writing is slow. */
        .text
        /* Two registers; the first one's number to the unwinder, and where they go. */
        .macro  save first, second, number, at
        stp     \first, \second, [sp, #\at]
        .cfi_rel_offset \number, \at
        .cfi_rel_offset \number + 1, \at + 8
        .endm

        .globl  sw_omp_switch_stacks
        .hidden sw_omp_switch_stacks
        .type   sw_omp_switch_stacks, %function
        .balign 16
sw_omp_switch_stacks:
        .cfi_startproc
        hint    #34 /* bti c */
        sub     sp, sp, #176
        .cfi_adjust_cfa_offset 176
        save    x19, x20, 19, 0
        save    x21, x22, 21, 16
        save    x23, x24, 23, 32
        save    x25, x26, 25, 48
        save    x27, x28, 27, 64
        save    x29, x30, 29, 80
        save    d8, d9, 72, 96
        save    d10, d11, 74, 112
        save    d12, d13, 76, 128
        save    d14, d15, 78, 144
        mrs     x9, fpcr
        mrs     x13, fpsr
        stp     x9, x13, [sp, #160]
        mov     x10, sp
        str     x10, [x0]
        ldp     x10, x11, [x1]
        mov     sp, x10
        msr     tpidr_el0, x11
        ldp     x12, x14, [sp, #160]
        cmp     x12, x9
        b.eq    1f
        msr     fpcr, x12
1:      cmp     x14, x13
        b.eq    2f
        msr     fpsr, x14
2:      ldp     x19, x20, [sp]
        ldp     x21, x22, [sp, #16]
        ldp     x23, x24, [sp, #32]
        ldp     x25, x26, [sp, #48]
        ldp     x27, x28, [sp, #64]
        ldp     x29, x30, [sp, #80]
        ldp     d8, d9, [sp, #96]
        ldp     d10, d11, [sp, #112]
        ldp     d12, d13, [sp, #128]
        ldp     d14, d15, [sp, #144]
        add     sp, sp, #176
        .cfi_adjust_cfa_offset -176
        .irp    number, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 72, 73, 74, 75, 76, 77, 78, 79
        .cfi_restore \number
        .endr
        ret
        .cfi_endproc
        .size   sw_omp_switch_stacks, . - sw_omp_switch_stacks

        .globl  sw_omp_begin
        .hidden sw_omp_begin
        .type   sw_omp_begin, %function
        .balign 16
sw_omp_begin:
        .cfi_startproc
        .cfi_undefined x30 /* the outermost frame */
        hint    #36 /* bti j: reached by ret, which needs none, or by a jump */
        mov     x29, #0
        mov     x30, #0
        mov     x0, x19
        blr     x20
        brk     #1
        .cfi_endproc
        .size   sw_omp_begin, . - sw_omp_begin

        .globl  sw_omp_call_on
        .hidden sw_omp_call_on
        .type   sw_omp_call_on, %function
        .balign 16
sw_omp_call_on:
        .cfi_startproc
        hint    #34 /* bti c */
        stp     x29, x30, [sp, #-16]!
        .cfi_def_cfa_offset 16
        .cfi_offset x29, -16
        .cfi_offset x30, -8
        mov     x29, sp
        .cfi_def_cfa_register x29
        and     x9, x0, #-16
        mov     sp, x9
        mov     x0, x2
        blr     x1
        mov     sp, x29
        ldp     x29, x30, [sp], #16
        .cfi_def_cfa sp, 0
        .cfi_restore x29
        .cfi_restore x30
        ret
        .cfi_endproc
        .size   sw_omp_call_on, . - sw_omp_call_on
        .section .note.GNU-stack, "", %progbits
