/*
 * Every command that reads files, with every format of it, run in this process, its outputs in memory; and whether they are as
 * their format's rules say.
 */
#pragma once

#include "tests/attack/attack.h"
#include "tests/attack/rules.h"

/*
 * Words of a command line: @it is the file under attack, @other a profile as it should be, @tree and @machine likewise, @name a
 * hostile name.
 */
struct command {
    enum attack_kind kind;
    enum rule rule;
    const char *words; /* with blanks between */
};

extern const struct command commands[];
extern const size_t n_commands;

/* Descriptors that commands write to, kept open over a crash of who runs them; `built` is the tool to run instead, or NULL. */
void commands_init(int out, int err, const char *built);

/* Whether it cannot be called twice in a process. */
bool command_needs_process(const struct command *command);

/* NULL, or what is wrong with what it did. `line` is what was run. */
const char *command_wrong(const struct command *command, const char *name, char *line,
                          size_t line_size);
