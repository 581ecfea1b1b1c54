# The command line of `spanwise bench`: what it refuses, in one line, before anything runs.
. "$SOURCE/tests/bench/subject.sh" || exit 1

no() { # STATUS 'WORD ...' ARGUMENTS...
    want=$1 words=$2
    shift 2
    status "bench $*" "$want" spanwise bench "$@" >out 2>err
    has "bench $*: ours" err "^spanwise: "
    names "bench $*" err "$words"
    same "bench $*: one line" "$(wc -l <err)" 1
    same "bench $*: no output" "$(cat out)" ''
    check "bench $*: nothing ran" test ! -e log
}
ours='./subject 0 0 log log'
# shellcheck disable=SC2086
{
    no 2 --help
    for list in 0 x '' 1, ,1 1,,2 1- 4-2 -1 1-99999 2.5 '1 2' 1...3; do
        no 2 '-N cores' -P "$list" $ours
    done
    no 2 "--trials '0'" --trials=0 $ours
    no 2 "--trials 'many'" --trials=many $ours
    no 2 "--trials '-1'" --trials=-1 $ours
    no 2 "--trials '99999999999999999999'" --trials=99999999999999999999 $ours
    no 2 "--warm-up '1x'" --warm-up=1x $ours
    no 2 "--copies '1'" --copies=1 $ours
    no 2 '--copies core' --copies=4096 $ours
    no 2 '--copies core' -P 1 --copies $ours
    no 2 "--format gnuplot png 'xml'" --format=xml $ours
    no 2 '--profile --no-profile' --profile=x --no-profile $ours
    no 2 '--show-output warm-up' --show-output --warm-up=0 $ours
    no 2 "'--unknown' --help" --unknown $ours
    no 2 "'-o'" -o
    no 1 "'gone'" --stdin=gone $ours
    no 2 "'gone/x.csv'" -o gone/x.csv $ours
    no 1 "'gone.prof' spanwise run" --profile=gone.prof $ours
    echo 'not a profile' >text
    no 1 "'text'" --profile=text $ours
}
spanwise bench --help >out 2>err
same 'help: status' $? 0
has 'help' out '^usage: spanwise bench '
same 'help: nothing on stderr' "$(cat err)" ''
has 'it is a command' <(spanwise --help) '^  bench '

# What follows the program is the program's.
spanwise bench -P 1 --trials=1 --no-profile --format=json -- ./subject 0 0 --trials=7 -P 9 >it.json
same 'options after the program' "$(value '[.trials, (.args | length)] | tojson')" '[1,6]'
# The user's own CILK_NWORKERS is not the one that is measured.
CILK_NWORKERS=7 spanwise bench -P 1 --trials=1 --warm-up=0 --no-profile ./subject 0 0 log log >out
same 'CILK_NWORKERS is ours' "$(cat log)" 1
OMP_NUM_THREADS=7 spanwise bench -P 3 --trials=1 --warm-up=0 --no-profile sh -c 'echo "$OMP_NUM_THREADS" >>threads' >out
same 'so is OMP_NUM_THREADS' "$(tr '\n' ' ' <threads)" '1 3 '
spanwise bench -P 1 --trials=1 --no-profile --format=json --html=it.html ./subject 0 0 >it.json
same '--html: what was asked for' "$(value .trials)" 1
check '--html: the page' python3 "$SOURCE/tests/report/page.py" it.html
spanwise bench -P 1 --trials=1 --no-profile ./subject 0 0 >/dev/full 2>err
same 'a full output' $? 1
has 'a full output: message' err '^spanwise: .*No space left'
finish
