/* The assembly filter on small texts: the exact text that comes out. */
#include "abi/cilk.h"
#include "compile/sleds/sleds.h"
#include "tests/check.h"

#include <errno.h>
#include <stdlib.h>

#define IDENT "\t.ident\t\"GCC: (Debian) 12.2.0\"\n"
#define NOP5  "\t.byte\t0x0f,0x1f,0x44,0x00,0x00\n"

#define TABLE(f, link)                                                                           \
    ".Lspanwise_e" #f ":\n\t.pushsection\t__spanwise_sleds,\"ao?\",@progbits,.Lspanwise_f" #link \
    "\n\t.balign\t4\n"
#define ENTRY(n, f, kind_and_flags)                                                         \
    "\t.long\t.Lspanwise_" #n "-.\n\t.long\t.Lspanwise_f" #f "-.\n\t.long\t.Lspanwise_e" #f \
    "-.Lspanwise_f" #f "\n\t.byte\t" kind_and_flags ",0,0\n"
#define TABLE_END "\t.popsection\n"

static struct sw_sleds_stats stats;

/* The caller frees what comes out. */
static char *filtered(const char *text)
{
    char *out = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&out, &size);
    CHECK_EQ(sw_sleds_filter(text, strlen(text), file, &stats), 0);
    fclose(file);
    return out;
}

static void check_text(const char *text, const char *want)
{
    char *got = filtered(text);
    CHECK_STR(got, want);
    free(got);
}

static void check_same(const char *text)
{
    check_text(text, text);
    CHECK_EQ(stats.sleds, 0);
}

