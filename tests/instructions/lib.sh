# For tests of --meter=instructions.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/instructions

# count FILE [OPTIONS OF RUN] PROGRAM ARGUMENTS...: a profile in instructions.
count() {
    to=$1
    shift
    spanwise run -q --meter=instructions -o "$to" "$@" >out 2>errors
}

# figure FILE JQ-PATH
figure() {
    spanwise report --format=json "$1" | jq -r "$2"
}

# everything FILE: all that a profile says, but when it was made.
everything() {
    spanwise report --format=json "$1" | jq -S 'del(.started)'
}
