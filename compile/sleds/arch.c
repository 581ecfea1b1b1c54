/* What the filter knows of the two architectures, and which one a text is for. */
#include "compile/sleds/line.h"

/* --- aarch64 --- */

enum { NO_NUMBER = 1000 };

/* Of a register, behind its letter. */
static unsigned number_of(struct sw_text reg)
{
    unsigned number = 0;
    for (size_t i = 1; i < reg.size; i++) {
        if (reg.at[i] < '0' || reg.at[i] > '9')
            return NO_NUMBER;
        number = number * 10 + (unsigned)(reg.at[i] - '0');
    }
    return reg.size > 1 ? number : NO_NUMBER;
}

/* A register that a stub keeps: it destroys x9 to x17. */
static bool survives(struct sw_text reg)
{
    unsigned number = number_of(reg);
    return reg.size && *reg.at == 'x' && number != NO_NUMBER && (number < 9 || number > 17);
}

static bool is_tail_register(struct sw_text reg)
{
    return sw_text_among(reg, "x16 x17");
}

/* Without a trailing comment. */
static struct sw_text word(struct sw_text text)
{
    size_t size = 0;
    while (size < text.size && text.at[size] != ' ' && text.at[size] != '\t' &&
           text.at[size] != '/')
        size++;
    return (struct sw_text){text.at, size};
}

static enum sw_insn classify_hint(struct sw_text operands)
{
    struct sw_text number = word(operands);
    if (number.size && *number.at == '#')
        number = (struct sw_text){number.at + 1, number.size - 1};
    if (sw_text_among(number, "34 38"))
        return SW_INSN_PAD;
    if (sw_text_among(number, "25 27"))
        return SW_INSN_SIGN;
    return SW_INSN_OTHER;
}

/* gcc moves the target of every indirect tail call to x16 or x17; clang jumps to where it is. */
static enum sw_insn classify_move(struct sw_text operands)
{
    struct sw_text to = sw_text_operand(&operands);
    struct sw_text from = sw_text_operand(&operands);
    return is_tail_register(to) && survives(word(from)) ? SW_INSN_LOAD : SW_INSN_OTHER;
}

static enum sw_insn classify_a64_indirect(struct sw_text operands)
{
    struct sw_text reg = word(operands);
    if (is_tail_register(reg))
        return SW_INSN_LOADED;
    return survives(reg) ? SW_INSN_INDIRECT : SW_INSN_LOST;
}

static bool is_conditional(struct sw_text name)
{
    return sw_text_begins_among(name, "b. bc.") ||
           sw_text_among(name, "cbz cbnz tbz tbnz beq bne bcs bhs bcc blo bmi bpl bvs bvc bhi bls "
                               "bge blt bgt ble");
}

/* cpyfp, cpyfm, cpyfe, setp and the like: FEAT_MOPS. */
static bool is_repeat(struct sw_text name)
{
    return sw_text_begins_among(name, "cpyf cpyp cpym cpye setp setm sete setg");
}

static enum sw_insn classify_b(const struct sw_line *line, struct sw_text *target)
{
    struct sw_text name = line->name;
    if (sw_text_is(name, "b")) {
        *target = word(line->operands);
        return SW_INSN_JUMP;
    }
    if (sw_text_is(name, "br"))
        return classify_a64_indirect(line->operands);
    if (sw_text_is(name, "bl")) {
        *target = word(line->operands);
        return SW_INSN_CALL;
    }
    if (sw_text_begins(name, "blr"))
        return SW_INSN_INDIRECT_CALL;
    if (sw_text_is(name, "brk"))
        return SW_INSN_TRAP;
    if (sw_text_is(name, "bti"))
        return SW_INSN_PAD;
    if (!is_conditional(name))
        return is_repeat(name) ? SW_INSN_REPEAT : SW_INSN_OTHER;
    *target = word(sw_text_last_operand(line->operands));
    return SW_INSN_BRANCH;
}

static enum sw_insn classify_a64(const struct sw_line *line, struct sw_text *target)
{
    struct sw_text name = line->name;
    switch (*name.at) {
    case 'b':
    case 'c':
    case 't':
        return classify_b(line, target);
    case 'h':
        return sw_text_is(name, "hint") ? classify_hint(line->operands) : SW_INSN_OTHER;
    case 'm':
        return sw_text_is(name, "mov") ? classify_move(line->operands) : SW_INSN_OTHER;
    case 'p':
        return sw_text_among(name, "paciasp pacibsp") ? SW_INSN_SIGN : SW_INSN_OTHER;
    case 'r':
        return sw_text_among(name, "ret retaa retab") ? SW_INSN_RETURN : SW_INSN_OTHER;
    case 's':
        return is_repeat(name) ? SW_INSN_REPEAT : SW_INSN_OTHER;
    }
    return SW_INSN_OTHER;
}