static unsigned occurrences(const char *text, const char *what)
{
    unsigned n = 0;
    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

/* Sleds of a kind in the aarch64 or x86-64 function f that has this body. */
static unsigned kinds_in(const char *head, const char *body, const char *tail, int kind)
{
    char text[8192], entry[32];
    snprintf(text, sizeof text, "%s\t.type\tf, @function\nf:\n%s\t.size\tf, .-f\n%s" IDENT, head,
             body, tail);
    snprintf(entry, sizeof entry, "\t.byte\t%d,0,0,0\n", kind);
    char *out = filtered(text);
    unsigned n = occurrences(out, entry);
    free(out);
    return n;
}

static unsigned arm(const char *body, int kind)
{
    return kinds_in("\t.arch armv8-a\n", body, "", kind);
}

static unsigned x86(const char *body, int kind)
{
    return kinds_in("", body, "", kind);
}

static void whole_functions_aarch64(void)
{
    check_text("\t.arch armv8-a\n\t.text\n\t.global\tf\n\t.type\tf, %function\nf:\n.LFB0:\n"
               "\t.cfi_startproc\n\tadd\tw0, w0, 1\n\tret\n\t.cfi_endproc\n.LFE0:\n"
               "\t.size\tf, .-f\n\t.type\tg, %function\ng:\n\tb\tf\n\t.size\tg, .-g\n" IDENT,
               "\t.arch armv8-a\n\t.text\n\t.global\tf\n\t.type\tf, %function\nf:\n.Lspanwise_f0:\n"
               ".LFB0:\n\t.cfi_startproc\n.Lspanwise_0:\n\tnop\n\tadd\tw0, w0, 1\n.Lspanwise_1:\n"
               "\tnop\n\tret\n\t.cfi_endproc\n.LFE0:\n" TABLE(0, 0) ENTRY(0, 0, "1,0")
                   ENTRY(1, 0, "2,0") TABLE_END
               "\t.size\tf, .-f\n\t.type\tg, %function\ng:\n.Lspanwise_f1:\n.Lspanwise_2:\n\tnop\n"
               ".Lspanwise_3:\n\tnop\n\tb\tf\n" TABLE(1, 0) ENTRY(2, 1, "1,0") ENTRY(3, 1, "3,0")
                   TABLE_END "\t.size\tg, .-g\n" IDENT);
    CHECK_EQ(stats.functions, 2);
    CHECK_EQ(stats.sleds, 4);
    CHECK_EQ(stats.spawning, 0);
}

static void whole_functions_x86(void)
{
    check_text("\t.text\n\t.p2align 4\n\t.type\tf, @function\nf:\n.LFB0:\n\t.cfi_startproc\n"
               "\tendbr64\n\tmovl\t%edi, %eax\n\tret\n\t.cfi_endproc\n.LFE0:\n\t.size\tf, .-f\n",
               "\t.text\n\t.p2align 4\n\t.type\tf, @function\n\t.p2align 1\nf:\n.Lspanwise_f0:\n"
               ".LFB0:\n\t.cfi_startproc\n\tendbr64\n.Lspanwise_0:\n" NOP5
               "\tmovl\t%edi, %eax\n\t.p2align 1\n.Lspanwise_1:\n" NOP5
               "\tret\n\t.cfi_endproc\n.LFE0:\n" TABLE(0, 0) ENTRY(0, 0, "1,0") ENTRY(1, 0, "2,0")
                   TABLE_END "\t.size\tf, .-f\n");
}

/* clang's habits: comments, .size before .cfi_endproc. */
static void whole_function_clang(void)
{
    check_text("\t.type\tf,@function\nf:                  // @f\n\t.cfi_startproc\n// %bb.0:\n"
               "\tldr\tx1, [x0]\n\tbr\tx1\n.Lfunc_end0:\n\t.size\tf, .Lfunc_end0-f\n"
               "\t.cfi_endproc\n",
               "\t.type\tf,@function\nf:                  // @f\n.Lspanwise_f0:\n"
               "\t.cfi_startproc\n// %bb.0:\n.Lspanwise_0:\n\tnop\n\tldr\tx1, [x0]\n"
               ".Lspanwise_1:\n\tnop\n\tbr\tx1\n.Lfunc_end0:\n" TABLE(0, 0) ENTRY(0, 0, "1,0")
                   ENTRY(1, 0, "3,0") TABLE_END "\t.size\tf, .Lfunc_end0-f\n\t.cfi_endproc\n");
}

/* A loop back to the first instruction does not enter again; a debugger's labels are no loops. */
static void entry_before_a_loop(void)
{
    char *out = filtered("\t.arch armv8-a\n\t.type\tf, %function\nf:\n.LFB0:\n\t.loc 1 2 3\n"
                         ".LVL0:\n\t.loc 1 3 1\n.L2:\n\tsubs\tw0, w0, 1\n\tbne\t.L2\n\tret\n"
                         "\t.size\tf, .-f\n");
    CHECK(strstr(out, "\t.loc 1 3 1\n.Lspanwise_0:\n\tnop\n.L2:\n"));
    free(out);
}

/* paciasp is a landing pad itself, so a sled before it needs one of its own. */
static void landing_pads(void)
{
    char *out =
        filtered("\t.arch armv8-a\n\t.type\tf, %function\nf:\n.LFB0:\n\thint\t25 // paciasp\n"
                 "\thint\t29 // autiasp\n\tret\n\t.size\tf, .-f\n");
    CHECK(strstr(out, ".LFB0:\n\thint\t34\n.Lspanwise_0:\n\tnop\n\thint\t25 // paciasp\n"));
    free(out);
    out = filtered("\t.arch armv8-a\n\t.type\tf, %function\nf:\n.LFB0:\n\thint\t34 // bti c\n"
                   "\tret\n\t.size\tf, .-f\n");
    CHECK(strstr(out, "\thint\t34 // bti c\n.Lspanwise_0:\n\tnop\n.Lspanwise_1:\n\tnop\n\tret\n"));
    free(out);
}

static void returns(void)
{
    CHECK_EQ(arm("\tret\n\tnop\n\tretaa\n\tretab\n\tret\tx30\n", SW_SLED_EXIT), 4);
    CHECK_EQ(arm("\tmov\tw0, 1\n\teret\n\tretain\n", SW_SLED_EXIT), 0);
    CHECK_EQ(
        x86("\tmovl\t%eax, %edi\n\tret\n\trep ret\n\tretq\n\tbnd ret\n\tret\t$8\n", SW_SLED_EXIT),
        5);
    CHECK_EQ(x86("\tmovl\t%eax, %edi\n\tlret\n\trep movsb\n\tiretq\n", SW_SLED_EXIT), 0);
}

static void direct_tails(void)
{
    CHECK_EQ(arm("\tb\tg\n\tb\tf\n", SW_SLED_TAIL), 2);
    CHECK_EQ(arm(".L2:\n\tb\t.L2\n\tb\t1b\n\tb\tf.cold\n\tb\tOUTLINED_FUNCTION_0\n\tbl\tg\n",
                 SW_SLED_TAIL),
             0);
    CHECK_EQ(arm("\tcbz\tx0, g\n\tb.eq\tg\n\tbne\tg\n\ttbz\tw0, #3, g\n", SW_SLED_TAIL), 0);
    CHECK_EQ(x86("\tmovl\t%eax, %edi\n\tjmp\tg@PLT\n\tjmp\tf\n\tjmpq g # TAILCALL\n", SW_SLED_TAIL),
             3);
    CHECK_EQ(x86("\tmovl\t%eax, %edi\n.L2:\n\tjmp\t.L2\n\tjne\tg\n\tjmp\t__x86_return_thunk\n"
                 "\tcall\tg\n",
                 SW_SLED_TAIL),
             0);
}

static void indirect_tails(void)
{
    /* gcc on aarch64: through x16, which a stub destroys; so before the move into it. */
    char *out = filtered("\t.arch armv8-a\n\t.type\tf, %function\nf:\n.LFB0:\n\tldr\tx1, [x0]\n"
                         "\tmov\tx16, x1\n\tbr\tx16\n\t.size\tf, .-f\n");
    CHECK(strstr(out, ".Lspanwise_1:\n\tnop\n\tmov\tx16, x1\n\tbr\tx16\n"));
    free(out);
    CHECK_EQ(arm("\tmov\tx16, x9\n\tbr\tx16\n", SW_SLED_TAIL), 0);
    CHECK_EQ(arm("\tmov\tx16, x1\n\tldp\tx29, x30, [sp], 16\n\tbr\tx16\n", SW_SLED_TAIL), 0);
    CHECK_EQ(arm("\tmov\tx16, x1\n.L3:\n\tbr\tx16\n\tb\t.L3\n", SW_SLED_TAIL), 0);
    CHECK_EQ(arm("\tbr\tx9\n", SW_SLED_TAIL), 0);
    CHECK_EQ(arm("\tbr\tx8\n\tbr\tx18\n", SW_SLED_TAIL), 2);
    CHECK_EQ(x86("\tjmp\t*(%rdi)\n\tjmp\t*fp(%rip)\n\tjmp\t*%rax\n", SW_SLED_TAIL), 3);
    CHECK_EQ(x86("\tjmp\t*%r11\n\tjmp\t*8(%r11)\n\tnotrack jmp\t*%rax\n", SW_SLED_TAIL), 0);
}

/* A label that no jump names is where a table's jump may go. */
static void tables_are_no_tails(void)
{
    CHECK_EQ(arm("\tadr\tx0, .Lrtx4\n\tbr\tx0\n.Lrtx4:\n\tret\n", SW_SLED_TAIL), 0);
    CHECK_EQ(arm("\tcbz\tx0, .L2\n\tbr\tx0\n.L2:\n\tret\n", SW_SLED_TAIL), 1);
    CHECK_EQ(x86("\tjmp\t*.L4(,%rdi,8)\n\t.section\t.rodata\n.L4:\n\t.quad\t.L3\n\t.text\n.L3:\n"
                 "\tret\n",
                 SW_SLED_TAIL),
             0);
    CHECK_EQ(x86("\tjmp\t*%rax\n.L3:\n\tjmp\tg\n\tjmpq\t*%rcx  # TAILCALL\n", SW_SLED_TAIL), 2);
    CHECK_EQ(x86("\tjmp\t*%rax\n.L3:\n\tjmp\t*g@GOTPCREL(%rip)\n", SW_SLED_TAIL), 1);
    CHECK_EQ(x86("\tjmp\t*%rax\n.LVL3:\n.LBB7:\n.Ltmp0:\n", SW_SLED_TAIL), 1);
}

/* The cold part lies before the function's .size: its return is the function's. */
static void cold_parts(void)
{
    char *out = filtered("\t.text\n\t.type\tf, @function\nf:\n.LFB0:\n\tmovl\t%edi, %eax\n"
                         "\tjs\t.L3\n\tret\n\t.section\t.text.unlikely\n"
                         "\t.type\tf.cold, @function\nf.cold:\n.L3:\n\tmovl\t$1, %eax\n\tret\n"
                         "\t.text\n\t.size\tf, .-f\n\t.section\t.text.unlikely\n"
                         "\t.size\tf.cold, .-f.cold\n");
    CHECK_EQ(stats.functions, 1);
    CHECK_EQ(stats.sleds, 3);
    CHECK_EQ(occurrences(out, "\t.byte\t2,0,0,0\n"), 2);
    CHECK_EQ(occurrences(out, "\t.long\t.Lspanwise_f0-.\n"), 3);
    free(out);
}

static void inline_assembly(void)
{
    CHECK_EQ(arm("\tmov\tw0, 1\n#APP\n\tret\n\tb g\n#NO_APP\n\tret\n", SW_SLED_EXIT), 1);
    CHECK_EQ(arm("\tmov\tw0, 1\n\t//APP\n\tret\n\t//NO_APP\n\tret\n", SW_SLED_EXIT), 1);
    CHECK_EQ(arm("#APP\n\tret\n#NO_APP\n", SW_SLED_ENTRY), 0);
    CHECK_EQ(x86("#APP\n\tret\n#NO_APP\n\tud2\n", SW_SLED_ENTRY), 0);
    CHECK_EQ(x86("#APP\n\tnop\n#NO_APP\n\tret\n", SW_SLED_ENTRY), 1);
}

static void body_sleds(void)
{
    char *out = filtered("\t.arch armv8-a\n\t.type\tf, %function\nf:\n.LFB0:\n\tmov\tw0, 1\n#APP\n"
                         "\tnop\n\t.pushsection __spanwise_sleds,\"ao\",@progbits,.Lspanwise7\n"
                         "\t.popsection\n#NO_APP\n\tret\n\t.size\tf, .-f\n");
    CHECK_EQ(stats.spawning, 1);
    CHECK_EQ(occurrences(out, "\t.byte\t1,1,0,0\n"), 1);
    CHECK_EQ(occurrences(out, "\t.byte\t2,0,0,0\n"), 1);
    free(out);
}

#define SLED(label, nop, kind)                                                                     \
    "#APP\n# 19 \"f.c\" 1\n\t" label ": " nop                                                      \
    "\n\t.pushsection __spanwise_sleds,\"ao\",@progbits," label "\n\t.balign 4\n\t.long " label    \
    "-.\n\t.long 0\n\t.long 0\n\t.byte " kind ",0,0,0\n\t.popsection\n# 0 \"\" 2\n\t.loc 1 19 2\n" \
    "#NO_APP\n"
#define SPAWN_ARM SLED(".Lspanwise7", "nop", "4")
#define END_ARM   SLED(".Lspanwise9", "nop", "5")
#define SPAWN_X86 SLED(".Lspanwise7", ".byte 0x0f,0x1f,0x44,0,0", "4")
#define END_X86   SLED(".Lspanwise9", ".byte 0x0f,0x1f,0x44,0,0", "5")

/* The call between a SPAWN and its SPAWN_END: where it returns to, and both sleds. */
static void calls_of_spawns(void)
{
    char *out =
        filtered("\t.type\tf, @function\nf:\n.LFB0:\n\tmovl\t%edi, %eax\n" SPAWN_X86
                 "\tleal\t1(%rbx), %edi\n.LVL2:\n\tcall\tg@PLT\n\tmovl\t%eax, %ebx\n" END_X86
                 "\tret\n\t.size\tf, .-f\n");
    CHECK(strstr(out, "\tcall\tg@PLT\n.Lspanwise_1:\n\tmovl\t%eax, %ebx\n"));
    CHECK(strstr(out, "\t.long\t.Lspanwise_1-.\n\t.long\t.Lspanwise7-.\n"
                      "\t.long\t.Lspanwise9-.Lspanwise7\n\t.byte\t10,0,0,0\n"));
    CHECK_EQ(stats.sleds, 3);
    free(out);
    CHECK_EQ(arm(SPAWN_ARM "\tmov\tw0, 1\n\tbl\tg\n" END_ARM "\tret\n", SW_SLED_CALL), 1);
    CHECK_EQ(arm(SPAWN_ARM "\tbl\tg\n" END_ARM SPAWN_ARM "\tbl\tg\n" END_ARM, SW_SLED_CALL), 2);
    CHECK_EQ(arm(SPAWN_ARM "\t.cfi_remember_state\n.LBB4:\n\tbl\tg\n" END_ARM, SW_SLED_CALL), 1);
    CHECK_EQ(arm(SPAWN_ARM "\tbl\tg\n" END_ARM "#APP\n\tnop\n#NO_APP\n", SW_SLED_CALL), 1);
    CHECK_EQ(x86(SPAWN_X86 "\trep movsq\n\tcall\tg\n" END_X86 "\tret\n", SW_SLED_CALL), 1);
}

/* Tables of body sleds are linked as the function's own, to a label in the same section. */
static void links_of_body_sleds(void)
{
    static const char function[] = "\t.type\tf, @function\nf:\n.LFB0:\n\tcall\tg\n";
    static const char end[] = "\tret\n\t.size\tf, .-f\n";
    char text[4096];
    snprintf(text, sizeof text, "%s%s%s%s%s%s", function, SPAWN_X86 END_X86, end, function,
             SPAWN_X86 "\t.section .text.unlikely\n" END_X86 "\t.text\n" END_X86, end);
    char *out = filtered(text);
    CHECK_EQ(occurrences(out, "__spanwise_sleds,\"ao\",@progbits,.Lspanwise_f0\n"), 4);
    CHECK_EQ(occurrences(out, "__spanwise_sleds,\"ao\",@progbits,.Lspanwise9\n"), 1);
    CHECK_EQ(occurrences(out, "\t.long .Lspanwise7-.\n"), 2);
    CHECK_EQ(occurrences(out, "\t.long .Lspanwise9-.\n"), 3);
    free(out);
    snprintf(text, sizeof text, "\t.section\t.text.f,\"axG\",@progbits,f,comdat\n%s%s%s", function,
             SPAWN_X86, end);
    out = filtered(text);
    CHECK_EQ(occurrences(out, "__spanwise_sleds,\"ao\",@progbits,.Lspanwise7\n"), 1);
    free(out);
}

/* Not one direct call, or not straight code. */
static void no_calls_of_spawns(void)
{
    static const char *const arms[] = {
        "\tmov\tw0, 1\n",
        "\tbl\tg\n\tbl\th\n",
        "\tblr\tx1\n",
        "\tblr\tx1\n\tbl\tg\n",
        "\tcbz\tx0, .L3\n\tbl\tg\n",
        "\tbl\tg\n\tb\t.L3\n",
        "\tbl\tg\n\tret\n",
        "\tbl\tg\n.L3:\n",
        ".L3:\n\tbl\tg\n",
        "\tbl\tg\n\t.text\n",
        "\tbl\tg\n#APP\n\tb\tg\n#NO_APP\n",
        "\tbl\tg\n#APP\nhere:\n#NO_APP\n",
        "\tbl\tg\n#APP\n\t.word 0\n#NO_APP\n",
        "\tbl\tg\n" SLED(".Lspanwise8", "nop", "6"),
        "\tbr\tx9\n\tbl\tg\n",
    };
    char body[2048];
    for (size_t i = 0; i < sizeof arms / sizeof *arms; i++) {
        snprintf(body, sizeof body, SPAWN_ARM "%s" END_ARM "\tret\n", arms[i]);
        CHECK_EQ(arm(body, SW_SLED_CALL), 0);
    }
    CHECK_EQ(arm("\tbl\tg\n" END_ARM "\tret\n", SW_SLED_CALL), 0);
    CHECK_EQ(arm(SPAWN_ARM "\tbl\tg\n\tret\n", SW_SLED_CALL), 0);
    CHECK_EQ(x86(SPAWN_X86 "\tcall\t*%rax\n" END_X86 "\tret\n", SW_SLED_CALL), 0);
    CHECK_EQ(x86(SPAWN_X86 "\tcall\t*g@GOTPCREL(%rip)\n" END_X86 "\tret\n", SW_SLED_CALL), 0);
    CHECK_EQ(x86(SPAWN_X86 "\tcall\t__tls_get_addr@PLT\n" END_X86 "\tret\n", SW_SLED_CALL), 0);
    CHECK_EQ(x86(SPAWN_X86 "\tjne\t.L3\n\tcall\tg\n" END_X86 "\tret\n", SW_SLED_CALL), 0);
    CHECK_EQ(
        kinds_in("\t.intel_syntax noprefix\n", SPAWN_X86 "\tcall\tg\n" END_X86, "", SW_SLED_CALL),
        0);
}

#define SYNC_ARM      SLED(".Lspanwise7", "nop", "6")
#define SYNC_X86      SLED(".Lspanwise7", ".byte 0x0f,0x1f,0x44,0,0", "6")
#define TIMES_8(text) text text text text text text text text

/* `cilk_sync; return x + y;`: the entry has both sleds, and how many instructions lie between. */
static void last_syncs(void)
{
    char *out =
        filtered("\t.arch armv8-a\n\t.type\tf, %function\nf:\n.LFB0:\n\tcmp\tw0, 1\n\tble\t.L1\n"
                 "\tbl\tg\n" SYNC_ARM "\tadd\tw0, w20, w0\n.L1:\n\tldp\tx19, x20, [sp, 16]\n"
                 "\tldp\tx29, x30, [sp], 32\n\t.cfi_restore 30\n\tret\n\t.size\tf, .-f\n");
    CHECK(strstr(out, "\t.cfi_restore 30\n.Lspanwise_1:\n\tnop\n\tret\n"));
    CHECK(strstr(out, "\t.long\t.Lspanwise7-.\n\t.long\t.Lspanwise_1-.\n\t.long\t3\n"
                      "\t.byte\t11,0,0,0\n" TABLE_END));
    CHECK_EQ(stats.sleds, 3);
    free(out);
    out = filtered("\t.type\tf, @function\nf:\n.LFB0:\n\tcall\tg\n" SYNC_X86
                   "\tleal\t(%r12,%rax), %ebx\n\t.p2align 4,,10\n.L1:\n\tmovl\t%ebx, %eax\n"
                   "\tpopq\t%rbx\n\tleave\n\tret\n\tjmp\t.L1\n\t.size\tf, .-f\n");
    CHECK(strstr(out, "\t.long\t.Lspanwise7-.\n\t.long\t.Lspanwise_1-.\n\t.long\t4\n"
                      "\t.byte\t11,0,0,0\n"));
    free(out);
    CHECK_EQ(arm(SYNC_ARM "\tret\n\tret\n", SW_SLED_LAST_SYNC), 1);
    CHECK_EQ(arm(SYNC_ARM SYNC_ARM "\tret\n", SW_SLED_LAST_SYNC), 1);
    CHECK_EQ(arm(SYNC_ARM "\tmov\tx16, x1\n\tret\n" SYNC_ARM "\tretaa\n", SW_SLED_LAST_SYNC), 2);
    CHECK_EQ(x86(SYNC_X86 "\t#APP\n\t#NO_APP\n\tretq\n", SW_SLED_LAST_SYNC), 1);
    CHECK_EQ(kinds_in("\t.intel_syntax noprefix\n", SYNC_X86 "\tadd\teax, ebx\n\tret\n", "",
                      SW_SLED_LAST_SYNC),
             1);
}

/* At most 16 instructions. */
static void lengths_after_syncs(void)
{
    CHECK_EQ(arm(SYNC_ARM TIMES_8("\tnop\n\tnop\n") "\tret\n", SW_SLED_LAST_SYNC), 1);
    CHECK_EQ(arm(SYNC_ARM TIMES_8("\tnop\n\tnop\n") "\tnop\n\tret\n", SW_SLED_LAST_SYNC), 0);
    CHECK_EQ(x86(SYNC_X86 TIMES_8("\tpopq\t%rbx\n\t.loc 1 2\n") "\tret\n", SW_SLED_LAST_SYNC), 1);
    CHECK_EQ(x86(SYNC_X86 TIMES_8("\tpopq\t%rbx\n\tnop\n") "\tleave\n\tret\n", SW_SLED_LAST_SYNC),
             0);
}

/* Each has its own EXIT; the entry takes a number, but there is no such label. */
static void numbers_of_last_syncs(void)
{
    char *out =
        filtered("\t.arch armv8-a\n\t.type\tf, %function\nf:\n.LFB0:\n\tmov\tw0, 1\n" SYNC_ARM
                 "\tret\n" SLED(".Lspanwise8", "nop", "6") "\tret\n\t.size\tf, .-f\n");
    CHECK(strstr(out, "\t.long\t.Lspanwise7-.\n\t.long\t.Lspanwise_1-.\n\t.long\t0\n"));
    CHECK(strstr(out, "\t.long\t.Lspanwise8-.\n\t.long\t.Lspanwise_3-.\n\t.long\t0\n"));
    CHECK_EQ(occurrences(out, "\n.Lspanwise_2:\n"), 0);
    free(out);
}

#define CHECKED_SYNC                                                                            \
    "#APP\n# 19 \"f.c\" 1\n\t.Lspanwise7: nop\n\tcmpq $-1, -136(%rbp)\n\tjne .L3\n"             \
    "\t.pushsection __spanwise_sleds,\"ao\",@progbits,.Lspanwise7\n\t.balign 4\n"               \
    "\t.long .Lspanwise7-.\n\t.long 0\n\t.long 0\n\t.byte 6,0,0,0\n\t.popsection\n# 0 \"\" 2\n" \
    "#NO_APP\n"
#define CHECK_OF_END                                                                           \
    "#APP\n# 43 \"<spanwise>\" 1\n\t.Lspanwise_check33: cmpq $-1, -136(%rbp)\n\tjne .L5\n# 0 " \
    "\"\" 2\n#NO_APP\n"
#define CODE(from, size, flags) \
    "\t.long\t" from "-.\n\t.long\t0\n\t.long\t" size "-" from "\n\t.byte\t12," flags ",0,0\n"

/* Lines that begin as instructions do, and inline assembly's behind a label. */
static unsigned instructions(const char *text)
{
    unsigned n = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        n += at[1] == '\t' && at[2] >= 'a' && at[2] <= 'z';
    return n;
}

/* Code for the sake of parallelism: labels around it, and entries. */
static void code_of_spawns(void)
{
    static const char text[] = "\t.type\tf, @function\nf:\n.LFB0:\n\tmovl\t%edi, %eax\n"
                               "\tcall\t__spanwise_task0_f.0\n\tcall\tg\n" CHECKED_SYNC
                               "\taddl\t%ebx, %eax\n" CHECK_OF_END "\tret\n\t.size\tf, .-f\n";
    char *out = filtered(text);
    CHECK_EQ(instructions(out), instructions(text) + 9); /* saving: sleds are bytes */
    CHECK(strstr(out, "\n.Lspanwise_1:\n\tleaq\t.Lspanwise_2(%rip), %r11\n"));
    CHECK(strstr(out, "\tjne\t__spanwise_lost@PLT\n.Lspanwise_2:\n.Lspanwise_3:\n\tcall\tg\n"));
    CHECK(strstr(out, CODE(".Lspanwise_1", ".Lspanwise_3", "1")));
    CHECK(strstr(out, "#NO_APP\n.Lspanwise_4:\n\taddl\t%ebx, %eax\n"));
    CHECK(strstr(out, CODE(".Lspanwise7", ".Lspanwise_4", "2")));
    CHECK(strstr(out, CODE(".Lspanwise_check33", ".Lspanwise_5", "2")));
    free(out);
    CHECK_EQ(x86(SYNC_X86 "\tret\n", SW_SLED_CODE), 0);
}

/* A function's code with a spawn: what is pushed for it, and the bits that say so. */
static void check_used(const char *code, const char *task, const char *pushed, const char *bits)
{
    char text[4096];
    snprintf(text, sizeof text,
             "\t.type\tf, %%function\nf:\n.LFB0:\n%s%s\tadrp\tx0, g\n\tret\n\t.size\tf, .-f\n",
             code, task);
    char *out = filtered(text);
    CHECK(strstr(out, pushed));
    CHECK(strstr(out, bits));
    free(out);
}

/* Of the registers that calls preserve, those that a function names in any way are saved, no others. */
static void registers_of_spawns(void)
{
    static const char call[] = "\tcall\t__spanwise_task0_f.0\n";
    static const char bl[] = "\tbl\t__spanwise_task0_f.0\n";
    static const char *const names[][2] = {
        {"rbx", "1"},  {"ebx", "1"},  {"bx", "1"},   {"bl", "1"},   {"bh", "1"},   {"r12", "2"},
        {"r12d", "2"}, {"r12w", "2"}, {"r12b", "2"}, {"r13d", "4"}, {"r14b", "8"}, {"r15", "16"}};
    static const char *const arm[][2] = {{"x19", "1"},   {"w20", "1"},    {"x21", "2"},
                                         {"w24", "4"},   {"x26", "8"},    {"x28", "16"},
                                         {"d8", "32"},   {"v9.2d", "32"}, {"q10", "64"},
                                         {"s13", "128"}, {"h15", "256"},  {"z14.d", "256"}};
    char code[256], bits[256];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(code, sizeof code, "\tpush\t%%%s\n", names[i][0]);
        snprintf(bits, sizeof bits, "\tmovl\t$%s, %%esi\n\tjne\t__spanwise_lost", names[i][1]);
        check_used(code, call, "\tcall\t__spanwise_task0_f.0\n\taddq\t$16, %rsp\n", bits);
    }
    check_used("\tmovl\t%eax, %ecx\n", call, "\tmovq\t%rsp, 8(%rdi)\n\tcall", "$0, %esi\n");
    check_used("\tmovl\t%r15d, %ecx\n\tmov\t%rbx, %r14\n", call,
               "\tpushq\t%rbx\n\tpushq\t%r14\n\tpushq\t%r15\n\tpushq\t%r15\n\tcall",
               "\taddq\t$32, %rsp\n\ttestq\t%rax, %rax\n\tmovl\t$25, %esi\n");
    for (size_t i = 0; i < sizeof arm / sizeof *arm; i++) {
        snprintf(code, sizeof code, "\tstr\t%s, [sp, 16]\n", arm[i][0]);
        snprintf(bits, sizeof bits, "\tb\t__spanwise_lost\n\t.inst\t%s\n", arm[i][1]);
        check_used(code, bl, "[sp, #-16]!\n\tbl\t__spanwise_task0_f.0\n\tadd\tsp, sp, #16\n", bits);
    }
    check_used("\tmov\tx18, x29\n\tfmov\td16, d7\n", bl, "\tstp\tx16, x17, [x0]\n\tbl",
               ".inst\t0\n");
}

