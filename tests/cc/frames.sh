# Frames are made late, and wherever the control goes: as the serial program has it, on all numbers of workers.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/cc
gcc -w -O1 -I"$SOURCE/include" "$here/frames.c" -o serial && ./serial >expected
for level in $(some 4 -O2 -O0 -O1 -O3); do
    check "it builds, $level" spanwise cc --spanwise-cc=gcc -w $level "$here/frames.c" -o frames
    for CILK_NWORKERS in 1 2 4; do
        export CILK_NWORKERS
        timeout 120 ./frames >out 2>err
        same "status, $level, $CILK_NWORKERS workers: $(cat err)" $? 0
        check "output, $level, $CILK_NWORKERS workers" cmp expected out
    done
done
finish
