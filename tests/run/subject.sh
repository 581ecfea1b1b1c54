# What the tests of `spanwise run` share: the subject, and a look at its profile.
. "$SOURCE/tests/lib.sh"
exec 9>&2
OPTIONS=
SPAWNS=986 # of one work(), see subject.c

# Failures are seen also where a command's stderr goes to a file.
fail() {
    failures=$((failures + 1))
    echo "FAIL: $*" >&9
}

# $LINK: how; a static program warns of the one act that loads a library.
build_subject() {
    check 'build the subject' spanwise cc -O2 -g -pthread ${LINK-} "$SOURCE/tests/run/subject.c" -o subject
}

# profile ACT...: with $OPTIONS; leaves the program's output in out, what spanwise run said in err, its status in
# got, the profile in it.prof and it.json. The subshell keeps bash from telling of signals.
profile() {
    rm -f it.prof it.prof.* it.json
    (
        spanwise run $OPTIONS -o it.prof ./subject "$@" >out 2>err
        echo $? >got
    ) 2>/dev/null
    got=$(cat got)
    spanwise report --format=json it.prof >it.json 2>report.err ||
        fail "no profile of $*: $(cat err report.err)"
}

value() { # JQ-EXPRESSION
    jq -r "$1" it.json
}
