# The locks of OpenCilk's programs, as those of spanwise cc's (tests/run/locks.sh).
. "$SOURCE/tests/opencilk/lib.sh"
build_tool gcc
build gcc '-O2 -fno-omit-frame-pointer' locks "$here/locks.c"
status 'run' 0 spanwise run -q --once --tree --meter=instructions -o it.prof ./locks >out
same 'its output' "$(cat out)" 'done'
show
same 'lock' "$(value '.locks[0] | "\(.name) \(.taken) \(.sites[0].function) \(.sites[0].line)"')" \
    "table 100 child $(grep -n '/\* here \*/' "$here/locks.c" | cut -d: -f1)"
same 'no other' "$(value '.locks | length')" 1
within 'bound' "$(value '.locks[0].bound')" 2.47 2.53
same 'finding' "$(value '.findings[] | select(.kind == "lock") | "\(.severity) \(.function)"')" 'advice child'
within 'in the tree' "$(value '.verdict.speedup')" 2.2 2.53
same 'cause' "$(value '.verdict | "\(.cause) \(.function)"')" 'contention child'
finish
