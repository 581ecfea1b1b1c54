# Instructions are counted of the other machine's programs too, by its emulator: the same sites, and
# the same count every time; linked in every way.
. "$SOURCE/tests/cross/lib.sh"
SPANWISE_LIB=$CROSS/libspanwise.so QEMU_LD_PREFIX=/usr/$OTHER-linux-gnu
export SPANWISE_LIB QEMU_LD_PREFIX
for flags in '' -static -static-pie '-no-pie -fno-pie'; do
    title="$OTHER ${flags:-dynamic}"
    check "$title builds" build "$OTHER" -O2 -g -w $flags "$here/counts.c" -o counts
    for level in full spawns; do
        spanwise run --meter=instructions --level=$level ./counts >out 2>report
        same "$title $level: status" $? 42
        check "$title $level: output" diff out "$here/counts.out.expected"
        sites counts.c | sed "/spawn/ s/spawn [^ ]*/spawn/" >sites
        check "$title $level: sites" diff sites "$here/counts.$level.expected"
        figure '[.work, .spawns]' >$level
        spanwise run -q --meter=instructions --level=$level ./counts >out 2>report
        figure '[.work, .spawns]' >again
        check "$title $level: again" cmp $level again
        within "$title $level: work" "$(figure .work)" 5000 5000000
    done
    check "$title: the level does not matter" cmp full spawns
done
finish
