# For tests of traffic.c, here and in an emulator, of all its programs or of PROGRAMS, the last of which is hot. follow FILE COMMAND...: runs it, its traffic goes to the file.
. "$SOURCE/tests/lib.sh" || exit 1

build_traffic() { # COMPILER OPTIONS...: ./traffic for where it is to run, ./formula for here
    check 'traffic.c builds' "$1" -O2 -no-pie -fno-tree-loop-distribute-patterns -Wall -Wextra -Werror -D_GNU_SOURCE "${@:2}" \
        "$SOURCE/tests/translate/traffic.c" -o traffic -lm
    check 'it builds for here' gcc -O2 -D_GNU_SOURCE "$SOURCE/tests/translate/traffic.c" -o formula -lm
}

# sums FILE: by capacity: fills by one hash and the other, what was written back by one and the other, of one of 64 lines; by the
# program's own code, which is at a low address.
sums() {
    awk '/^unknown/ || length($1) > 6 { next }
         { for (i = 3; i <= NF; i++) { split($i, v, "[/,]"); for (k = 1; k <= 4; k++) s[i - 2, k] += v[k] } }
         END { for (i = 1; i <= 12; i++) print s[i, 1] + 0, s[i, 3] + 0, s[i, 2] + 0, s[i, 4] + 0 }' "$1"
}

# one_traffic NAME: two times less one time, against the formula.
one_traffic() {
    for n in 1 3; do
        follow "$WORK/$n.traffic" ./traffic "$1" $n
        same "$1 $n: status" $? 0
        check "$1 $n: its traffic" test -s $n.traffic
        sums $n.traffic >$n.sums
    done
    ./formula "$1" | paste -d ' ' - 1.sums 3.sums >all
    same "$1: 12 capacities" "$(grep -c '^[0-9]* -*[0-9]* -*[0-9]* [0-9]* [0-9]* [0-9]* [0-9]* [0-9]' all)" 12
    same "$1: as the formula says" "$(awk -v name="$1" '
        function differs(got, want) { got -= want; return (got < 0 ? -got : got) > 0.05 * want + 128 }
        $2 >= 0 { for (k = 0; k < 4; k++) {
            got = ($(8 + k) - $(4 + k)) * 64 / 2; want = $(2 + int(k / 2))
            if (differs(got, want) && n++ < 4)
                printf "%d kB: %s by hash %d: %d lines, not %d; ", $1 / 1024, k < 2 ? "fills" : "written back", k % 2, got, want
        } }' all)" ''
}

# Of the 786432 that are read all the time by `hot`, 3 times, those to one of 32 lines would come: 73728, and as many that leave one.
every_traffic() {
    for name in ${PROGRAMS:-$(./formula)}; do one_traffic "$name"; done
    within 'hot: lines that rest' "$(sed -n 's/^unknown.* told \([0-9]*\) .*/\1/p' 3.traffic)" 100 20000
}

# one_window NAME TIMES NS: windows of so many times, of so many ns each, over the part of all instructions that they have: within 20% of the formula. Caches of half and
# of twice a limit are left out: how much a gap leaves in them is not known so well.
one_window() {
    WINDOWS=$3:5 follow "$WORK/windows.traffic" ./traffic "$1" "$2"
    same "$1 in windows: status" $? 0
    read -r all within counted < <(sed -n 's/^unknown of all \([0-9]*\) in windows \([0-9]*\) counted/\1 \2/p' windows.traffic)
    within "$1 in windows: all instructions are in one or in a gap, of the last block but for some" $((counted - all)) -1000 1000
    within "$1 in windows: per cent of all" $((100 * within / all)) 8 40
    sums windows.traffic >windows.sums
    same "$1 in windows: as the formula says" "$(./formula "$1" | paste -d ' ' - windows.sums | awk -v times="$2" -v all="$all" -v part="$within" '
        { limit[NR] = $2; got[NR] = ($4 + $5) / 2 * 64 * all / part / times }
        END { for (i = 2; i < NR; i++) {
            if (limit[i] < 0 || limit[i] != limit[i - 1] || limit[i] != limit[i + 1]) continue
            off = got[i] - limit[i]; off = off < 0 ? -off : off; most = limit[1] * 0.2
            if (off > most) printf "cache %d: %d lines, not %d; ", i, got[i], limit[i] } }')" ''
}

every_window() {
    one_window copy 3000 2000000
    one_window stencil 2000 2000000
    one_window matmul 150 2000000
}

# Shared lines, see shared.c: NAME LOW HIGH of potential transfers. share FILE COMMAND...: as follow, what is shared goes to the file.
one_shared() {
    share "$WORK/shared.found" ./shared "$1" "${4-10000}"
    same "shared lines: $1: status" $? 0
    within "shared lines: $1" "$(cut -d ' ' -f 1 shared.found)" "$2" "$3"
}

every_shared() { # COMPILER
    check 'shared.c builds' "$1" -O2 -Wall -Wextra -Werror "$SOURCE/tests/translate/shared.c" -o shared
    one_shared beside 10000 13400
    one_shared counter 10000 10100
    same 'shared lines: counter: all by atomics' "$(cut -d ' ' -f 3 shared.found)" 10000
    # All of some lines is counted, and some of the accesses to others: so a few lines that are used in turns are seen, and many.
    one_shared turns 105000 150000 100000
    one_shared spread 90000 130000 81920
    # One access of 1000 writes, which a branch leads to: 819 of each thread. A few of those are seen.
    one_shared rarely 800 3300 819200
    one_shared apart 0 100
    one_shared readers 0 100
    one_shared heap 10000 13400
    same 'shared lines: the block' "$(cut -d ' ' -f 4 shared.found)" 1000
    # One of 1040 is seen, of 400000: which lines these are is by chance, give or take 26 of 385.
    one_shared chase 0 100 40000
    within 'a chain by numbers' "$(sed -n 's/^unknown.* chained //p' traffic.shared)" 200 600
    one_shared beside 10000 13400
    same 'no chain' "$(sed -n 's/^unknown.* chained //p' traffic.shared)" 0
}
