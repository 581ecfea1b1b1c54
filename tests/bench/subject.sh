# What the tests of `spanwise bench` share: a program of known times, a profile of a known range.
. "$SOURCE/tests/lib.sh" || exit 1
unset CILK_NWORKERS COLUMNS
exec 9>&2

# Failures are seen also where a command's stderr goes to a file.
fail() {
    failures=$((failures + 1))
    echo "FAIL: $*" >&9
}

check 'build the subject' gcc -O2 -pthread "$SOURCE/tests/bench/subject.c" -o subject
# Work 790.5 ms, burdened span 142.1 ms, parallelism 5.57: 1.70..2.00 on 2 processors.
"$BUILD/tests/make-profile" qsort qsort.prof || exit 1
processors=$(spanwise bench --trials=1 --warm-up=0 --no-profile -P 1 --format=json ./subject 0 0 | jq .processors)

value() { # JQ-EXPRESSION
    jq -r "$1" it.json
}
