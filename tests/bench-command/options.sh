# The command line of `spanwise bench`: what it refuses, in one line, before anything runs.
. "$SOURCE/tests/bench-command/subject.sh" || exit 1

refused() { # STATUS MESSAGE ARGUMENTS...
    want=$1 message=$2
    shift 2
    status "bench $*" "$want" spanwise bench "$@" >out 2>err
    has "bench $*: message" err "^spanwise: $message"
    same "bench $*: one line" "$(wc -l <err)" 1
    same "bench $*: no output" "$(cat out)" ''
    check "bench $*: nothing ran" test ! -e log
}
ours='./subject 0 0 log log'
# shellcheck disable=SC2086
{
    refused 2 'bench what\?'
    for list in 0 x '' 1, ,1 1,,2 1- 4-2 -1 1-99999 2.5 '1 2' 1...3; do
        refused 2 '-P takes numbers of workers from 1 to ' -P "$list" $ours
    done
    refused 2 "--trials takes a whole number from 1 to .*, not '0'" --trials=0 $ours
    refused 2 "--trials takes .*, not 'many'" --trials=many $ours
    refused 2 "--trials takes .*, not '-1'" --trials=-1 $ours
    refused 2 "--trials takes .*, not '99999999999999999999'" --trials=99999999999999999999 $ours
    refused 2 "--warm-up takes a whole number from 0 to .*, not '1x'" --warm-up=1x $ours
    refused 2 "--copies takes a whole number from 2 to .*, not '1'" --copies=1 $ours
    refused 2 '--copies: copies need a processor each' --copies=4096 $ours
    refused 2 '--copies: copies need a processor each' -P 1 --copies $ours
    refused 2 "--format takes text, csv, json, gnuplot, html or png, not 'xml'" --format=xml $ours
    refused 2 '--profile and --no-profile exclude each other' --profile=x --no-profile $ours
    refused 2 '--show-output shows a warm-up run' --show-output --warm-up=0 $ours
    refused 2 "unknown option '--unknown'; see 'spanwise bench --help'" --unknown $ours
    refused 2 "'-o' needs a value" -o
    refused 1 "cannot open 'gone': No such file or directory" --stdin=gone $ours
    refused 2 "cannot write 'gone/x.csv': No such file or directory" -o gone/x.csv $ours
    refused 1 "cannot open 'gone.prof': .*'spanwise run PROG' makes one" --profile=gone.prof $ours
    echo 'not a profile' >text
    refused 1 "'text' is not a profile of spanwise" --profile=text $ours
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
has 'a full output: message' err "^spanwise: cannot write 'the results': No space left on device"
finish
