#include "compile/sleds/arch.h"

#include <string.h>

/* A register that a stub keeps: it destroys x9 to x17. */
static bool survives(struct sw_text reg)
{
    if (reg.size < 2 || *reg.at != 'x')
        return false;
    int number = 0;
    for (size_t i = 1; i < reg.size; i++) {
        if (reg.at[i] < '0' || reg.at[i] > '9')
            return false;
        number = number * 10 + (reg.at[i] - '0');
    }
    return number < 9 || number > 17;
}

static bool is_tail_register(struct sw_text reg)
{
    return sw_text_is(reg, "x16") || sw_text_is(reg, "x17");
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
    if (sw_text_is(number, "34") || sw_text_is(number, "38"))
        return SW_INSN_PAD;
    if (sw_text_is(number, "25") || sw_text_is(number, "27"))
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

static enum sw_insn classify_indirect(struct sw_text operands)
{
    struct sw_text reg = word(operands);
    if (is_tail_register(reg))
        return SW_INSN_LOADED;
    return survives(reg) ? SW_INSN_INDIRECT : SW_INSN_LOST;
}

static bool is_conditional(struct sw_text name)
{
    static const char *const names[] = {"cbz", "cbnz", "tbz", "tbnz", "beq", "bne", "bcs",
                                        "bhs", "bcc",  "blo", "bmi",  "bpl", "bvs", "bvc",
                                        "bhi", "bls",  "bge", "blt",  "bgt", "ble"};
    if (sw_text_begins(name, "b.") || sw_text_begins(name, "bc."))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (sw_text_is(name, names[i]))
            return true;
    return false;
}

/* cpyfp, cpyfm, cpyfe, setp and the like: FEAT_MOPS. */
static bool is_repeat(struct sw_text name)
{
    static const char *const prefixes[] = {"cpyf", "cpyp", "cpym", "cpye",
                                           "setp", "setm", "sete", "setg"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (sw_text_begins(name, prefixes[i]))
            return true;
    return false;
}

static struct sw_text last_operand(struct sw_text operands)
{
    struct sw_text last = {operands.at, 0};
    while (operands.size)
        last = sw_text_operand(&operands);
    return word(last);
}

static enum sw_insn classify_b(const struct sw_line *line, struct sw_text *target)
{
    struct sw_text name = line->name;
    if (sw_text_is(name, "b")) {
        *target = word(line->operands);
        return SW_INSN_JUMP;
    }
    if (sw_text_is(name, "br"))
        return classify_indirect(line->operands);
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
    *target = last_operand(line->operands);
    return SW_INSN_BRANCH;
}

static enum sw_insn classify(const struct sw_line *line, struct sw_text *target)
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
        return sw_text_is(name, "paciasp") || sw_text_is(name, "pacibsp") ? SW_INSN_SIGN
                                                                          : SW_INSN_OTHER;
    case 'r':
        return sw_text_is(name, "ret") || sw_text_is(name, "retaa") || sw_text_is(name, "retab")
                   ? SW_INSN_RETURN
                   : SW_INSN_OTHER;
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

static enum sw_stack stack(const struct sw_line *line)
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
static unsigned kept(struct sw_text name)
{
    if (name.size < 2 || name.size > 3)
        return 0;
    unsigned number = 0;
    for (size_t i = 1; i < name.size; i++) {
        if (name.at[i] < '0' || name.at[i] > '9')
            return 0;
        number = number * 10 + (unsigned)(name.at[i] - '0');
    }
    if (*name.at == 'x' || *name.at == 'w')
        return number >= 19 && number <= 28 ? 1u << (number - 19) / 2 : 0;
    return strchr("bhsdqvz", *name.at) && number >= 8 && number <= 15 ? 32u << (number - 8) / 2 : 0;
}

static const char *const push[] = {
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
    .push = push,
    .push_bytes = 16,
    .drop = "\tadd\tsp, sp, #%u\n",
    .lost = "\tcbz\tx0, .+12\n"
            "\tb\t__spanwise_lost\n"
            "\t.inst\t%u\n"
            ".Lspanwise_%zu:\n",
    .kept = kept,
    .align = "",
    .pad = "\thint\t34\n",
    .classify = classify,
    .stack = stack,
};
