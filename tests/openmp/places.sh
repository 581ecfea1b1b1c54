# Lines, names and causes are those of the source, by gcc and by clang: of what was inlined, of singles that make tasks, of reductions,
# of Fortran.
. "$SOURCE/tests/openmp/lib.sh"
from=$SOURCE/tests/openmp/places.c
line() { grep -n "/\* $1 \*/" "$from" | cut -d: -f1; }

# runs CASE: on 8 processors, in instructions.
runs() {
    timeout -s KILL 120 spanwise run -q --meter=instructions -N 8 -o p.prof "./$compiler" "$1" >out 2>err ||
        fail "$compiler, $1: status $?, $(head -n 2 err)"
    spanwise report --format=json p.prof >json
}

# lines KIND: of all constructs of it, and whose they are.
lines() { jq -r ".constructs[] | select(.kind == \"$1\") | \"\(.line):\(.function)\"" json | sort; }

# inside FUNCTION: constructs whose line is in it, by kind.
inside() {
    jq -r --argjson first "$(line "$1")" --argjson last "$(line "end of $1")" --arg function "$1" '[.constructs[] |
        select(.function == $function and .line > $first and .line < $last).kind] | sort | join(" ")' json
}

# first: the kind and line of the first finding that is worth something.
first() { jq -r '[.findings[] | select(.worth)][0] | "\(.kind) \(.line)"' json; }

for compiler in gcc clang; do
    command -v $compiler >log || continue
    check "$compiler builds it" $compiler -O2 -g -fopenmp "$from" -o $compiler

    runs tasks
    same "$compiler: a task in what was inlined" "$(lines task)" "$(line made):make"
    same "$compiler: the single does not wait for its tasks" \
        "$(jq '[.constructs[] | select(.kind == "single").wait] | add // 0' json)" 0
    jq -r '.findings[0].text' json >text
    has "$compiler: tasks are waited for" text "tasks of the 'omp parallel' at places.c:$(line tasks) in 'tasks'"

    runs single
    jq -r '.findings[0].text' json >text
    has "$compiler: a single that is waited for" text "'omp single' at places.c:[0-9]+ in 'single'"
    [ $compiler = gcc ] && before=1 || before=0 # which gives the call no line of its own
    same "$compiler: its line" "$(first)" "imbalance $(($(line single) - before))"
    within "$compiler: by the others" "$(jq '[.constructs[] | select(.kind == "single") | .wait / .busy] | add' json)" 6.5 7.1
    same "$compiler: its times" "$(jq '[.constructs[] | select(.kind == "single").count] | add' json)" 4

    runs reduction
    same "$compiler: what is before a reduction" "$(first)" "imbalance $(line reduction)"
    same "$compiler: nobody waits for tasks" "$(jq '[.findings[].text | select(test("tasks"))] | length' json)" 0
    same "$compiler: what is waited for has times and a length" \
        "$(jq -c '[.constructs[] | select(.wait > 0 and (.count == 0 or .time == 0))] | length' json)" 0
    within "$compiler: each processor's time" "$(jq '.runs[0] | (.work + .barrier_wait + .lock_wait + .overhead +
        .serial * 7) / (8 * .time) + .lost.threads' json)" 0.995 1.001

    runs copies
    same "$compiler: a task is one" "$(lines task)" "$(line part):part"
    same "$compiler: with all its times" "$(jq '.constructs[] | select(.kind == "task").chunks' json)" 8
    same "$compiler: a critical section is one" "$(lines critical)" "$(line critical):part"
    same "$compiler: so are their sites" "$(jq '[.sites[] | select(.callee == "omp task" or .callee == "omp critical")] | length' json)" 2

    spanwise run -q --meter=instructions -N 1,2,8 -o p.prof ./$compiler recursion
    spanwise report --format=json p.prof >json
    same "$compiler: on several numbers too" "$(jq -c '[.sites[] | select(.callee == "omp task").line] | sort' json)" "[$(line left),$(line right)]"

    runs recursion
    same "$compiler: tasks in a recursion" "$(lines task | sort -u | paste -sd' ')" "$(line left):walk $(line right):walk"
    same "$compiler: of one line" "$(jq -c '[.sites[] | select(.callee == "omp task").line] | sort' json)" "[$(line left),$(line right)]"
    same "$compiler: no more constructs than ways to nest them" "$(lines task | wc -l)" 4
    same "$compiler: all tasks" "$(jq '[.constructs[] | select(.kind == "task").chunks] | add' json)" 126
    within "$compiler: work of no site is above all" "$(jq '([.sites[].on_work.work] | max) / .work' json)" 0 1

    runs inlined
    same "$compiler: what comes after inlined code is in the function itself: in order" "$(inside in_order)" 'for ordered parallel'
    [ $compiler = gcc ] && kind=barrier || kind=for # whose loop is no call of the runtime
    same "$compiler: at the end of a loop" "$(inside evolve | sed 's/ *parallel *//')" $kind
    same "$compiler: what is in an inlined function stays there" "$(inside orphan | sed 's/critical for/for critical/')" "$kind critical"
    same "$compiler: all of them" "$(jq '[.constructs[] | select(.kind != "serial" and .kind != "parallel")] | length' json)" 5
done

if command -v gfortran >log; then
    check 'Fortran builds' gfortran -O2 -g -fopenmp "$SOURCE/tests/openmp/places.f90" -o fortran
    compiler=fortran
    runs none
    same 'regions of Fortran' "$(jq -r '[.constructs[].function] | unique | join(" ")' json)" ' heat jacobi sweep'
    spanwise run -q -N 4 -o p.prof ./fortran >out
    spanwise report --top=all --format=json p.prof >json
    spanwise report --top=all p.prof >text
    same 'no name of the compiler anywhere' "$(grep -cE 'MAIN__|jacobi_|_MOD_|_omp_fn' json text | paste -sd' ')" 'json:0 text:0'
fi
finish
