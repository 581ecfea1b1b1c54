# Annotations that do not match: an error with both places, and the program goes on undisturbed.
. "$SOURCE/tests/lib.sh" || exit 1
cp "$SOURCE/tests/annotate/wrong.c" .
gcc -O2 -g -Wall -Wextra -Werror -I "$SOURCE/include" wrong.c -o wrong || fail 'it compiles'

# line CASE N: the line of the Nth line below that of the case.
line() {
    awk -v name="\"$1\"" -v n="$2" 'index($0, name) { print NR + n; exit }' wrong.c
}

# wrong CASE 'WORD ...' LINES...: the error names these, and the places %1, %2, in whichever order; lines counted from the case's.
wrong() {
    case=$1 words=$2
    shift 2
    for below; do
        words="$words wrong.c:$(line "$case" "$below")"
    done
    status "$case: the program's own status" 7 spanwise run -q -o "$case.prof" ./wrong "$case" >out 2>err
    [ "$case" = task-never-ends ] || same "$case: its output" "$(cat out)" done
    grep '^spanwise: annotations' err >said
    same "$case: once" "$(wc -l <said)" 1
    names "$case" said "$words"
    spanwise report "$case.prof" >report 2>&1
    has "$case: the report says it" report '\bannotations\b'
    status "$case: no prediction" 1 spanwise predict "$case.prof" >out 2>err
    names "$case: why there is no prediction" err "$words"
}

wrong task-end-alone 'end task' 2
wrong section-end-alone 'end section' 1
wrong task-end-in-section "task section 's'" 1 2
wrong section-end-in-task "section task 't'" 2 3
wrong task-outside 'task sections' 1
wrong task-in-task "task 't'" 2 3
wrong lock-crosses-task 'task lock 3' 2 3
wrong lock-kept 'task lock 3' 3 4
wrong lock-of-another-task 'lock 3 task' 1 4
wrong locks-cross 'lock 3 4' 2 3
wrong lock-free "lock 3 section 's'" 1 2
wrong section-never-ends "section 'endless'" 1
wrong task-never-ends "task 'endless'" 2

status 'nothing: its status' 7 spanwise run -q ./wrong nothing >/dev/null 2>err
has 'nothing' err '^spanwise: .*\bsection\b'
status 'fine: its status' 7 spanwise run -q ./wrong fine >/dev/null 2>err
same 'fine: no error' "$(cat err)" ''
spanwise run ./wrong said-true >/dev/null 2>err
check 'nowait in doubt' grep -q "'PAR_SEC_END(true)' at wrong.c:$(line said-true 4)" err

# What has no section cannot be loaded into either.
gcc -O2 -static -I "$SOURCE/include" wrong.c -o static
status 'a static program' 2 spanwise run -q ./static fine >out 2>err
has 'a static program' err '^spanwise: .*\bstatic'
finish
