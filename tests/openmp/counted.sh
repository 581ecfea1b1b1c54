# What the simulation says of constructs is exact where costs are: by instructions, on 8 processors.
. "$SOURCE/tests/lib.sh" || exit 1
unset OMP_NUM_THREADS
gcc -O2 -g -fopenmp "$SOURCE/tests/openmp/counted.c" -o counted || exit 1

# near 'what it is' VALUE WANTED: within 2%
near() { within "$1" "$2" "$(awk "BEGIN { print $3 * 0.98 }")" "$(awk "BEGIN { print $3 * 1.02 }")"; }

runs() {
    OMP_CANCELLATION=true timeout -s KILL 300 spanwise run --meter=instructions -N 8 --format=json \
        -o p.prof ./counted "$1" >out 2>json || fail "$1: status $?, $(head -n 2 json)"
}

# looks NAME SPEEDUP PARALLELISM
looks() {
    runs "$1"
    near "$1: speedup" "$(jq -r '.runs[0].speedup' json)" "$2"
    near "$1: parallelism" "$(jq -r .parallelism json)" "$3"
    within "$1: lost to nothing that has a name" "$(jq -r '.runs[0].lost.other' json)" 0 0.01
}

# loops NAME SPEEDUP: it has a region with a loop that is all of it, so both have the program's speedup: threads
# that wait in a loop, for a lock or for their turn, are in it.
loops() {
    same "$1: a region and a loop" "$(jq -r '[.constructs_by_processors[].kind] | sort | join(" ")' json)" 'for parallel'
    for got in $(jq -r '.constructs_by_processors[].runs[0].speedup' json); do
        near "$1: speedup of each" "$got" "$2"
    done
}

looks ordered 7.36 8.77    # 6400 / 870 ; 6400 / (90 + 640)
loops ordered 7.36
looks wave 4.27 4.27       # 64 / 15
looks depend 4.27 4.27     # 64 / 15
looks grouped 4.5 8        # 7200 / 1600 ; 7200 / 900
looks taskloop 8 64        # 6400 / 800
looks critical 3.84 64     # 6400 / (75 + 64 * 25)
loops critical 3.84
looks cancelled 7.5 7.5    # 15 * 100 / 200: the first one has gone to the end
looks leaves 8 64
looks links 1 1
runs joins
near 'joins: the longest task is by its own code' "$(jq '([.constructs[].largest] | max) / .work' json)" "$(jq -n '1 / 15')"
near 'joins: and all of them are' "$(jq '([.constructs[] | select(.kind == "task") | .busy] | add) / .work' json)" 1
looks four 4 4
has 'four: that it is threads without work' json '\b4 .*\b8 threads .*.omp parallel. at counted.c:[0-9]+ in .four.'
# Threads of a number that the program sets take turns where there are fewer processors.
for program in fixed nests; do
    timeout -s KILL 300 spanwise run --meter=instructions -N 1,2,3,4,8 --format=json -o p.prof ./counted $program >out 2>json ||
        fail "$program, on fewer: status $?, $(head -n 2 json)"
    for n in 1 2 3 4; do
        near "$program, on $n: speedup" "$(jq ".runs[] | select(.processors == $n).speedup" json)" $n
        near "$program, on $n: efficiency" "$(jq ".runs[] | select(.processors == $n).efficiency" json)" 1
    done
done

# awaits NAME KINDS SINGLE BARRIER: what threads wait for, and the shares of the work that singles and barriers have.
awaits() {
    runs "$1"
    same "$1: what is waited for" "$(jq -r '[.constructs[] | select(.wait > 0).kind] | unique | join(" ")' json)" "$2"
    for kind in single barrier; do
        share=$(jq "([.constructs[] | select(.kind == \"$kind\").work] | add // 0) / .work" json)
        [ $kind = single ] && want=$3 || want=$4
        within "$1: the work of each $kind" "$share" "$(jq -n "$want - 0.02")" "$(jq -n "$want + 0.02")"
    done
}
awaits awaited 'parallel single' 0.47 0 # 70 / (8 * 10 + 70)
awaits shared 'parallel single' 0 1
awaits beside 'barrier parallel' 0 1
awaits numbered 'barrier parallel' 0 1

# On one core 6400 + 1600, on 8 800 + 1600: what seven of them repeat is no work, and if it were divided, too, they would be 8 times as fast.
timeout -s KILL 300 spanwise run --meter=instructions -N 1,8 --format=json -o p.prof ./counted repeated >out 2>json || fail "repeated: status $?"
verdict() { jq -r ".verdict | $1" json; }
same 'repeated: what it is' "$(verdict '[.cause, .losses[0].form] | join(" ")')" 'parallelism repeated'
same 'repeated: which region' "$(verdict .line)" "$(($(grep -n '^static void repeated' "$SOURCE/tests/openmp/counted.c" | cut -d : -f 1) + 2))"
near 'repeated: speedup' "$(verdict .speedup)" 3.333 # 8000 / 2400
near 'repeated: work' "$(verdict .work)" 0.4167      # 8000 / (8 * 2400)
near 'repeated: lost' "$(verdict '.losses[0].lost')" 0.5833
near 'repeated: without it' "$(verdict .speedup_without)" 8

# Where only the kernel can change the thread pointer: x86-64 before Linux 5.9, and in emulators.
gcc -shared -fPIC -x c - -o older.so <<'C' || exit 1
unsigned long __getauxval(unsigned long);
unsigned long getauxval(unsigned long type) { return type == 26 ? __getauxval(type) & ~2ul : __getauxval(type); } /* AT_HWCAP2 */
C
LD_PRELOAD=$PWD/older.so looks wave 4.27 4.27
finish
