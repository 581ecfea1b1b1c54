# One line of constructs/list with one compiler, for constructs.sh; MODE, NS, BIN and, for
# MODE=preload, LIB are set, WITH where an emulator runs the programs, and LIKE where they are to be like
# those of that compiler. A line for each thing that was looked at: "pass", or "FAIL: ..." with what differs.
read -r program compiler flags how rest
built=$BIN/$program.$compiler$flags
name="$program $compiler $flags ${rest:-}"
case $how in *:*) NS=$(echo "$NS" | tr ' ' '\n' | grep -x "${how#*:}") how=${how%:*} ;; esac
settings=${rest%%-- *} theirs='' arguments=''
case "$rest" in
*'-- '*) arguments=${rest#*-- } theirs=${arguments##*-- } arguments=${arguments%% -- *} ;;
esac
work=$(mktemp -d "$BIN/run.XXXXXX") || exit 1
natively=$BIN/$program.${LIKE:-$compiler}$flags
mkdir "$work/native"
cp "$built" "$work/p" 2>/dev/null && cp "$natively" "$work/native/p" 2>/dev/null || {
    echo "FAIL: $name was not built"
    exit
}
cd "$work" || exit 1

# runs OUT N COMMAND...: its stdout, stderr and status in OUT.*, by the list's environment. The limit is one that only a hang
# reaches: 1000 threads that pass locks on take 7 s of a processor, of which a busy machine may give us a fifth.
runs() {
    local out=$1 n=$2
    shift 2
    # shellcheck disable=SC2086
    { env ${settings//@N/$n} timeout -s KILL "${LIMIT:-300}" "$@" >$out.out 2>$out.err; } 2>/dev/null
    echo $? >$out.status
    [ "$how" != own ] || { tail -n 1 $out.out >$out.last && mv $out.last $out.out && : >$out.err; }
}

# The native run with N threads, as often as it is needed: native.N.*
native() {
    local n=$1
    [ ! -e native.$n.status ] || return 0
    num=OMP_NUM_THREADS=$n
    case "$settings" in *OMP_NUM_THREADS=*) num=A=a ;; esac
    # shellcheck disable=SC2086
    runs native.$n $n env OMP_WAIT_POLICY=passive ${WITH:-env} $num native/p $theirs
    case $program in exit | error) return 0 ;; esac
    [ "$(tail -n 1 native.$n.out)" != ok ] || return 0
    # The yardstick is a run that ended: libomp 14 itself hangs or crashes once in some thousand runs.
    [ "$(cat native.$n.status)" -lt 128 ] || { rm native.$n.*; return 1; }
    echo "FAIL: $name, natively with $n threads: status $(cat native.$n.status)"
    cat native.$n.out native.$n.err | head -n 5 | sed 's/^/    /'
    return 0
}

# equal N WHAT A B
equal() {
    for part in out err status; do
        if cmp -s $3.$part $4.$part; then echo pass; else
            echo "FAIL: $name, $1 threads: $part is not as $2"
            diff $4.$part $3.$part | head -n 6 | sed 's/^/    /'
        fi
    done
}

for n in $NS; do
    case $how in
    same | own) like=1 ;;
    ok) like=0 ;;
    64) like=$((n > ${MOST:-64} ? 0 : n)) ;;
    *) like=$n ;;
    esac
    if [ "$MODE" = native ]; then
        [ $like = 0 ] || { [ $how = same ] && [ $n -gt 3 ]; } || { native $n && echo pass; }
        for part in out err status; do # for constructs.sh, which compares the two compilers'
            [ ! -e native.$n.$part ] || cp native.$n.$part "$BIN/$(echo "$program$flags$rest" | tr -c 'a-zA-Z0-9\n' _).$n.$compiler.$part"
        done
        continue
    fi
    # shellcheck disable=SC2086
    if [ "$MODE" = preload ]; then
        num=OMP_NUM_THREADS=$n
        case "$settings" in *OMP_NUM_THREADS=*) num=A=a ;; esac
        runs ours.$n $n env $num ${WITH:-env} LD_PRELOAD="$LIB" ./p $arguments
    elif [ "$MODE" = sample ]; then
        num=OMP_NUM_THREADS=$n
        case "$settings" in *OMP_NUM_THREADS=*) num=A=a ;; esac
        runs ours.$n $n env OMP_WAIT_POLICY=passive $num spanwise sample -q -o p.prof ./p $theirs
    else
        runs ours.$n $n spanwise run -q -N $n -o p.prof ./p $arguments
    fi
    # Natively it may crash or hang: that it ends well is asked for then.
    [ $like = 0 ] || native $like || like=0
    if [ $like = 0 ]; then
        printf 'ok\n' >want.out
        tail -n 1 ours.$n.out >got.out
        : >want.err
        cp ours.$n.err got.err
        echo 0 >want.status
        cp ours.$n.status got.status
        equal $n 'it should be' got want
    else
        equal $n 'natively' ours.$n native.$like
    fi
    [ "$MODE" = preload ] || { [ -s p.prof ] && echo pass; } || echo "FAIL: $name, $n threads: no profile"
    rm -f p.prof
done
rm -rf "$work"
