# Switches between logical threads, by themselves, with each way to switch; on another machine with
# PREFIX and WITH, as constructs.sh.
. "$SOURCE/tests/lib.sh" || exit 1
here=$SOURCE/tests/openmp/switch
machine=$("${PREFIX-}gcc" -dumpmachine)
case $machine in
x86_64*) machine=x86 ways='registers call baton' ;;
*) machine=arm ways='registers baton' ;;
esac
flags="-g -Wall -Wextra -Werror -D_GNU_SOURCE -I$SOURCE -pthread"

# shellcheck disable=SC2086
objects() {
    for file in switch.c switch_$machine.S; do
        "${PREFIX-}gcc" $flags -O2 -std=gnu11 -c "$SOURCE/agent/openmp/simulator/$file" || return
    done
    "${PREFIX-}gcc" $flags -c "$here/through.S"
}
# shellcheck disable=SC2086
programs() {
    "${PREFIX-}gcc" $flags $1 -std=gnu11 "$here/registers.c" ./*.o -lm -o registers &&
        "${PREFIX-}gcc" $flags $1 -std=gnu11 "$here/threads.c" ./*.o -o threads &&
        "${PREFIX-}g++" $flags $1 -Wno-unused-function "$here/throw.cc" ./*.o -o throw
}

check 'the switch builds' objects
for level in -O0 -O2; do
    check "the programs build, $level" programs $level
    for way in $ways; do
        for program in registers threads throw; do
            # shellcheck disable=SC2086
            timeout -s KILL 300 ${WITH:-env} A=a ./$program "$way" >out 2>&1
            got=$?
            same "$program $way $level: $(tail -n 5 out)" $got 0
        done
    done
done
finish
