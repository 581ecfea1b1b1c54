# What-if says what the program would be, were it really changed: counted in instructions.
METER=instructions RUNS=1 LONGER=
. "$SOURCE/tests/predict/changed-lib.sh"
for processors in $(long && echo 2) 8; do
    all annotated prepare refine
    all openmp "changed.c:$prepare_line" "changed.c:$refine_line"
    all cilk prepare refine
done
processors=8
changed cilk refine=parallel:4 -DREFINE_TASKS=4
changed annotated refine=parallel:4 -DREFINE_TASKS=4
finish
