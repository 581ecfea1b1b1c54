# A program that refuses so many threads, and ends early: that is no run of it. What it said is shown, the other numbers count.
. "$SOURCE/tests/openmp/lib.sh"
check 'it builds' gcc -O2 -g -fopenmp "$SOURCE/tests/openmp/refuses.c" -o refuses
numbers() { spanwise report --format=json p.prof | jq -c '[.runs[].processors]'; }

# refuses 'HOW' END: as it refuses; how it ends then.
refuses() {
    status "$1: the first run's" 0 spanwise run --meter=instructions -N 1,2,3,4,8 -o p.prof ./refuses $1 >out 2>err
    same "$1: the others are there" "$(numbers)" '[1,2,4]'
    same "$1: output is that of the first" "$(wc -l <out)" 2000
    for n in 3 8; do
        has "$1: $n are left out, and why" err "^spanwise: $n\b.*\b$2\b"
        has "$1: what it said" err "^ +cannot run with $n threads\$"
    done
    same "$1: of long output the end" "$(grep -c '^    line' err | awk '{ print ($1 > 100 && $1 < 1200) }')" 1
    spanwise report --format=json p.prof >json
    same "$1: the profile knows" "$(jq -c '[.warnings[] | select(test("left out"))] | length' json)" 2
    same "$1: it is whole" "$(jq -r '[.program, .meter, .unit] | join(" ")' json)" './refuses instructions instructions'
    within "$1: its speedup" "$(jq '.runs[2].speedup' json)" 3.5 4
}
refuses 'status 1' 'exit status 1'
refuses 'status 0' 'exit status 0'
refuses late 'exit status 0'
refuses signal 'signal 6'

# Alone: nothing is known, and nothing is told of serial code.
status 'one number that is refused' 1 spanwise run --meter=instructions -N 8 -o p.prof ./refuses status 1 >out 2>err
spanwise report --format=json p.prof >json
same 'its cause' "$(jq -r .verdict.cause json)" unknown
same 'no advice' "$(jq -c '[.findings[] | select(.worth)]' json)" '[]'
# The first of several.
status 'the first one refuses' 1 spanwise run -q --meter=instructions -N 3,4 -o p.prof ./refuses status 1 >out 2>err
same 'the other counts' "$(numbers)" '[4]'
# All of them.
status 'all refuse' 1 spanwise run -q --meter=instructions -N 8,16 -o q.prof ./refuses status 1 >out 2>err
check 'no profile' test ! -e q.prof
finish
