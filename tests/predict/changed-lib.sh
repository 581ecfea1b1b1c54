# What-if against really changing the program (changed.c), in the meter METER, of RUNS runs, with the options LONGER to
# the compiler.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/predict
prepare_line=$(grep -n 'SECTION("prepare"' "$here/changed.c" | cut -d: -f1)
refine_line=$(grep -n 'SECTION("refine"' "$here/changed.c" | cut -d: -f1)

# build KIND NAME DEFINES...
build() {
    kind=$1 name=$2
    shift 2
    case $kind in
    cilk) spanwise cc -O2 -g -DCILK $LONGER "$@" "$here/changed.c" -o "$name" ;;
    openmp) gcc -O2 -g -fopenmp $LONGER "$@" "$here/changed.c" -o "$name" ;;
    annotated) gcc -O2 -g -DANNOTATED -I"$BUILD/include" $LONGER "$@" "$here/changed.c" -o "$name" ;;
    esac
}

# run_once KIND NAME OUT. A team of OpenMP is as large as it is to be predicted for.
run_once() {
    case $1 in
    cilk) spanwise run -q --tree --meter=$METER -o "$3" "./$2" ;;
    openmp) spanwise run -q --tree --meter=$METER -N $processors -o "$3" "./$2" ;;
    annotated) spanwise run -q --meter=$METER -o "$3" "./$2" ;;
    esac
}

# profile KIND NAME...: NAME.prof of each, of RUNS runs the one with the least work. They take turns: a processor is not always
# equally fast.
profile() {
    of=$1
    shift
    for name; do
        eval "least_$name="
    done
    for run in $(seq $RUNS); do
        for name; do
            run_once "$of" "$name" one.prof || return
            work=$(spanwise report --format=json one.prof | sed -n 's/^ *"work": \([0-9.e+]*\).*/\1/p' | head -1)
            eval "least=\$least_$name"
            if awk -v w="$work" -v l="$least" 'BEGIN { exit !(l == "" || w + 0 < l + 0) }'; then
                eval "least_$name=$work"
                mv one.prof "$name.prof"
            fi
        done
    done
}

# plan KIND: what is predicted.
plan() {
    case $1 in
    cilk) echo --paradigm=cilk ;;
    *) echo --paradigm=omp --schedule=static --nested ;;
    esac
}

# figure FILE NAME: a number of a line `"NAME": 12,` or of a list's row.
figure() {
    sed -n "s/.*\"$2\": \([0-9.e+-]*\).*/\1/p" "$1" | head -1
}

# near WHAT GOT WANT: within 5%; a span in time within 10%, which is a maximum of what varies.
near() {
    [ $METER = instructions ] && judge=within || judge=measured
    case $judge,$1 in
    measured,*span) low=0.90 high=1.10 ;;
    *) low=0.95 high=1.05 ;;
    esac
    $judge "$1, of what it really is ($3)" "$(awk -v a="$2" -v b="$3" 'BEGIN { print b ? a / b : "none" }')" $low $high
}

# changed KIND 'SITE=CHANGE ...' DEFINES...: it is as the tree of the program so changed.
changed() {
    kind=$1 changes=$2
    shift 2
    title="$kind $changes on $processors"
    check "$title: build" build "$kind" after "$@"
    check "$title: run" profile "$kind" "$kind" after
    check "$title: what-if" spanwise what-if $changes "$kind.prof" -P $processors $(plan "$kind") \
        --machine=ideal --format=json -o if.json
    check "$title: predict" spanwise predict after.prof -P $processors $(plan "$kind") \
        --machine=ideal --format=json -o after.json
    near "$title: work" "$(figure if.json work_after)" "$(figure after.json work)"
    near "$title: span" "$(figure if.json span_after)" "$(figure after.json span)"
    near "$title: time" "$(figure if.json time_after)" "$(figure after.json time)"
}

# all KIND PREPARE REFINE: what these are called.
all() {
    tasks=8 # a team of OpenMP has a task for each thread
    [ "$1" = openmp ] && tasks=$processors
    check "$1: build" build "$1" "$1"
    if long || timing; then
        changed "$1" "$2=4x" -DPREPARE=4
        changed "$1" "$3=4x" -DREFINE=4
        changed "$1" "$2=parallel:$tasks" -DPREPARE_TASKS=8
    fi
    changed "$1" "$2=4x $3=2x" -DPREPARE=4 -DREFINE=2
    changed "$1" "$2=parallel:$tasks $3=4x" -DPREPARE_TASKS=8 -DREFINE=4
}