/* Where a function that spawns ends, its stack pointer is set only if it may be another one by then. */
static void ends_of_spawns(void)
{
    static const char anchor[] = "\tstp\tx29, x30, [sp, -80]!\n\tmov\tx29, sp\n";
    static const char reset[] = "\tmov\tsp, x29\n", none[] = "";
    static const struct {
        const char *code, *task, *left;
    } cases[] = {
        {"", "0_f.0", none},
        {"\tmov\tx0, sp\n\tadd\tx0, sp, 16\n\tstr\tx19, [sp, 16]\n", "0_f.0", none},
        {"\tsub\tsp, sp, x0\n", "0_f.0", reset},
        {"\tsub\tsp, sp, #16\n", "0_f.0", reset},
        {"\tstp\tx0, x1, [sp, #-16]!\n", "0_f.0", reset},
        {"\tmov\tsp, x19\n", "0_f.0", reset},
        {"\tbl\t_setjmp\n", "0_f.0", reset},
        {"", "_wholeIfEvT_", reset},
    };
    char code[1024], end[256], task[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(task, sizeof task, "\tbl\t__spanwise_task%s\n", cases[i].task);
        snprintf(code, sizeof code, "\tsub\tsp, sp, #32\n%s%s", anchor, cases[i].code);
        snprintf(end, sizeof end, "%s\tret\t\n%s\tldp\tx29, x30, [sp], 80\n", task, reset);
        snprintf(task, sizeof task, "\tret\t\n%s\tldp\tx29", cases[i].left);
        check_used(code, end, anchor, task);
    }
    /* without spawns it is the compiler's */
    check_used(anchor, reset, reset, "\tret");
}

