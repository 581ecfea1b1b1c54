# spanwise run --tree of a program with OpenCilk's hooks.
. "$SOURCE/tests/opencilk/lib.sh"
. "$SOURCE/tests/tree-run/lib.sh"
here=$SOURCE/tests/opencilk
build_tool gcc
build gcc -O2 fib "$here/fib.c"
status 'fib' 0 spanwise run -q --tree -o it.prof ./fib 15 >out
same 'its output' "$(cat out)" 610
figures it.prof
agree 'fib'
spanwise report --format=json it.prof >it.json
same 'a section for each sync' "$sections" "$(jq .syncs it.json)"
same 'a task for each spawn' "$tasks" "$(jq .spawns it.json)"
same 'spawns' "$tasks" 986
finish
