# --time is binding, whatever the tree stands for.
. "$SOURCE/tests/lib.sh"

echo 'section a { 2147483647 x task { 3 lock l { 5 } } }' >lock.tree
python3 - >deep.tree <<'X'
text = "5 lock l { 3 }"
for i in range(12):
    text = "section a%d { 1000 x task { 1 %s } }" % (i, text)
print(text)
X
# in_time 'what it is' command...: it ends by itself; without a limit it would take for ever.
in_time() {
    what=$1
    shift
    begin=$SECONDS
    timeout -s KILL 300 "$@" >out 2>err
    got=$?
    measured "$what: seconds" $((SECONDS - begin)) 0 5
    check "$what: in time" test $got -lt 100
}
in_time 'ranking' spanwise what-if --rank --time=1 --machine=ideal lock.tree
in_time 'ranking, nested' spanwise what-if --rank --time=1 --machine=ideal deep.tree
has 'is said' err "^spanwise: .*'deep.tree'"
in_time 'a change' spanwise what-if a=2x --time=1 --machine=ideal lock.tree
in_time 'a change, nested' spanwise what-if a0=2x --time=1 --machine=ideal deep.tree
has 'is said' out '\b7 numbers\b'
in_time 'predict, nested' spanwise predict --time=1 --machine=ideal deep.tree
has 'is said' err "^spanwise: .*'deep.tree'"
in_time 'predict' spanwise predict --time=1 --machine=ideal --width=200 lock.tree
has 'is said' out '\bof 35 predictions\b'
finish
