/*
 * Which architecture a text is for. Compilers do not say so in a line of its own, so the first operand
 * that only one architecture has decides: a register. Text without any (functions that only return) is
 * told apart by the compilers' other habits.
 */
#include "compile/sleds/arch.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* %rax, %edi, %xmm0; and no %hi(x), %lo(x), %pcrel_hi(x) of other architectures. */
static bool has_x86_register(struct sw_text operands)
{
    const char *end = operands.at + operands.size, *at = operands.at;
    while ((at = memchr(at, '%', (size_t)(end - at)))) {
        const char *word = ++at;
        while (at < end && ((*at >= 'a' && *at <= 'z') || is_digit(*at) || *at == '_'))
            at++;
        if (at - word >= 2 && strchr("abcdersxyz", *word) && !(at < end && *at == '('))
            return true;
    }
    return false;
}

/* x0, w29, sp: first thing in the operands. */
static bool has_aarch64_register(struct sw_text operands)
{
    struct sw_text reg = sw_text_operand(&operands);
    if (sw_text_is(reg, "sp"))
        return true;
    return reg.size >= 2 && reg.size <= 3 && (*reg.at == 'x' || *reg.at == 'w') &&
           is_digit(reg.at[1]) && (reg.size == 2 || is_digit(reg.at[2]));
}

static bool is_foreign(const struct sw_line *line)
{
    static const char *const directives[] = {".eabi_attribute", ".syntax",     ".option",
                                             ".attribute",      ".abiversion", ".machine",
                                             ".code16gcc",      ".set"};
    for (size_t i = 0; i < sizeof directives / sizeof *directives - 1; i++)
        if (sw_text_is(line->name, directives[i]))
            return true;
    /* MIPS: `.set nomips16`; elsewhere .set has two operands. */
    return sw_text_is(line->name, ".set") && !sw_text_contains(line->operands, ",");
}

enum sign { SIGN_NONE, SIGN_FOREIGN, SIGN_AARCH64, SIGN_X86, SIGN_LIKE_AARCH64, SIGN_LIKE_X86 };

static enum sign directive_sign(const struct sw_line *line)
{
    if (is_foreign(line))
        return SIGN_FOREIGN;
    if (sw_text_is(line->name, ".arch") && sw_text_begins(line->operands, "armv"))
        return SIGN_LIKE_AARCH64;
    if (!sw_text_is(line->name, ".type"))
        return SIGN_NONE;
    if (sw_text_contains(line->operands, "%function"))
        return SIGN_LIKE_AARCH64;
    return sw_text_contains(line->operands, "@function") ? SIGN_LIKE_X86 : SIGN_NONE;
}

static enum sign line_sign(const struct sw_line *line)
{
    if (line->kind == SW_LINE_DIRECTIVE)
        return directive_sign(line);
    if (line->kind == SW_LINE_LABEL && sw_text_begins(line->operands, "//"))
        return SIGN_AARCH64;
    if (line->kind != SW_LINE_INSTRUCTION)
        return SIGN_NONE;
    if (has_x86_register(line->operands))
        return SIGN_X86;
    return has_aarch64_register(line->operands) ? SIGN_AARCH64 : SIGN_NONE;
}

static const struct sw_arch *arch_of(enum sign sign)
{
    switch (sign) {
    case SIGN_AARCH64:
    case SIGN_LIKE_AARCH64:
        return &sw_arch_aarch64;
    case SIGN_X86:
    case SIGN_LIKE_X86:
        return &sw_arch_x86_64;
    default:
        return NULL;
    }
}

const struct sw_arch *sw_arch_detect(const char *text, size_t size)
{
    const char *at = text, *end = text + size;
    enum sign likely = SIGN_NONE;
    bool app = false;
    struct sw_line line;
    for (; at < end; at = line.end) {
        sw_line_scan(&line, at, end);
        if (line.kind == SW_LINE_APP || line.kind == SW_LINE_NO_APP)
            app = line.kind == SW_LINE_APP;
        if (app)
            continue;
        enum sign sign = line_sign(&line);
        if (sign >= SIGN_LIKE_AARCH64)
            likely = likely ? likely : sign;
        else if (sign != SIGN_NONE)
            return arch_of(sign);
    }
    return arch_of(likely);
}
