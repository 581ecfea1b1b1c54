# Annotations that do not match: an error with both places, and the program goes on undisturbed.
. "$SOURCE/tests/lib.sh" || exit 1
cp "$SOURCE/tests/annotate/wrong.c" .
gcc -O2 -g -Wall -Wextra -Werror -I "$SOURCE/include" wrong.c -o wrong || fail 'it compiles'

# line CASE N: the line of the Nth line below that of the case.
line() {
    awk -v name="\"$1\"" -v n="$2" 'index($0, name) { print NR + n; exit }' wrong.c
}

# wrong CASE SENTENCE LINES...: the error, in which %1, %2 stand for places; lines counted from the case's.
wrong() {
    case=$1 sentence=$2
    shift 2
    i=1
    for below; do
        sentence=${sentence//%$i/wrong.c:$(line "$case" "$below")}
        i=$((i + 1))
    done
    status "$case: the program's own status" 7 spanwise run -q -o "$case.prof" ./wrong "$case" >out 2>err
    [ "$case" = task-never-ends ] || same "$case: its output" "$(cat out)" done
    check "$case: $sentence in: $(cat err)" grep -qF -- "spanwise: annotations do not match: $sentence" err
    spanwise report "$case.prof" >report 2>&1
    has "$case: the report says it" report 'annotations do not'
    status "$case: no prediction" 1 spanwise predict "$case.prof" >out 2>err
    check "$case: why there is none" grep -qF -- "$sentence" err
}

wrong task-end-alone 'the end of a task at %1 has no begin' 2
wrong section-end-alone 'the end of a section at %1 has no begin' 1
wrong task-end-in-section "at %2 a task ends, but what is open there is the section 's', begun at %1" 1 2
wrong section-end-in-task "at %2 a section ends, but what is open there is the task 't', begun at %1" 2 3
wrong task-outside 'the task that begins at %1 is outside of all sections' 1
wrong task-in-task "the task that begins at %2 is directly in the task 't', begun at %1" 2 3
wrong lock-crosses-task 'the task that begins at %2 crosses lock 3, taken at %1' 2 3
wrong lock-kept 'the task that ends at %2 has not released lock 3, taken at %1' 3 4
wrong lock-of-another-task 'lock 3 is released at %2 by another task than took it, at %1' 1 4
wrong locks-cross 'lock 3 is released at %2 while lock 4, taken after it at %1, is still held' 2 3
wrong lock-free "lock 3 is released at %2, but nobody holds it; what is open there is the section 's', begun at %1" 1 2
wrong section-never-ends "the section 'endless', begun at %1, never ends" 1
wrong task-never-ends "the task 'endless', begun at %1, never ends" 2

status 'nothing: its status' 7 spanwise run -q ./wrong nothing >/dev/null 2>err
has 'nothing' err '^spanwise: no section was run'
status 'fine: its status' 7 spanwise run -q ./wrong fine >/dev/null 2>err
same 'fine: no error' "$(cat err)" ''
spanwise run ./wrong said-true >/dev/null 2>err
check 'nowait in doubt' grep -q "'PAR_SEC_END(true)' at wrong.c:$(line said-true 4)" err

# What has no section cannot be loaded into either.
gcc -O2 -static -I "$SOURCE/include" wrong.c -o static
status 'a static program' 2 spanwise run -q ./static fine >out 2>err
has 'a static program' err 'linked statically'
finish
