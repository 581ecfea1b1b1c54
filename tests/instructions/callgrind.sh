# What is counted is what valgrind counts, of main() and all that it calls; whatever is followed.
. "$SOURCE/tests/instructions/lib.sh"

# Functions of libc are to be the same ones: those that do not depend on the processor.
GLIBC_TUNABLES=$(spanwise run -q --meter=instructions sh -c 'echo "$GLIBC_TUNABLES"' 2>/dev/null)
check 'functions are chosen' [ "$GLIBC_TUNABLES" ]
export GLIBC_TUNABLES

# compare NAME PROGRAM ARGUMENTS...
compare() {
    name=$1
    shift
    CILK_NWORKERS=1 valgrind --tool=callgrind --toggle-collect=main --callgrind-out-file=callgrind.out \
        "$@" >want 2>valgrind.err
    truth=$(awk '/^(summary|totals):/ { print $2; exit }' callgrind.out)
    for engine in $engines; do
        title="$name, $engine"
        for level in full spawns; do
            check "$title: $level is counted" count $level.prof --level=$level "$@"
            check "$title: $level: its output" cmp out want
            everything $level.prof | jq '[.work, .span, .burdened_span, .spawns]' >$level
        done
        check "$title: the level does not matter" cmp full spawns
        within "$title: as callgrind" \
            "$(figure full.prof ".sites[] | select(.callee == \"main\") | .on_work.work / $truth")" 0.995 1.005
    done
}

for flags in $(some 2 -O2 -O0); do
    check 'it builds' spanwise cc $flags -g "$here/subject.c" -o subject
    compare "subject $flags" ./subject 20000
done
check 'fib builds' spanwise cc -O2 -g "$SOURCE/examples/fib.c" -o fib
compare fib ./fib 25
if long; then
    check 'mm builds' spanwise cc -O2 -g "$SOURCE/examples/mm.c" -o mm -lm
    compare mm ./mm 128
fi

# A region in the middle changes nothing but for its own two calls, and its work is what it holds.
engine=own
count plain.prof ./subject 20000 nothing
check 'with a region' count region.prof ./subject 20000 region
within 'its calls' "$(($(figure region.prof .work) - $(figure plain.prof .work)))" -60 60
inside=$(figure region.prof '.regions[] | select(.label == "middle") | .work')
middle=$(figure plain.prof '.sites[] | select(.callee == "middle") | .on_work.work')
within 'what is in it' "$((inside - middle))" 0 60
finish
