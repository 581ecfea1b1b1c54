# Planted shares: what samples say is measured 3 points of what shares.c has in it, on work and on span,
# serially and in parallel, by the task clock and by a timer.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/sampled
gcc -O2 "$SOURCE/tests/meters/refuse.c" -o refuse || exit 1
spanwise cc -O2 -g "$here/shares.c" -o shares || exit 1

# share FUNCTION SIDE MEASURE: in percent.
share() {
    got=$(jq -r "[.samples.functions[] | select(.function == \"$1\") | .on_$2.$3] | add // 0 | . * 100 / $(jq ".samples.on_$2" profile.json)" profile.json)
    echo "$got" >>"$3 of $1 on $2"
}

planted='alone work self 18.18
alone span self 50
longest work total 18.18
longest span total 50
longest span self 30
compare work self 7.27
compare span self 20
many work self 54.55
many span self 0
rest work self 9.09
rest span self 0
both work total 81.82
both span total 50
main work total 100'

# The median of some runs: while one takes place, the machine's speed may change, and that of what runs meanwhile with it.
timing && rounds='1 2 3 4 5' || rounds=1
shares() { # how, options of run...
    how=$1
    shift
    rm -f ./*' of '*
    for round in $rounds; do
        timeout -s KILL 300 ${wrapper-} "$BUILD/spanwise" run -q --level=sampled "$@" ./shares 15000000 >out 2>errors
        same "$how: status" $? 0
        spanwise report --format=json >profile.json
        while read -r function side measure wanted; do share "$function" "$side" "$measure"; done <<<"$planted"
    done
    while read -r function side measure wanted; do
        what="$measure of $function on $side"
        measured "$how: $what" "$(median <"$what")" $(awk -v w="$wanted" 'BEGIN { print w - 3, w + 3 }')
    done <<<"$planted"
}

shares '1000 a second' --rate=1000
shares '4000 a second' --rate=4000
shares '2 workers' --rate=4000 --workers=2
wrapper='./refuse 1' shares 'a timer' --rate=1000
finish
