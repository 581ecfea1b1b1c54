/* Assembly text, a line at a time. Nothing is copied: a sw_text points into the caller's text. */
#pragma once

#include "compile/text/text.h"

struct sw_text {
    const char *at;
    size_t size;
};

enum sw_line_kind {
    SW_LINE_BLANK, /* or a comment */
    SW_LINE_LABEL,
    SW_LINE_DIRECTIVE,
    SW_LINE_INSTRUCTION,
    SW_LINE_APP, /* inline assembly begins */
    SW_LINE_NO_APP,
};

struct sw_line {
    const char *start, *end; /* end: after its newline */
    enum sw_line_kind kind;
    struct sw_text name;     /* the label without its colon, the directive, the mnemonic */
    struct sw_text operands; /* what follows, trailing comment included */
};

/* Scans the line at `at`; `end` ends the text, and at < end. */
void sw_line_scan(struct sw_line *line, const char *at, const char *end);

/* Takes the next operand off `operands`: what lies before the next comma, trimmed. */
struct sw_text sw_text_operand(struct sw_text *operands);
struct sw_text sw_text_last_operand(struct sw_text operands);

bool sw_text_is(struct sw_text text, const char *string);
bool sw_text_begins(struct sw_text text, const char *prefix);
bool sw_text_contains(struct sw_text text, const char *string);
bool sw_text_same(struct sw_text a, struct sw_text b);

/* Is it one of these, which have blanks between them? Does it begin with one? */
static inline bool sw_text_among(struct sw_text text, const char *words)
{
    return sw_among(text.at, text.size, words);
}
static inline bool sw_text_begins_among(struct sw_text text, const char *prefixes)
{
    return sw_begins_among(text.at, text.size, prefixes);
}

/* A line that is no instruction, and where control goes straight on and comes from nowhere else. */
bool sw_line_is_transparent(const struct sw_line *line);

/* --- The labels that compilers write --- */

/* A label for debug information, CFI or exception tables: no jump goes there. */
bool sw_label_is_note(struct sw_text label);

/* Not a function of its own: a cold part, outlined or shared code. */
bool sw_label_is_fragment(struct sw_text symbol);

/* What emit_tasks.c calls the functions that it writes; a compiler appends a number. In C++ they are templates of
 * spanwise_tasks.h, with mangled names. */
bool sw_label_is_named(struct sw_text symbol, const char *prefix);
bool sw_label_is_task(struct sw_text symbol);
bool sw_label_is_range(struct sw_text symbol);

/* A function that is part of the one around it in the source. */
bool sw_label_is_part(struct sw_text symbol);

/* --- What is known of an architecture: its few instructions that matter, and the text of a sled --- */

enum sw_insn {
    SW_INSN_OTHER,
    SW_INSN_PAD,  /* landing pad of an indirect call */
    SW_INSN_SIGN, /* signs the return address, and is a landing pad itself */
    SW_INSN_RETURN,
    SW_INSN_JUMP,     /* direct and unconditional; target given */
    SW_INSN_BRANCH,   /* direct and conditional; target given */
    SW_INSN_LOAD,     /* moves the target of an indirect tail call to where the jump wants it */
    SW_INSN_LOADED,   /* that jump: surely a tail call, if its LOAD is just before it */
    SW_INSN_LEAVE,    /* indirect jump that surely is a tail call */
    SW_INSN_INDIRECT, /* indirect jump: a tail call or through a table */
    SW_INSN_LOST,     /* indirect jump through a register that a stub destroys */
    SW_INSN_CALL,     /* direct; target given */
    SW_INSN_INDIRECT_CALL,
    SW_INSN_REPEAT, /* copies or fills memory: one instruction that is a loop */
    SW_INSN_TRAP,
};

/* What an instruction does to the stack pointer. */
enum sw_stack {
    SW_STACK_SAME,
    SW_STACK_ANCHOR, /* the frame pointer becomes the stack pointer */
    SW_STACK_RESET,  /* the other way round */
    SW_STACK_GROWS,  /* by a number */
    SW_STACK_SHRINKS,
    SW_STACK_MOVED, /* any other change */
};

struct sw_arch {
    const char *name;
    const char *nop;   /* the sled */
    const char *align; /* what precedes it, and the function's label, so that it can be patched */
    const char *pad;   /* a landing pad */
    const char *call;  /* how a direct call begins */
    const char *save;  /* saves the context of the frame that the first argument points to, but for
                          registers; its %zu is the number of the label that it goes on at */
    const char *const *push; /* by bits of kept(): pushes such registers, so many bytes: */
    unsigned push_bytes;
    const char *drop; /* takes %u bytes off the stack again */
    const char
        *lost; /* behind the call: to __spanwise_lost if the task says so. Its %u are the bits
                         of what was pushed, where SW_FRAME_USED is, its %zu is the label behind it */
    /* Is it the name of a register that calls preserve? Its bit; else 0. */
    unsigned (*kept)(struct sw_text name);
    enum sw_insn (*classify)(const struct sw_line *line, struct sw_text *target);
    enum sw_stack (*stack)(const struct sw_line *line); /* NULL: no RESET is worth leaving out */
};

extern const struct sw_arch sw_arch_aarch64, sw_arch_x86_64;

/* The architecture that the text is for, or NULL. */
const struct sw_arch *sw_arch_detect(const char *text, size_t size);

/*
 * Whether some code label between `from` and `to` (a function) is the target of no direct jump:
 * then an indirect jump of the function may go to it.
 */
bool sw_labels_hidden(const struct sw_arch *arch, const char *from, const char *to);
