# What-if in time, and against real parallel runs of the changed program, on two processors.
METER=time RUNS=7 LONGER=-DLONGER=10
. "$SOURCE/tests/predict/changed-lib.sh"
processors=2
export OMP_NUM_THREADS=2 CILK_NWORKERS=2

# real_gain: how much faster the changed program is, really. Both take turns: a processor is not always equally fast.
real_gain() {
    rm -f before.times after.times
    for turn in 1 2 3 4 5 6 7; do
        "./$kind" time >>before.times
        ./after time >>after.times
    done
    awk -v before="$(median <before.times)" -v after="$(median <after.times)" 'BEGIN { print before / after }'
}

# really KIND 'SITE=CHANGE ...' DEFINES...: and a real run gains as much.
really() {
    changed "$@"
    check "$title: what-if" spanwise what-if $changes "$kind.prof" -P 2 $(plan "$kind") --format=json -o if.json
    near "$title: the gain of real runs" "$(figure if.json gain)" "$(real_gain)"
}

for kind in cilk openmp; do
    check "$kind: build" build $kind $kind
done
really cilk prepare=4x -DPREPARE=4
really cilk refine=4x -DREFINE=4
really cilk prepare=parallel:8 -DPREPARE_TASKS=8
really openmp "changed.c:$prepare_line=4x" -DPREPARE=4
really openmp "changed.c:$refine_line=4x" -DREFINE=4
all annotated prepare refine
finish
