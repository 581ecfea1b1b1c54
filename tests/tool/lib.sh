# For the tests of tools.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/tool

# tool SOURCE: builds SOURCE as a tool of its name.
tool() {
    check "build $1" gcc -O2 -g -Wall -Wextra -Werror -shared -fPIC -I"$SOURCE/include" "$1" \
        -o "$(basename "$1" .c).so" -pthread
}

# subject: the program; gcc runs it in parallel.
subject() {
    check 'build the program' spanwise cc --spanwise-cc=gcc -O2 -g -w "$here/subject.c" -o subject
}

# value JQ: of the last profile.
value() { spanwise report --format=json it.prof | jq -r "$1"; }
