# The example: exact counts, whoever runs what.
. "$SOURCE/tests/tool/lib.sh"
tool "$SOURCE/examples/tool/calls.c"
subject

# What it prints but for the steals; 'called spawned function', sorted.
table() { awk 'rows { print $1, $2, $3, $4, $5 } /called +spawned/ { rows = 1 }' "$1" | sed 's/ *$//' | sort -k3; }

spanwise run -o it.prof -q --tool=./calls.so ./subject >out 2>err
same 'status' $? 5
same 'output' "$(cat out)" '610 117'
table err >got
# The loop of 40, by halves, and the scope; fib(15); leaf by the loop, the scope and the jump.
cat >want <<'END'
2 39 (loops and scopes)
987 986 fib
1 0 jump
42 1 leaf
1 0 main
1 0 scoped
END
same 'serial: the table' "$(cat got)" "$(cat want)"
same 'serial: syncs' "$(grep -o '^[0-9]* syncs, 0 steals' err)" "$(value .syncs) syncs, 0 steals"
same 'serial: spawns' "$(awk '{ n += $2 } END { print n }' got)" "$(value .spawns)"
has 'serial: the deepest path' err '^the deepest path, 16 frames:$'
same 'serial: the path' "$(sed -n '/deepest/{n;p;n;p;}' err | tr '\n' ';')" '  main;  fib, 15 times;'

for workers in 2 4; do
    spanwise run -o it.prof -q --workers=$workers --tool=./calls.so ./subject >out 2>err
    same "$workers workers: status" $? 5
    table err >got
    same "$workers workers: the table" "$(cat got)" "$(cat want)"
    same "$workers workers: steals" "$(sed -n 's/.* \([0-9]*\) steals/\1/p' err)" \
        "$(spanwise report it.prof | sed -n 's/.* workers, \([0-9]*\) steals*.*/\1/p')"
    same "$workers workers: syncs" "$(sed -n 's/ syncs.*//p' err)" "$(value .syncs)"
    has "$workers workers: the deepest path" err '^the deepest path, 16 frames:$'
done

# Functions that do not spawn are not followed.
spanwise run -o it.prof -q --level=spawns --tool=./calls.so ./subject >out 2>err
same 'level spawns: leaf, jump' "$(table err | grep -c 'leaf\|jump')" 0
same 'level spawns: fib' "$(table err | grep fib)" '987 986 fib'

# The report comes as ever.
spanwise run -o it.prof --tool=./calls.so ./subject >out 2>err
has 'the report' err '^Spanwise .* \./subject'
has 'the report names the tool' err "\btool './calls.so'"
finish
