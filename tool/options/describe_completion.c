/* What `spanwise completion` takes. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_completion = {
    .name = "completion",
    .run = sw_command_completion,
    .what = "what bash, zsh or fish need to complete commands and options",
    .synopses = {"bash|zsh|fish|tsv"},
    .about = "Prints a script that the shell reads, so that the Tab key completes commands, "
             "options and their values. An installed spanwise has put them where shells look "
             "already. 'tsv' is for tools of your own: all options, one a line, with tabs between "
             "command, long name, letter, kind and name of the value, optional or hidden, and what "
             "may be chosen.",
    .operands = SW_CHOICES,
    .choices = "bash, zsh, fish, tsv",
    .examples = {{"source <(spanwise completion bash)", "In this shell, or in ~/.bashrc."},
                 {"spanwise completion zsh > ~/.zfunc/_spanwise",
                  "Where fpath has ~/.zfunc, before compinit."},
                 {"spanwise completion fish > ~/.config/fish/completions/spanwise.fish",
                  "Where fish looks."}},
};
