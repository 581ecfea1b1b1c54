# bench/run builds, runs and profiles every program, of which `make test` has some, prints its table, and fails when one fails.
. "$SOURCE/tests/lib.sh"
run=$SOURCE/bench/run

names='fib interp mm'
! long || names=$(basename -s .c "$SOURCE"/bench/*.c)
# shellcheck disable=SC2086
"$run" --quick --no-budget "$BUILD" $names >out 2>err
same 'status' $? 0
same 'nothing on stderr' "$(cat err)" ''
for name in $names; do
    has "row of $name" out "^$name +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ .* [0-9.]+ +[-0-9.]+ +[0-9.]+$"
done
has 'mean' out '^mean but fib '
same 'limits decided' "$(grep -cE '^(met|NOT met) ' out)" 17
has 'limit of two workers' out '^(met|NOT met) +two workers .* >= 1.85: [0-9.]+ '
has 'limit in parallel' out '^(met|NOT met) +in parallel: .* <= 2: [0-9.]+$'

"$run" --quick --json "$BUILD" fib >out
same 'JSON: program' "$(jq -r '.programs[0].program' out)" fib
same 'JSON: calls of fib 24' "$(jq '.programs[0].calls >= 75025 * 2' out)" true
same 'JSON: failed' "$(jq -c .failed out)" '[]'
# A tenth of a millisecond of fib beside the process' own start and end: more than 1, no more is sure.
within 'JSON: parallelism of fib' "$(jq '.programs[0].parallelism_least' out)" 1 100000

same 'JSON: in parallel' "$(jq '.programs[0] | .overhead_parallel > 0 and .parallelism_to_serial > 0' out)" true

"$run" --quick --workers=1 "$BUILD" fib >out
same 'one worker: no such columns' "$(grep -c 'parallel ' out)" 0
same 'one worker: limits decided' "$(grep -cE '^(met|NOT met) ' out)" 5

status 'no workers' 2 "$run" --workers=0 "$BUILD" 2>err
has 'no workers' err '\bworkers\b'
status 'unknown program' 2 "$run" "$BUILD" nosuch 2>err
has 'unknown program' err "no program 'nosuch'"
status 'no spanwise there' 1 "$run" --quick "$WORK" fib >out 2>err
has 'no spanwise there' err 'cannot run .*spanwise'
status 'a compiler that is not there' 1 "$run" --quick --cc=nosuch-cc "$BUILD" fib >out 2>err
has 'a compiler that is not there' err "cannot run 'nosuch-cc'"
finish
