# What the tests of reports share. UPDATE=1 rewrites what is expected: read the diff.
here=$SOURCE/tests/report

# expect NAME options...: the output is that of the file NAME.expected.
expect() {
    file=$here/$1.expected
    shift
    spanwise report "$@" >got 2>errors
    same "status of $*" $? 0
    [ -z "${UPDATE-}" ] || cp got "$file"
    if diff -u "$file" got >difference; then pass; else
        fail "spanwise report $*"
        cat difference >&2
    fi
}
