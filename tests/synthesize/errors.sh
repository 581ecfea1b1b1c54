# What cannot be synthesized, and what ends a synthesis.
. "$SOURCE/tests/synthesize/lib.sh"

echo 'section { 4 x task { 1000000 } }' >small.tree
status 'more threads than processors' 1 synthesize-tree --threads=1000 small.tree static 2>errors
has 'more threads' errors '^spanwise: .*\b1000 processors\b'
status 'if it must be' 0 synthesize-tree --threads=8 --oversubscribe small.tree static tasks >out
has 'if it must be' out '^static [0-9.]+ '
status 'no threads' 1 synthesize-tree --threads=0 small.tree static 2>errors
has 'no threads' errors '^spanwise: .*\b0 threads\b'

# No section: nothing to synthesize, and that is the prediction.
echo '1000' >serial.tree
status 'no section' 0 synthesize-tree serial.tree static cilk >out
has 'no section' out '^static 1.000 '
has 'no section' out '^cilk 1.000 '
echo 'section { } section { 5 }' >empty.tree
status 'no tasks' 0 synthesize-tree --threads=1 empty.tree static tasks cilk >out

awk 'BEGIN { for (i = 0; i < 6000; i++) printf "call f { lock 1 { "; printf "1"; for (i = 0; i < 6000; i++) printf " } }"; print " section { task { 1 } }" }' >deep.tree
status 'too deep' 1 synthesize-tree --threads=1 deep.tree static 2>errors
has 'too deep' errors '^spanwise: .*[0-9]+ nodes deep'

# A lock is held while the section's other thread wants it: there is so much to do under it that it comes in time, on a busy machine too.
if [ "$(nproc)" -ge 2 ]; then
    echo 'section { task { lock 1 { section spawn { 300 x task { lock 1 { 1000000 } } } } } task { 1 } }' >dead.tree
    synthesize-tree dead.tree static >out 2>errors &
    pid=$!
    wait $pid
    ended=$?
    # It may come about in a later round only: then, and only then, there is something to tell.
    if grep -q '\bfound\b.*\bcounts$' errors; then
        same 'a deadlock, later' $ended 0
    else
        same 'a deadlock' $ended 1
    fi
    has 'a deadlock' errors '^spanwise: .*[0-9]+ s: a deadlock'
fi

# An interrupt ends the child too.
echo 'section { 2 x task { 30000000000 } }' >long.tree
synthesize-tree --threads=1 long.tree static >out 2>errors &
pid=$!
child=
for _ in $(seq 1200); do
    child=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null)
    [ -n "$child" ] && break
    sleep 0.05
done
kill -TERM $pid
wait $pid
same 'interrupted' $? 1
check 'it had a child' [ -n "$child" ]
check 'the child is gone' [ ! -e "/proc/${child%% *}" ]
finish