static void code_of_tasks(void)
{
    static const char start[] = "\t.type\t__spanwise_task0_f.0, @function\n__spanwise_task0_f.0:\n"
                                ".LFB0:\n\tsubq\t$24, %rsp\n";
    static const char end[] = "\tjne\t.L4\n\taddq\t$24, %rsp\n\tret\n.L4:\n\tjmp\tx\n"
                              "\t.size\t__spanwise_task0_f.0, .-__spanwise_task0_f.0\n";
    static const char *const calls[] = {"\tcall\tg\n", "\tcall\t*%rax\n"};
    for (int i = 0; i < 2; i++) {
        char text[4096];
        snprintf(text, sizeof text, "%s%s%s%s%s", start, SPAWN_X86, calls[i], END_X86, end);
        char *out = filtered(text);
        CHECK_EQ(instructions(out), instructions(text));
        CHECK(strstr(out, CODE(".Lspanwise_f0", ".Lspanwise7", "5")));
        CHECK(strstr(out, i ? CODE(".Lspanwise7", ".Lspanwise_1", "4")
                            : CODE(".Lspanwise7", ".Lspanwise_2", "4")));
        CHECK(strstr(out, i ? "\tret\n.Lspanwise_2:\n.L4:\n" : "\tret\n.Lspanwise_3:\n.L4:\n"));
        CHECK(strstr(out, i ? CODE(".Lspanwise9", ".Lspanwise_2", "5")
                            : CODE(".Lspanwise9", ".Lspanwise_3", "5")));
        free(out);
    }
    /* Parts of it in another section are no part of a range. */
    char text[4096];
    snprintf(text, sizeof text, "%s\t.section .text.unlikely\n%s%s\t.text\n%s%s", start, SPAWN_X86,
             calls[0], END_X86, end);
    char *out = filtered(text);
    CHECK_EQ(occurrences(out, "\t.byte\t12,5,0,0\n"), 1);
    CHECK_EQ(occurrences(out, "\t.byte\t12,4,0,0\n"), 0);
    free(out);
}