static enum sw_stack writes_back(struct sw_text operands)
{
    if (!sw_text_contains(operands, "[sp"))
        return SW_STACK_SAME;
    if (sw_text_contains(operands, "]!"))
        return sw_text_contains(operands, "[sp, -") || sw_text_contains(operands, "[sp, #-")
                   ? SW_STACK_GROWS
                   : SW_STACK_MOVED;
    return sw_text_contains(operands, "],") ? SW_STACK_SHRINKS : SW_STACK_SAME;
}

static bool is_number(struct sw_text text)
{
    size_t sign = text.size && *text.at == '#';
    return text.size > sign && text.at[sign] >= '0' && text.at[sign] <= '9';
}

static enum sw_stack stack_of_a64(const struct sw_line *line)
{
    struct sw_text operands = line->operands;
    struct sw_text to = sw_text_operand(&operands);
    struct sw_text from = word(sw_text_operand(&operands));
    bool move = sw_text_is(line->name, "mov");
    if (move && sw_text_is(to, "x29"))
        return sw_text_is(from, "sp") ? SW_STACK_ANCHOR : SW_STACK_MOVED;
    if (!sw_text_is(to, "sp"))
        return writes_back(line->operands);
    if (move)
        return sw_text_is(from, "x29") ? SW_STACK_RESET : SW_STACK_MOVED;
    if (!sw_text_is(from, "sp") || !is_number(sw_text_operand(&operands)))
        return SW_STACK_MOVED;
    if (sw_text_is(line->name, "sub"))
        return SW_STACK_GROWS;
    return sw_text_is(line->name, "add") ? SW_STACK_SHRINKS : SW_STACK_MOVED;
}

/* Of pairs: x19 to x28, d8 to d15 by any of their names. */
static unsigned kept_by_a64(struct sw_text name)
{
    unsigned number = name.size <= 3 ? number_of(name) : NO_NUMBER;
    if (number == NO_NUMBER)
        return 0;
    if (*name.at == 'x' || *name.at == 'w')
        return number >= 19 && number <= 28 ? 1u << (number - 19) / 2 : 0;
    return strchr("bhsdqvz", *name.at) && number >= 8 && number <= 15 ? 32u << (number - 8) / 2 : 0;
}

static const char *const push_a64[] = {
    "\tstp\tx19, x20, [sp, #-16]!\n", "\tstp\tx21, x22, [sp, #-16]!\n",
    "\tstp\tx23, x24, [sp, #-16]!\n", "\tstp\tx25, x26, [sp, #-16]!\n",
    "\tstp\tx27, x28, [sp, #-16]!\n", "\tstp\td8, d9, [sp, #-16]!\n",
    "\tstp\td10, d11, [sp, #-16]!\n", "\tstp\td12, d13, [sp, #-16]!\n",
    "\tstp\td14, d15, [sp, #-16]!\n"};

const struct sw_arch sw_arch_aarch64 = {
    .name = "aarch64",
    .nop = "\tnop\n",
    .call = "bl",
    .save = "\tadr\tx16, .Lspanwise_%zu\n"
            "\tmov\tx17, sp\n"
            "\tstp\tx16, x17, [x0]\n",
    .push = push_a64,
    .push_bytes = 16,
    .drop = "\tadd\tsp, sp, #%u\n",
    .lost = "\tcbz\tx0, .+12\n"
            "\tb\t__spanwise_lost\n"
            "\t.inst\t%u\n"
            ".Lspanwise_%zu:\n",
    .kept = kept_by_a64,
    .align = "",
    .pad = "\thint\t34\n",
    .classify = classify_a64,
    .stack = stack_of_a64,
};

/* --- x86-64 --- */

/* The target of a direct jump: `g@PLT # TAILCALL` gives `g`. */
static struct sw_text symbol(struct sw_text text)
{
    size_t size = 0;
    while (size < text.size && text.at[size] != ' ' && text.at[size] != '\t' &&
           text.at[size] != '@' && text.at[size] != '#')
        size++;
    return (struct sw_text){text.at, size};
}

/* The target must not be reached through r11: a stub destroys it. */
static enum sw_insn classify_x86_indirect(struct sw_text operands)
{
    if (sw_text_contains(operands, "%r11"))
        return SW_INSN_LOST;
    if (sw_text_contains(operands, "# TAILCALL") || sw_text_contains(operands, "@GOTPCREL"))
        return SW_INSN_LEAVE;
    return SW_INSN_INDIRECT;
}

