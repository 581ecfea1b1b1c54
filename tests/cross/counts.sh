# Exact counts of every site, on both machines; see counts.c. With and without the way to the code
# through /proc/self/mem; serially and on several workers.
. "$SOURCE/tests/cross/lib.sh"
for machine in $machines; do
    check "$machine builds" build "$machine" -O2 -g -w "$here/counts.c" -o counts
    for level in full spawns; do
        for how in ' --workers=1' "$CROSS/no-pwrite --workers=1" ' --workers=4'; do
            wrapper=${how% *} workers=${how##* }
            # In `make test`, of this machine the half of them.
            case $(long || echo "$machine $level $wrapper $workers") in "$OTHER"* | *full*=4 | *spawns*no-pwrite* | '') ;; *) continue ;; esac
            what="$machine $level $workers ${wrapper##*/}"
            profile "$machine" --budget=none --level=$level "$workers" -- ./counts >out
            same "$what: status" $? 42
            check "$what: output" diff out "$here/counts.out.expected"
            same "$what: spawns" "$(figure .spawns)" 103
            same "$what: syncs" "$(figure .syncs)" 96
            figure '.regions[] | "\(.label): \(.spawns) \(.syncs)"' | sort >regions
            same "$what: regions" "$(tr '\n' ' ' <regions)" 'all: 103 96 loops: 10 6 '
            has "$what: events" report '[1-9][0-9]* in 1 thread'
            # Which function an unpatched callee was is for the tests of symbols to say.
            sites counts.c | sed "/spawn/ s/spawn [^ ]*/spawn/" >sites
            check "$what: sites" diff sites "$here/counts.$level.expected"
        done
    done
done
finish
