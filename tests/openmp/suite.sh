# The construct suite itself, without the tool: gcc's runtime and clang's agree on what it prints.
MODE=native NS='1 3' exec bash "$SOURCE/tests/openmp/constructs.sh"
