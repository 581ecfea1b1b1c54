# The examples and the forms of the language: the same output, spawns and syncs from
# both compilers and on both machines.
. "$SOURCE/tests/cross/lib.sh"

# totals: of the last profile.
totals() {
    figure '"\(.spawns) spawns \(.syncs) syncs"'
}

while read -r source arguments; do
    name=$(basename "$source" .c)
    for machine in $machines; do
        check "$name builds for $machine" build "$machine" -O2 -g -w "$SOURCE/$source" -o "$name"
        profile "$machine" --budget=none -- ./"$name" $arguments >"out.$machine"
        same "$name on $machine: status" $? 0
        totals >"totals.$machine"
    done
    for machine in clang "$OTHER"; do
        check "$name on $machine: output" diff out.native "out.$machine"
        check "$name on $machine: totals" diff totals.native "totals.$machine"
    done
    has "$name: spawns" totals.native '^[1-9]'
done <<END
examples/fib.c 16
examples/pqsort.c 3000
examples/mm.c 128
examples/bfs.c 12
examples/stencil.c fine 3000
tests/cc/forms.c
tests/cc/loops.c
END
finish