static void code_of_loops(void)
{
    char *out =
        filtered("\t.type\t__spanwise_range1_f.0, @function\n__spanwise_range1_f.0:\n.LFB0:\n"
                 "\tmovl\t%edi, %eax\n" CHECKED_SYNC
                 "\tret\n\t.size\t__spanwise_range1_f.0, .-__spanwise_range1_f.0\n");
    CHECK_EQ(stats.sleds, 1);
    CHECK(strstr(out, CODE(".Lspanwise_f0", ".Lspanwise_e0", "5")));
    free(out);
}

/* Not straight code to a return. */
static void no_last_syncs(void)
{
    static const char *const arms[] = {
        ".L3:\n\tsubs\tw1, w1, 1\n\tbne\t.L3\n",
        "\tcbz\tw0, .L3\n\tmov\tw0, 1\n.L3:\n",
        "\tb\t.L3\n.L3:\n",
        "\tbl\tg\n",
        "\tblr\tx1\n",
        "\tb\tg\n",
        "\tbr\tx1\n.L3:\n",
        "\tbr\tx9\n.L3:\n",
        "\tbrk\t1000\n",
        "\tcpyfp\t[x0]!, [x1]!, x2!\n",
        "\tsetp\t[x0]!, x1!, x2\n",
        "\t.section\t.text.unlikely\n",
        "\t.word\t0\n",
        "#APP\n\tb\tg\n#NO_APP\n",
        "#APP\nhere:\n#NO_APP\n",
        SLED(".Lspanwise8", "nop", "4"),
        SLED(".Lspanwise8", "nop", "5"),
        SLED(".Lspanwise8", "nop", "7"),
        SLED(".Lspanwise8", "nop", "8"),
    };
    static const char *const x86s[] = {
        ".L3:\n\tsubl\t$1, %ecx\n\tjne\t.L3\n",
        "\ttestl\t%eax, %eax\n\tje\t.L3\n.L3:\n",
        "\tjmp\t.L3\n.L3:\n",
        "\tcall\tg@PLT\n",
        "\tcall\t*%rax\n",
        "\tjmp\t*%rax\n.L3:\n",
        "\tjmp\t*%r11\n.L3:\n",
        "\tnotrack jmp\t*%rax\n.L3:\n",
        "\trep stosq\n",
        "\trep;movsq (%rsi), %es:(%rdi)\n",
        "\tud2\n",
        "#APP\n\tcpuid\n#NO_APP\n",
        SLED(".Lspanwise8", ".byte 0x0f,0x1f,0x44,0,0", "8"),
    };
    char body[2048];
    for (size_t i = 0; i < sizeof arms / sizeof *arms; i++) {
        snprintf(body, sizeof body, SYNC_ARM "%s\tret\n", arms[i]);
        CHECK_EQ(arm(body, SW_SLED_LAST_SYNC), 0);
    }
    for (size_t i = 0; i < sizeof x86s / sizeof *x86s; i++) {
        snprintf(body, sizeof body, SYNC_X86 "%s\tret\n", x86s[i]);
        CHECK_EQ(x86(body, SW_SLED_LAST_SYNC), 0);
    }
    CHECK_EQ(arm(SYNC_ARM "\tmov\tw0, 1\n\tb\tg\n", SW_SLED_LAST_SYNC), 0);
    CHECK_EQ(arm(SYNC_ARM "\t.size\tf, .-f\n\t.type\tg, %function\ng:\n\tret\n\t.size\tg, .-g\n",
                 SW_SLED_LAST_SYNC),
             0);
}

