# Planted shares: what samples say is measured 3 points of what shares.c has in it, on work and on span,
# serially and in parallel, by the task clock and by a timer.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/sampled
gcc -O2 "$SOURCE/tests/meters/refuse.c" -o refuse || exit 1
spanwise cc -O2 -g "$here/shares.c" -o shares || exit 1

# share FUNCTION SIDE MEASURE WANTED: in percent.
share() {
    got=$(jq -r "[.samples.functions[] | select(.function == \"$1\") | .on_$2.$3] | add // 0 | . * 100 / $(jq ".samples.on_$2" profile.json)" profile.json)
    measured "$how: $3 of $1 on $2" "$got" $(awk -v w="$4" 'BEGIN { print w - 3, w + 3 }')
}

shares() { # how, options of run...
    how=$1
    shift
    timeout -s KILL 300 ${wrapper-} "$BUILD/spanwise" run -q --level=sampled "$@" ./shares 15000000 >out 2>errors
    same "$how: status" $? 0
    spanwise report --format=json >profile.json
    share alone work self 18.18
    share alone span self 50
    share longest work total 18.18
    share longest span total 50
    share longest span self 30
    share compare work self 7.27
    share compare span self 20
    share many work self 54.55
    share many span self 0
    share rest work self 9.09
    share rest span self 0
    share both work total 81.82
    share both span total 50
    share main work total 100
}

shares '1000 a second' --rate=1000
shares '4000 a second' --rate=4000
shares '2 workers' --rate=4000 --workers=2
wrapper='./refuse 1' shares 'a timer' --rate=1000
finish
