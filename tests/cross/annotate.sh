# Annotations on the other machine: its note in the file, its clock; see tests/annotate/endings.c and wrong.c.
. "$SOURCE/tests/cross/lib.sh"

# run PROGRAM ARGUMENTS...: there.
run() {
    SPANWISE_LIB=$CROSS/libspanwise-annotate.so LD_PRELOAD= spanwise run --front-end=annotate -q \
        "qemu-$OTHER" -L "/usr/$OTHER-linux-gnu" -E LD_PRELOAD="$CROSS/libspanwise-annotate.so" "$@" 2>err
}

for name in endings wrong; do
    check "build $name" "$OTHER-linux-gnu-gcc" -O2 -g -I "$SOURCE/include" "$SOURCE/tests/annotate/$name.c" \
        -o $name -lpthread
done
status 'it runs' 0 run ./endings ''
same 'its tasks' "$(figure '.sites[] | select(.callee == "task t") | .on_work.count')" 1000
same 'names at run time' "$(run ./endings names; figure '.sites[] | select(.callee == "task name 1") | .on_work.count')" 3
status 'one that does not match' 7 run ./wrong lock-kept >out
has 'what does not match' err '^spanwise: annotations .*wrong.c:[0-9]+ .*\block 3\b.*wrong.c:[0-9]+'
finish
