/* Assembly text, a line at a time. Nothing is copied: a sw_text points into the caller's text. */
#ifndef SPANWISE_COMPILE_SLEDS_LINE_H
#define SPANWISE_COMPILE_SLEDS_LINE_H

#include <stdbool.h>
#include <stddef.h>

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

bool sw_text_is(struct sw_text text, const char *string);
bool sw_text_begins(struct sw_text text, const char *prefix);
bool sw_text_contains(struct sw_text text, const char *string);
bool sw_text_same(struct sw_text a, struct sw_text b);

#endif