/* One table for the functions of a section, another for each section and each group. */
static void linked_sections(void)
{
    char *out = filtered("\t.arch armv8-a\n\t.text\n"
                         "\t.type\ta, %function\na:\n\tret\n\t.size\ta, .-a\n"
                         "\t.section\t.text.startup,\"ax\",@progbits\n"
                         "\t.type\tmain, %function\nmain:\n\tret\n\t.size\tmain, .-main\n"
                         "\t.text\n\t.type\tb, %function\nb:\n\tret\n\t.size\tb, .-b\n"
                         "\t.section\t.text,\"axG\",@progbits,c,comdat\n"
                         "\t.type\tc, %function\nc:\n\tret\n\t.size\tc, .-c\n" IDENT);
    CHECK_EQ(occurrences(out, "@progbits,.Lspanwise_f0\n"), 2);
    CHECK_EQ(occurrences(out, "@progbits,.Lspanwise_f1\n"), 1);
    CHECK_EQ(occurrences(out, "@progbits,.Lspanwise_f2\n"), 0);
    CHECK_EQ(occurrences(out, "@progbits,.Lspanwise_f3\n"), 1);
    free(out);
}

static void left_alone(void)
{
    /* not of a compiler, not of these machines */
    check_same("\t.type\tf, %function\nf:\n\tmov\tx0, 1\n\tret\n\t.size\tf, .-f\n");
    check_same("\t.file\t\"f.s\"\n\t.type\tf, @function\nf:\n\tmovl\t$1, %eax\n\tret\n"
               "\t.size\tf, .-f\n");
    check_same("\t.option nopic\n\t.type\tf, @function\nf:\n.LFB0:\n\tret\n\t.size\tf, .-f\n");
    check_same("\t.arch armv8-a\n\t.eabi_attribute 28, 1\n\t.type\tf, %function\nf:\n.LFB0:\n"
               "\tmov\tr0, r1\n\tret\n\t.size\tf, .-f\n");
    /* not code, not ours to touch, not complete */
    check_same("\t.arch armv8-a\n\t.section\t.data.f,\"aw\"\n\t.type\tf, %function\nf:\n.LFB0:\n"
               "\tmov\tx0, x1\n\tret\n\t.size\tf, .-f\n");
    check_same("\t.arch armv8-a\n\t.section\t.init,\"ax\"\n\t.type\tf, %function\nf:\n.LFB0:\n"
               "\tmov\tx0, x1\n\tret\n\t.size\tf, .-f\n");
    check_same("\t.arch armv8-a\n\t.type\t__spanwise_f, %function\n__spanwise_f:\n.LFB0:\n"
               "\tret\n\t.size\t__spanwise_f, .-__spanwise_f\n");
    check_same("\t.arch armv8-a\n\t.type\tr, %function\nr:\n.LFB0:\n\tret\n\t.size\tr, .-r\n"
               "\t.type\tf, %gnu_indirect_function\n.set f,r\n");
    check_same("\t.arch armv8-a\n\t.type\tf, %function\nf:\n.LFB0:\n\tret\n");
    check_same("\t.arch armv8-a\n\t.type\tt, %object\nt:\n.LFB0:\n\tret\n\t.size\tt, 4\n");
    /* clang's outlined code, which is called with values in registers that a stub destroys */
    check_same(
        "\t.type\tOUTLINED_FUNCTION_0,@function\nOUTLINED_FUNCTION_0: // @OUT\n\tmov\tx0, x1\n"
        "\tret\n.Lfunc_end0:\n\t.size\tOUTLINED_FUNCTION_0, .Lfunc_end0-OUTLINED_FUNCTION_0\n");
    /* strange texts */
    check_same("");
    check_same("\n");
    check_same("\t.arch armv8-a\n\t.type\tf, %function\nf:\n.LFB0:");
    check_same(
        "\"\n:\n\t.type\n\t.size\n.section\n.LFB0:\n.popsection\n.previous\n\t.type\tf,@function");
}

