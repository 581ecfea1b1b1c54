# The translator of the other machine, under an emulator: programs do the same, and it counts to the
# instruction what the emulator counts, site by site.
. "$SOURCE/tests/cross/lib.sh"
there=$SOURCE/tests/translate

# An emulator may not tell which memory is code (that of x86-64, 7.2): then nothing can be translated, and it is said.
echo 'int main(void) { return 3; }' | "$OTHER-linux-gnu-gcc" -x c - -o three || exit 1
timeout 300 "qemu-$OTHER" -L "/usr/$OTHER-linux-gnu" -E LD_PRELOAD="$CROSS/preload.so" ./three 2>err
same 'a small program: status' $? 3
if grep -q '^spanwise: ' err; then
    echo "$OTHER: $(cat err)"
    finish
fi

count() { # ENGINE COMMAND...: to ENGINE.json
    engine=$1
    shift
    emulate=
    export SPANWISE_LIB=$CROSS/libspanwise.so QEMU_LD_PREFIX=/usr/$OTHER-linux-gnu
    [ "$engine" = own ] && emulate="qemu-$OTHER"
    # shellcheck disable=SC2086
    timeout 120 spanwise run --meter=instructions --engine="$engine" --libraries=none -q -o "$engine.prof" \
        $emulate "$@" >"$engine.out" 2>"$engine.err" || fail "$engine: $* fails: $(cat "$engine.err")"
    unset SPANWISE_LIB QEMU_LD_PREFIX
    same "$engine: $* says nothing" "$(grep -v -e "'spanwise cc'" -e "'spanwise sample" "$engine.err")" ''
    spanwise report --format=json "$engine.prof" |
        jq '.work, .span, .burdened_span, .spawns, .syncs, (.sites[] | del(.address))' >"$engine.json"
}

check 'counts.c builds' build "$OTHER" -O2 -g -w "$there/counts.c" -o counts
programs='counts:1000:2000'
for name in pqsort:20000 $(! long || echo fib:16); do
    check "$name builds" build "$OTHER" -O2 -g -w "$SOURCE/examples/${name%%:*}.c" -o "${name%%:*}"
    programs="$programs $name"
done
for program in $programs; do
    # shellcheck disable=SC2086
    count own ./${program//:/ }
    # shellcheck disable=SC2086
    count qemu ./${program//:/ }
    check "$program: they print the same" cmp own.out qemu.out
    check "$program: they count the same" cmp own.json qemu.json
    check "$program: something" test "$(sed 1q own.json)" -gt 10000
done

# Workers are there before the translator is, and are counted too: the work is that of the serial run, but
# for what steals take.
count own ./pqsort 200000
serial=$(sed 1q own.json)
export SPANWISE_LIB=$CROSS/libspanwise.so
timeout 120 spanwise run --meter=instructions --workers=2 --libraries=none -q -o parallel.prof \
    "qemu-$OTHER" -L "/usr/$OTHER-linux-gnu" ./pqsort 200000 >out 2>err
same 'on two workers' $? 0
unset SPANWISE_LIB
within 'the work on two workers' "$(spanwise report --format=json parallel.prof | jq .work)" \
    $((serial * 99 / 100)) $((serial * 102 / 100))

# What a translator must do itself.
for name in signals processes aside; do
    check "$name builds" "$OTHER-linux-gnu-gcc" -O2 -w -D_GNU_SOURCE -I"$SOURCE" "$there/$name.c" \
        -o $name -pthread
    timeout 300 "qemu-$OTHER" -L "/usr/$OTHER-linux-gnu" -E LD_PRELOAD="$CROSS/preload.so" ./$name >out 2>&1
    got=$?
    same "$name: $(tail -3 out)" $got 0
done
finish
