# Where a spawned call is seen in the text, its callee reports the spawn: see spawned.c.
. "$SOURCE/tests/cross/lib.sh"
cat >want <<END
direct: nop nop
in_a_loop: nop nop
indirect: branch branch
of_the_library: branch branch
of_inlined: branch branch
of_a_jumper: branch branch
END
for machine in $machines; do
    check "$machine builds" \
        build "$machine" -O2 -g -I"$SOURCE" -fno-unroll-loops "$here/spawned.c" -o spawned
    profile "$machine" --budget=none -- ./spawned >got
    same "$machine: status" $? 0
    check "$machine: sleds" diff want got
    same "$machine: spawns" "$(figure .spawns)" 8
done
finish
