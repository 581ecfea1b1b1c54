# Helpers for shell tests. BUILD is the build tree, SOURCE the source tree.
set -u
# What whoever started us ignores, as nohup does and a shell of its background jobs, all that we start would ignore too, and a
# shell cannot change that of itself.
if grep -q '^SigIgn:.*[^048c]$' /proc/$$/status; then
    exec env --default-signal=HUP,INT bash "$0" "$@"
fi
PATH="$BUILD:$PATH"
export LC_ALL=C NO_COLOR=1
unset CILKSCALE_OUT
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
cd "$WORK" || exit 1
failures=0
passes=0

# but_hooks: names on standard input, but those of libc that every profiler stands in front of: what waits, makes threads, or becomes
# another program.
but_hooks() { grep -vxE 'clock_nanosleep|epoll_p?wait|f?exec[lv][a-z]*|nanosleep|pause|p?poll|p?select|(pthread|thrd)_create|sem_(clock|timed)wait|sigsuspend|sig(timed)?wait(info)?|(thrd_|u)?sleep'; }

# long: in `make test-long`, which asks more of the same than `make test` does.
long() { [ -n "${LONG-}" ]; }

# some STEP WORD...: of that many words one, from the first on; in `make test-long` all.
some() {
    local i step=$1
    ! long && ! timing || step=1
    for ((i = 2; i <= $#; i += step)); do echo "${!i}"; done
}

# emulated 'what it lacks': in `make test-other`, whose emulator cannot do that.
emulated() { [ -n "${EMULATED-}" ] && echo "left out, in an emulator: $1"; }

pass() { passes=$((passes + 1)); }

fail() {
    failures=$((failures + 1))
    echo "FAIL: $*" >&2
}

# check 'what it is' command...: the command succeeds.
check() {
    what=$1
    shift
    if "$@"; then pass; else fail "$what: $*"; fi
}

# same 'what it is' GOT WANT
same() {
    if [ "$2" = "$3" ]; then pass; else
        fail "$1: got '$2', want '$3'"
    fi
}

# unwrapped FILE: with lines that follow each other since a word did not fit into 80 columns as one: where that is depends on
# how long figures are.
unwrapped() {
    awk '{ wraps = NF && length(last) <= 80 && length(last) + 1 + length($1) > 80; last = $0
           if (wraps) sub(/^ */, " "); else if (NR > 1) print ""
           printf "%s", $0 }
         END { print "" }' "$1"
}

# has 'what it is' FILE REGEX: a line of the file matches, wrapped or not.
has() {
    if grep -Eq -- "$3" "$2" || unwrapped "$2" | grep -Eq -- "$3"; then pass; else
        fail "$1: nothing matches '$3' in:"
        sed 's/^/    /' "$2" >&2
    fi
}

# names 'what it is' FILE 'WORD ...': each of the words is in the file: what a message is about (a file, an option, a figure).
# How it says that is for tests/golden to compare, and for nobody else.
names() {
    set -f && set -- "$1" "$2" $3 && set +f
    for word in "${@:3}"; do
        if grep -Fq -- "$word" "$2"; then pass; else
            fail "$1: '$word' is not in:"
            sed 's/^/    /' "$2" >&2
        fi
    done
}

# refused 'what it is' STATUS 'WORD ...' COMMAND...: it ends so, prints nothing, and says one line, which names the words.
refused() {
    what=$1 want=$2 words=$3
    shift 3
    "$@" >refused.out 2>refused.err
    same "$what: status" $? "$want"
    same "$what: no output" "$(cat refused.out)" ''
    same "$what: one line, ours" "$(grep -c '^spanwise: ' refused.err) $(wc -l <refused.err)" '1 1'
    names "$what" refused.err "$words"
}

# is_within 'what it is' VALUE LOW HIGH: the question alone, for figures that are measured again.
is_within() { awk -v v="$2" -v l="$3" -v h="$4" 'BEGIN { exit !(v != "" && v + 0 >= l && v + 0 <= h) }'; }

# within 'what it is' VALUE LOW HIGH (numbers, may be fractions)
within() {
    if is_within "$@"; then
        pass
    else
        fail "$1: $2 is not within $3 and $4"
    fi
}

# timing: in `make test-timing`, on a machine that does nothing else. A script that has both what is certain and what depends on time
# runs in `make test` too, and asks for the former only.
timing() { [ -n "${TIMING-}" ]; }

# measured 'what it is' VALUE LOW HIGH: a figure that depends on time, which `make test-timing` prints beside its limits.
measured() {
    timing || return 0
    echo "measured: $1: $2, of $3 to $4"
    within "$@"
}

# judge 'what it is' VALUE LOW HIGH: of a script that counts instructions ($METER) in `make test`, which is certain, and has times in
# `make test-timing`.
if timing; then METER=${METER:-time}; else METER=${METER:-instructions}; fi
judge() { if timing; then measured "$@"; else within "$@"; fi; }

# What operations of OpenMP's runtime and of threads cost is given in `make test`, in nanoseconds: to measure it before each run takes up
# to half a second, longer than most programs.
timing || long || export SPANWISE_OPENMP_COSTS=2000,100,500,50,60,200,20,100 \
    SPANWISE_THREADS_COSTS=lock=10,wake=1500,latency=3000,create=10000,start=20000,yield=400

# median: of the numbers that are read.
median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

# status 'what it is' WANTED command...: exact exit status.
status() {
    what=$1 want=$2
    shift 2
    "$@"
    got=$?
    same "$what" "$got" "$want"
}

finish() {
    echo "$passes passed, $failures failed"
    [ "$failures" = 0 ] && [ "$passes" != 0 ]
    exit
}
