# Where a spawned call is seen in the text, its callee reports the spawn: see spawned.c.
. "$SOURCE/tests/cross/lib.sh"
# direct, in_a_loop; indirect, of_the_library, of_inlined, of_a_jumper
want='2 nop nop 4 branch branch '
for machine in $machines; do
    check "$machine builds" \
        build "$machine" -O2 -g -I"$SOURCE" -fno-unroll-loops "$here/spawned.c" -o spawned
    profile "$machine" --budget=none -- ./spawned >got
    same "$machine: status" $? 0
    same "$machine: sleds" "$(sort -r got | uniq -c | tr -s ' \n' ' ' | sed 's/^ //')" "$want"
    same "$machine: spawns" "$(figure .spawns)" 8
done
finish
