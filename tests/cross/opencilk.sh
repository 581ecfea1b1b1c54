# Programs with OpenCilk's hooks on the other machine: exact counts, as in tests/opencilk/counts.sh. The
# emulator is what `spanwise run` starts, so the library is preloaded by hand.
. "$SOURCE/tests/opencilk/lib.sh"
. "$SOURCE/tests/opencilk/acts.sh"
compiler=$OTHER-linux-gnu-gcc

profile() {
    SPANWISE_LIB=$CROSS/libspanwise.so spanwise run -q -o it.prof "qemu-$OTHER" -L "/usr/$OTHER-linux-gnu" \
        -E LD_PRELOAD="$CROSS/libspanwise.so" -E CILK_NWORKERS=1 ./counts "$@" >out 2>err
}
build_tool "$compiler"
title="$OTHER -O2"
build "$compiler" '-O2 -fno-omit-frame-pointer' counts "$here/counts.c" "$here/unit.c"
acts

# Without frame pointers: spawns and syncs at least.
build "$compiler" '-O2 -fomit-frame-pointer' counts "$here/counts.c" "$here/unit.c"
for one in 'loop 15 8' 'regions 7 3'; do
    set -- $one
    status "$OTHER without frame pointers: $1" 42 profile "$1"
    show
    same "$OTHER without frame pointers: $1" "$(value '"\(.spawns) \(.syncs)"')" "$2 $3"
done
finish
