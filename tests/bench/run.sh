# bench/run builds, runs and profiles every program, prints its table, and fails when one fails.
. "$SOURCE/tests/lib.sh"
run=$SOURCE/bench/run

"$run" --quick --no-budget "$BUILD" >out 2>err
same 'status' $? 0
same 'nothing on stderr' "$(cat err)" ''
for source in "$SOURCE"/bench/*.c; do
    name=$(basename "$source" .c)
    has "row of $name" out "^$name +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ "
done
has 'mean' out '^mean but fib '
same 'limits decided' "$(grep -cE '^(met|NOT met) ' out)" 10

"$run" --quick --json "$BUILD" fib >out
same 'JSON: program' "$(jq -r '.programs[0].program' out)" fib
same 'JSON: calls of fib 24' "$(jq '.programs[0].calls >= 75025 * 2' out)" true
same 'JSON: failed' "$(jq -c .failed out)" '[]'
# A tenth of a millisecond of fib beside the process' own start and end: more than 1, no more is sure.
within 'JSON: parallelism of fib' "$(jq '.programs[0].parallelism_least' out)" 1 100000

status 'unknown program' 2 "$run" "$BUILD" nosuch 2>err
has 'unknown program' err "no program 'nosuch'"
status 'no spanwise there' 1 "$run" --quick "$WORK" fib >out 2>err
has 'no spanwise there' err 'cannot run .*spanwise'
status 'a compiler that is not there' 1 "$run" --quick --cc=nosuch-cc "$BUILD" fib >out 2>err
has 'a compiler that is not there' err "cannot run 'nosuch-cc'"
finish
