# What-if in time, and against real parallel runs of the changed program, on two processors.
METER=time RUNS=13 LONGER=-DLONGER=10
. "$SOURCE/tests/predict/changed-lib.sh"
processors=2
export OMP_NUM_THREADS=2 CILK_NWORKERS=2

# really KIND 'SITE=CHANGE ...' DEFINES...: and it takes as long.
really() {
    changed "$@"
    check "$title: what-if" spanwise what-if $changes "$kind.prof" -P 2 $(plan "$kind") --format=json -o if.json
    near "$title: a real run" "$(figure if.json time_after)" "$(./after time)"
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
