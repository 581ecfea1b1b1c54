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

/*
 * Whether some code label between `from` and `to` (a function) is the target of no direct jump:
 * then an indirect jump of the function may go to it.
 */
struct sw_arch;
bool sw_labels_hidden(const struct sw_arch *arch, const char *from, const char *to);
