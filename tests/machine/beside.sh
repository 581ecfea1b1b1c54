# spanwise predict --memory: the program is run again beside a hog or copies of itself, in silence, and what that
# tells is said, no more. The machine's description is invented.
. "$SOURCE/tests/lib.sh" || exit 1
export XDG_CACHE_HOME=$WORK/cache
westmere=$SOURCE/tests/predict/westmere.machine
spanwise calibrate --show 2>err
kept=$(grep -o "$XDG_CACHE_HOME/[^']*\.machine" err)
check 'where it is kept' test -n "$kept"
printf '%s\n' 'spanwise machine 1' 'processors = 2' 'fork_ns = 100' >overheads
cp overheads "$kept"
check 'build' gcc -O2 -g -I"$BUILD/include" "$SOURCE/tests/machine/annotated.c" -o annotated

# predict NAME OPTIONS... -- ARGUMENTS: its report is in NAME.
predict() {
    name=$1
    shift
    spanwise predict --width=1000 --paradigm=omp --schedule=static -P 2,4,12 "$@" 2>"$name"
}
# with_memory NAME P: the speedup with the memory's part.
with_memory() { awk -v p="$2" '/^The same with the memory/ { on = 1 } on && $1 == p { print $2; exit }' "$1"; }

# What is wrong with what is asked for.
status 'no such way' 2 predict err --memory=dice ./annotated
has 'no such way: told' err "^spanwise: --memory .*\bcounters\b.*\bhog\b.*\bcopies\b.*'dice'"
echo 'section { task { 5 } }' >a.tree
status 'of a file' 2 predict err --memory a.tree
has 'of a file: told' err "^spanwise: --memory .*'a.tree'"
if ! spanwise meters | grep -q '^ *cycles .* yes'; then
    status 'no counters' 1 predict err --memory=counters ./annotated >out
    has 'no counters: told' err "^spanwise: --memory=counters: 'cycles' .*--memory=traffic"
fi

if [ "$(nproc)" -lt 2 ]; then
    status 'one processor' 1 predict err --memory=copies ./annotated >out
    has 'one processor: told' err '^spanwise: .*\bprocessor\b'
    finish
fi

# Copies: three rounds of one alone and two at once, and the one that is predicted; what they write is seen once.
status 'copies' 0 predict copies --memory=copies ./annotated 64 runs >out
same 'copies: the output is seen once' "$(wc -l <out)" 1
same 'copies: how often it ran' "$(wc -l <runs)" $((1 + 3 * ($(nproc) == 2 ? 3 : $(wc -l <runs) / 3)))
has 'copies: told' copies '^ *memory +.*\bcopies\b.*\b3 rounds\b.*\b[0-9]+ threads\b.* [0-9.]+ times'
if [ "$(nproc)" = 2 ]; then
    has 'copies: how far it is known' copies '\b2 threads\b.*\b3 and more\b[^;]*$'
    measured 'copies: on 2' "$(with_memory copies 2)" 0.3 2
    same 'copies: on 4' "$(with_memory copies 4)" -
fi
rm -f once
status 'it fails when it is run again' 1 predict err --memory=copies ./annotated 8 runs once >out
has 'it fails when it is run again: told' err "^spanwise: --memory: './annotated' .*\b3\b"

# A machine on which whoever draws anything suffers beside a hog: who does not suffer draws next to nothing, and
# is no burden to the paper's machine either.
memory() { { cat overheads && printf '%s\n' 'l2_bytes = 1000000' 'transfer_apart_ns = 100' && cat; } >"$kept"; }
memory <<'END'
one_thread_mb_s = 10000
saturation_seen_to_threads = 2
saturates = yes
psi_mb_s 2 = points 100:100 10000:200
hog_slowdown 1 10000 = points 100:1 200:50 10000:100
END
status 'next to nothing' 0 predict little --memory=hog --machine="$westmere" ./annotated 8 >out
! timing || has 'next to nothing: told' little '\b1[0-9][0-9] MB/s'
! timing || has 'next to nothing: how far it is known' little '\b12 threads\b.*\b13 and more\b[^;]*$'
! timing || same 'next to nothing: no burden on 12' "$(with_memory little 12)" \
    "$(awk '/emulated, memory left out/ { on = 1 } on && $1 == 12 { print $2; exit }' little)"

# A machine where nobody suffers: nothing is known of the traffic, so nothing is known of the paper's.
memory <<'END'
one_thread_mb_s = 10000
saturation_seen_to_threads = 2
saturates = no
psi_mb_s 2 = points 100:100 10000:9900
hog_slowdown 1 10000 = points 100:1 10000:1.01
END
status 'nobody suffers' 0 predict none --memory=hog ./annotated 8 >out
has 'nobody suffers: told' none '\bno saturation .*\b2 threads\b.*\b3 and more\b[^;]*$'
same 'nobody suffers: on 4' "$(with_memory none 4)" -
status 'nobody suffers: elsewhere' 0 predict none --memory=hog --machine="$westmere" ./annotated 8 >out
! timing || has 'nobody suffers: elsewhere' none '\b12\b.*\b1\.00 to [0-9.]+ times .*\b1 thread\b.*\b2 and more\b[^;]*$'
! timing || same 'nobody suffers: elsewhere, on 12' "$(with_memory none 12)" -

# A target without a memory.
status 'no psi' 1 predict err --memory=hog --machine=overheads ./annotated 8 >out
has 'no psi: told' err "^spanwise: --memory: .*'psi_mb_s'"

# Nothing is left behind.
same 'no hog is left' "$(pgrep -fx '.*/memory-costs --hog.*' -P 1 | wc -l)" 0
finish