/* In Intel's syntax a register looks like a symbol. */
static void intel_syntax(void)
{
    CHECK_EQ(kinds_in("\t.intel_syntax noprefix\n", "\tmov\teax, edi\n\tjmp\trax\n\tret\n", "",
                      SW_SLED_TAIL),
             0);
    CHECK_EQ(kinds_in("\t.intel_syntax noprefix\n", "\tmov\teax, edi\n\tjmp\trax\n\tret\n", "",
                      SW_SLED_EXIT),
             1);
}

static void machines(void)
{
    static const char *const texts[][2] = {
        {"f:\n\tmovl\t%edi, %eax\n", "x86_64"},
        {"f:\n\tstp\tx29, x30, [sp, -16]!\n", "aarch64"},
        {"\t.arch armv8-a\n\t.type\tf, %function\nf:\n\tret\n", "aarch64"},
        {"\t.type\tf, @function\nf:\n\tret\n", "x86_64"},
        {"\t.type\tf,@function\nf:      // @f\n\tret\n", "aarch64"},
        {"#APP\n\tmovl %edi, %eax\n#NO_APP\n\tmov\tx0, x1\n", "aarch64"},
        {"\t.option nopic\n\tlui\ta5,%hi(x)\n", ""},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *machine = sw_sleds_arch(texts[i][0], strlen(texts[i][0]));
        CHECK_STR(machine ? machine : "", texts[i][1]);
    }
}

