/*
 * Every command that reads files, with every format of it, run in this process, its outputs in memory; and whether they are as
 * their format's rules say.
 */
#ifndef SPANWISE_TESTS_ATTACK_COMMANDS_H
#define SPANWISE_TESTS_ATTACK_COMMANDS_H

#include "tests/attack/attack.h"
#include "tests/attack/rules.h"

/*
 * Words of a command line: one beginning with '@' stands for what the attack has: @it the file under attack, @other another one
 * of its kind, @both a prefix for either (--serial=@it); @name a hostile name, @tree and @machine files that are as they should be.
 */
struct command {
    enum attack_kind kind;
    enum rule rule;
    const char *words;  /* with blanks between */
    bool shows_sources; /* it was asked for */
};

extern const struct command commands[];
extern const size_t n_commands;

/* Descriptors that commands write to, kept open over a crash of who runs them. */
void commands_init(int out, int err);

/* NULL, or what is wrong with what it did. `line` is what was run. */
const char *command_wrong(const struct command *command, const char *name, char *line,
                          size_t line_size);

#endif
