# The same for x86-64, where its compiler and an emulator are there.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/cc
cross=x86_64-linux-gnu-gcc
if ! command -v $cross >/dev/null || ! command -v qemu-x86_64 >/dev/null; then
    echo "skipped: no $cross or no qemu-x86_64"
    exit 0
fi
$cross -O2 -fPIC -fvisibility=hidden -D_GNU_SOURCE -I"$SOURCE" -r -nostdlib "$SOURCE"/agent/cilk/module.c \
    "$SOURCE"/agent/cilk/sched/*.[cS] "$SOURCE"/base/processors.c \
    "$SOURCE"/agent/core/vectors.c -o module.o
for program in forms loops; do
    gcc -w -I"$SOURCE/include" "$here/$program.c" -o serial && ./serial >want
    for level in -O0 -O2 '-O2 -masm=intel'; do
        check "$program $level rewrites" \
            spanwise cc --spanwise-cc=$cross --spanwise-rewrite -w "$here/$program.c" -o $program.i
        check "$program $level builds" $cross -static -w $level -fno-ipa-ra $program.i module.o -o $program
        qemu-x86_64 ./$program >got
        check "$program $level agrees" cmp got want
    done
    objdump -h $program >sections
    has "$program has sleds" sections '__spanwise_sleds'
    check "$program has five-byte nops" sh -c "x86_64-linux-gnu-objdump -d $program | grep -q '0f 1f 44 00 00'"
done

# Last syncs, as in sleds.sh.
last_syncs() { sed -n 's/^LAST_SYNC \([a-z_]*\).*/\1/p' list | sort | tr '\n' ' '; }
spanwise cc --spanwise-cc=$cross --spanwise-rewrite "$here/syncs.c" -o syncs.i
for level in '-O1' '-O2' '-Os' '-O2 -fcf-protection' '-O2 -masm=intel'; do
    check "syncs $level builds" \
        $cross -B"$BUILD/lib/spanwise/as/" -static $level -fno-ipa-ra syncs.i module.o -o syncs
    check "syncs $level runs" qemu-x86_64 ./syncs
    check "table by $level" "$BUILD/tests/sleds-table" --list syncs x86_64-linux-gnu-objdump >list
    same "last syncs by $level" "$(last_syncs)" 'last_fib last_of_two '
done
finish