/* Cut anywhere, a text gives no crash, and what was complete before the cut has its sleds. */
static void cut_texts(void)
{
    static const char text[] =
        "\t.arch armv8-a\n\t.text\n\t.type\tf, %function\nf:\n.LFB0:\n\tcbz\tx0, .L2\n#APP\n\tnop\n"
        "#NO_APP\n\tbr\tx1\n.L2:\n\tret\n\t.size\tf, .-f\n\t.type\t\"g h\", %function\n\"g h\":\n"
        "\tmov\tx16, x1\n\tbr\tx16\n\t.size\t\"g h\", .-\"g h\"\n";
    for (size_t n = 0; n < sizeof text; n++) {
        char *copy = malloc(n + 1), *out = NULL;
        size_t size = 0;
        memcpy(copy, text, n);
        FILE *file = open_memstream(&out, &size);
        CHECK_EQ(sw_sleds_filter(copy, n, file, &stats), 0);
        fclose(file);
        CHECK(size >= n);
        CHECK(n < sizeof text - 1 || (stats.functions == 2 && stats.sleds == 5));
        free(copy);
        free(out);
    }
}

static void full_disk(void)
{
    FILE *full = fopen("/dev/full", "w");
    const char text[] =
        "\t.arch armv8-a\n\t.type\tf, %function\nf:\n\tret\n\t.size\tf, .-f\n" IDENT;
    CHECK_EQ(sw_sleds_filter(text, sizeof text - 1, full, &stats), -EIO);
    fclose(full);
}

int main(void)
{
    whole_functions_aarch64();
    whole_functions_x86();
    whole_function_clang();
    entry_before_a_loop();
    landing_pads();
    returns();
    direct_tails();
    indirect_tails();
    tables_are_no_tails();
    cold_parts();
    inline_assembly();
    body_sleds();
    code_of_spawns();
    registers_of_spawns();
    ends_of_spawns();
    code_of_tasks();
    code_of_loops();
    calls_of_spawns();
    links_of_body_sleds();
    no_calls_of_spawns();
    last_syncs();
    lengths_after_syncs();
    numbers_of_last_syncs();
    no_last_syncs();
    linked_sections();
    left_alone();
    intel_syntax();
    machines();
    cut_texts();
    full_disk();
    return check_done();
}
