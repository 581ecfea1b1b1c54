# For tests of --meter=instructions.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/instructions

engines='own qemu'
engine=own

# count FILE [OPTIONS OF RUN] PROGRAM ARGUMENTS...: a profile in instructions, by the engine.
count() {
    to=$1
    shift
    spanwise run -q --meter=instructions --engine=$engine -o "$to" "$@" >out 2>errors
}

# figure FILE JQ-PATH
figure() {
    spanwise report --format=json "$1" | jq -r "$2"
}

# everything FILE: all that a profile says, but when it was made.
everything() {
    spanwise report --format=json "$1" | jq -S 'del(.started)'
}
