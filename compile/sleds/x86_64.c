#include "compile/sleds/arch.h"

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
static enum sw_insn classify_indirect(struct sw_text operands)
{
    if (sw_text_contains(operands, "%r11"))
        return SW_INSN_LOST;
    if (sw_text_contains(operands, "# TAILCALL") || sw_text_contains(operands, "@GOTPCREL"))
        return SW_INSN_LEAVE;
    return SW_INSN_INDIRECT;
}

static enum sw_insn classify_jump(const struct sw_line *line, struct sw_text *target)
{
    bool always = sw_text_is(line->name, "jmp") || sw_text_is(line->name, "jmpq");
    if (line->operands.size && *line->operands.at == '*')
        return always ? classify_indirect(line->operands) : SW_INSN_OTHER;
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
    struct sw_text name = symbol(text);
    return sw_text_is(name, "ret") || sw_text_is(name, "retq");
}

static bool is_prefix(struct sw_text name)
{
    return sw_text_is(name, "rep") || sw_text_is(name, "repz") || sw_text_is(name, "bnd");
}

static enum sw_insn classify_return(const struct sw_line *line)
{
    if (is_return(line->name) || (is_prefix(line->name) && is_return(line->operands)))
        return SW_INSN_RETURN;
    return sw_text_begins(line->name, "rep") ? SW_INSN_REPEAT : SW_INSN_OTHER;
}

static enum sw_insn classify(const struct sw_line *line, struct sw_text *target)
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
        return sw_text_is(name, "call") || sw_text_is(name, "callq") ? classify_call(line, target)
                                                                     : SW_INSN_OTHER;
    case 'n':
        return sw_text_is(name, "notrack") ? SW_INSN_INDIRECT_CALL : SW_INSN_OTHER;
    case 'e':
        return sw_text_is(name, "endbr64") ? SW_INSN_PAD : SW_INSN_OTHER;
    case 'u':
        return sw_text_is(name, "ud2") ? SW_INSN_TRAP : SW_INSN_OTHER;
    }
    return SW_INSN_OTHER;
}

static unsigned kept(struct sw_text name)
{
    static const char *const names[][5] = {{"rbx", "ebx", "bx", "bl", "bh"},
                                           {"r12", "r12d", "r12w", "r12b", "r12"},
                                           {"r13", "r13d", "r13w", "r13b", "r13"},
                                           {"r14", "r14d", "r14w", "r14b", "r14"},
                                           {"r15", "r15d", "r15w", "r15b", "r15"}};
    for (unsigned i = 0; i < 5; i++)
        for (unsigned k = 0; k < 5; k++)
            if (sw_text_is(name, names[i][k]))
                return 1u << i;
    return 0;
}

static const char *const push[] = {"\tpushq\t%rbx\n", "\tpushq\t%r12\n", "\tpushq\t%r13\n",
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
    .push = push,
    .push_bytes = 8,
    .drop = "\taddq\t$%u, %%rsp\n",
    .lost = "\ttestq\t%%rax, %%rax\n"
            "\tmovl\t$%u, %%esi\n"
            "\tjne\t__spanwise_lost@PLT\n"
            ".Lspanwise_%zu:\n",
    .kept = kept,
    .classify = classify,
};
