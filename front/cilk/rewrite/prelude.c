/*
 * Sleds are written in line, not as functions of the prelude, so that their addresses have the
 * user's lines in the debug information. The section's flag `o` ties an entry to the section of its
 * sled: the linker drops both or none (--gc-sections, COMDAT).
 */
#include "front/cilk/rewrite/prelude.h"

#define LABEL        ".Lspanwise%="
#define FORMAT_LABEL ".Lspanwise%%="

/* struct sw_cilk_loop and the first members of struct sw_cilk_hooks; see front/cilk/abi.h. */
static const char declarations[] =
    "struct __spanwise_loop { unsigned long at, grain; unsigned depth, low, high, reserved;"
    " unsigned long end[64]; };\n"
    "struct __spanwise_hooks {"
    " unsigned long (*loop_begin)(struct __spanwise_loop *, unsigned long, unsigned long,"
    " const void *);"
    " unsigned long (*loop_next)(struct __spanwise_loop *, const void *); };\n"
    "extern const struct __spanwise_hooks *__spanwise_hooks"
    " __attribute__((__visibility__(\"hidden\")));\n";

/*
 * How often a cilk_for runs. `from` and `to` are start and limit as addresses or numbers, both in
 * the type that they are compared in; `unit` is the size of what a pointer points to. A loop that
 * steps away from its limit runs for ever, as the serial one would.
 */
static const char trips[] =
    "static __inline__ __attribute__((__always_inline__, __artificial__, __unused__))"
    " unsigned long __spanwise_trips(int holds, unsigned long from, unsigned long to,"
    " unsigned long unit, long delta, int test, unsigned long mask) {\n"
    " unsigned long size = (delta > 0 ? (unsigned long)delta : -(unsigned long)delta) * unit;\n"
    " unsigned long distance = delta > 0 ? to - from : from - to;\n"
    " if (!holds) return 0;\n"
    " if (size == 0 || (test < 2 && delta < 0) || ((test == 2 || test == 3) && delta > 0))"
    " return ~0UL;\n"
    " if (test == 4) return (distance & mask) / size;\n"
    " if (test == 0 || test == 2) return (distance - 1) / size + 1;\n"
    " return distance / size + 1;\n"
    "}\n";

static void add_scope_end(struct sw_buffer *out, enum sw_rewrite_target target)
{
    sw_buffer_print(out, "static __inline__ __attribute__((__always_inline__, __artificial__,"
                         " __unused__)) void __spanwise_scope_end(const char *scope) {"
                         " (void)scope; ");
    sw_prelude_add_sled(out, target, SW_SLED_SCOPE_END, NULL);
    sw_buffer_print(out, "; }\n");
}

void sw_prelude_add(struct sw_buffer *out, enum sw_rewrite_target target)
{
    sw_buffer_print(out, "\n# 1 \"<spanwise>\" 3\n%s%s", declarations, trips);
    add_scope_end(out, target);
}

/* An instruction, not bytes: an assembler gives no line to data. The 8 makes it 5 bytes long. */
static const char *nop(enum sw_rewrite_target target)
{
    return target == SW_TARGET_AARCH64 ? "nop"
                                       : "{nopl 8(%%rax,%%rax,1)|nop DWORD PTR [rax+rax*1+8]}";
}

static const char *address(enum sw_rewrite_target target)
{
    return target == SW_TARGET_AARCH64 ? "\\n\\tadr %0, " LABEL
                                       : "\\n\\t{leaq " LABEL "(%%rip), %0|lea %0, " LABEL "[rip]}";
}

static const char *clobbers(enum sw_rewrite_target target)
{
    return target == SW_TARGET_AARCH64 ? "\"x16\", \"x17\", " : "";
}

void sw_prelude_add_sled(struct sw_buffer *out, enum sw_rewrite_target target,
                         enum sw_sled_kind kind, const char *site)
{
    sw_buffer_print(out,
                    "__asm__ __volatile__ __inline__(\"" FORMAT_LABEL ": %s"
                    "\\n\\t.pushsection " SW_SLEDS ",\\\"ao\\\",@progbits," FORMAT_LABEL
                    "\\n\\t.balign 4\\n\\t.long " FORMAT_LABEL "-.\\n\\t.long 0\\n\\t.long 0"
                    "\\n\\t.byte %d,0,0,0\\n\\t.popsection%s\" : ",
                    nop(target), (int)kind, site ? address(target) : "");
    if (site)
        sw_buffer_print(out, "\"=r\"(%s) ", site);
    sw_buffer_print(out, ": : %s\"cc\", \"memory\")", clobbers(target));
}
