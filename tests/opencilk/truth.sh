# Work and span against what the programs spin: see truth.c.
. "$SOURCE/tests/opencilk/lib.sh"
build_tool gcc
build gcc '-O2 -fno-omit-frame-pointer' truth "$here/truth.c"

# act NAME WORK SPAN SPAWNS SYNCS: in units. A span is a maximum, so noise makes the parallelism less:
# of sixteen that are equally long one may well be disturbed.
act() {
    status "$1: status" 0 spanwise run -q --meter=$METER -o it.prof ./truth "$1"
    show
    same "$1: spawns and syncs" "$(value '"\(.spawns) \(.syncs)"')" "$4 $5"
    # What main, or its thread, called: without the program's start.
    set -- "$@" "$(value '[.sites[] | select(.kind == "call" and (.caller == "main" or .caller == "thread"))
                            | .on_work | .work / .span] | join(" ")')"
    judge "$1: parallelism" "$6" "$(awk "BEGIN { print ($2 / $3 > 10 ? .6 : .8) * $2 / $3 }")" "$(awk "BEGIN { print 1.1 * $2 / $3 }")"
}
act wide 12 5 3 1
act regions 16 8 5 2
act tree 16 1 15 15
# The sum of all that spin() spent itself is the work.
judge 'work' "$(value '.work / ([.sites[] | select(.callee == "spin") | .on_work.local.work] | add)')" .99 1.1
act fiber 8 4 1 1
act above 8 4 1 1
act below 8 4 1 1
same 'a fiber: who called' \
    "$(value '[.sites[] | select(.callee == "spin") | .caller] | sort | join(" ")')" 'fiber_body fiber_body'

# Samples belong to the task that they fell in, whose frame is opened late.
status 'sampled: status' 0 spanwise run -q --level=sampled --rate=10000 -o it.prof ./truth wide
show
measured 'sampled: on span' "$(value '(.samples.on_span / .samples.on_work) / (.span / .work)')" .8 1.2
finish