static enum sw_insn classify_jump(const struct sw_line *line, struct sw_text *target)
{
    bool always = sw_text_among(line->name, "jmp jmpq");
    if (line->operands.size && *line->operands.at == '*')
        return always ? classify_x86_indirect(line->operands) : SW_INSN_OTHER;
    *target = symbol(line->operands);
    return always ? SW_INSN_JUMP : SW_INSN_BRANCH;
}

static enum sw_insn classify_call(const struct sw_line *line, struct sw_text *target)
{
    if (line->operands.size && *line->operands.at == '*')
        return SW_INSN_INDIRECT_CALL;
    *target = symbol(line->operands);
    return SW_INSN_CALL;
}

static bool is_return(struct sw_text text)
{
    return sw_text_among(symbol(text), "ret retq");
}

static enum sw_insn classify_return(const struct sw_line *line)
{
    if (is_return(line->name) ||
        (sw_text_among(line->name, "rep repz bnd") && is_return(line->operands)))
        return SW_INSN_RETURN;
    return sw_text_begins(line->name, "rep") ? SW_INSN_REPEAT : SW_INSN_OTHER;
}

static enum sw_insn classify_x86(const struct sw_line *line, struct sw_text *target)
{
    struct sw_text name = line->name;
    switch (*name.at) {
    case 'j':
    case 'l':
        return *name.at == 'j' || sw_text_begins(name, "loop") ? classify_jump(line, target)
                                                               : SW_INSN_OTHER;
    case 'r':
    case 'b':
        return classify_return(line);
    case 'c':
        return sw_text_among(name, "call callq") ? classify_call(line, target) : SW_INSN_OTHER;
    case 'n':
        return sw_text_is(name, "notrack") ? SW_INSN_INDIRECT_CALL : SW_INSN_OTHER;
    case 'e':
        return sw_text_is(name, "endbr64") ? SW_INSN_PAD : SW_INSN_OTHER;
    case 'u':
        return sw_text_is(name, "ud2") ? SW_INSN_TRAP : SW_INSN_OTHER;
    }
    return SW_INSN_OTHER;
}

static unsigned kept_by_x86(struct sw_text name)
{
    static const char *const names[] = {"rbx ebx bx bl bh", "r12 r12d r12w r12b",
                                        "r13 r13d r13w r13b", "r14 r14d r14w r14b",
                                        "r15 r15d r15w r15b"};
    for (unsigned i = 0; i < 5; i++)
        if (sw_text_among(name, names[i]))
            return 1u << i;
    return 0;
}

static const char *const push_x86[] = {"\tpushq\t%rbx\n", "\tpushq\t%r12\n", "\tpushq\t%r13\n",
                                       "\tpushq\t%r14\n", "\tpushq\t%r15\n"};

const struct sw_arch sw_arch_x86_64 = {
    .name = "x86_64",
    .nop = "\t.byte\t0x0f,0x1f,0x44,0x00,0x00\n",
    .align = "\t.p2align 1\n",
    .pad = "\tendbr64\n",
    .call = "call",
    .save = "\tleaq\t.Lspanwise_%zu(%%rip), %%r11\n"
            "\tmovq\t%%r11, 0(%%rdi)\n"
            "\tmovq\t%%rsp, 8(%%rdi)\n",
    .push = push_x86,
    .push_bytes = 8,
    .drop = "\taddq\t$%u, %%rsp\n",
    .lost = "\ttestq\t%%rax, %%rax\n"
            "\tmovl\t$%u, %%esi\n"
            "\tjne\t__spanwise_lost@PLT\n"
            ".Lspanwise_%zu:\n",
    .kept = kept_by_x86,
    .classify = classify_x86,
};

/* --- Which one a text is for --- */

/*
 * Compilers do not say so in a line of its own, so the first operand
 * that only one architecture has decides: a register. Text without any (functions that only return) is
 * told apart by the compilers' other habits.
 */

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
    /* MIPS: `.set nomips16`; elsewhere .set has two operands. */
    return sw_text_among(line->name, ".eabi_attribute .syntax .option .attribute .abiversion "
                                     ".machine .code16gcc") ||
           (sw_text_is(line->name, ".set") && !sw_text_contains(line->operands, ","));
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

static const struct sw_arch *const archs[] = {[SIGN_AARCH64] = &sw_arch_aarch64,
                                              [SIGN_LIKE_AARCH64] = &sw_arch_aarch64,
                                              [SIGN_X86] = &sw_arch_x86_64,
                                              [SIGN_LIKE_X86] = &sw_arch_x86_64};

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
            return archs[sign];
    }
    return archs[likely];
}
