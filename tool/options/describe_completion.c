/* What `spanwise completion` takes. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_completion = {
    .name = "completion",
    .run = sw_command_completion,
    .what = "print shell completion for bash, zsh or fish",
    .synopses = {"bash|zsh|fish|tsv"},
    .about = "Prints a script for the shell, so that the Tab key completes commands, options and "
             "their values. 'make install' already puts these where shells look. 'tsv' is for your "
             "own tools: one option per line, with the command, long name, letter, kind and name "
             "of the value, optional or hidden, and the choices, separated by tabs.",
    .operands = SW_CHOICES,
    .choices = "bash, zsh, fish, tsv",
    .examples = {{"source <(spanwise completion bash)", "For this shell, or in ~/.bashrc."},
                 {"spanwise completion zsh > ~/.zfunc/_spanwise",
                  "If ~/.zfunc is in fpath before compinit."},
                 {"spanwise completion fish > ~/.config/fish/completions/spanwise.fish",
                  "Where fish looks."}},
};
