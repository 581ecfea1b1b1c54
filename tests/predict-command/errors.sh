# `spanwise predict` with what it cannot use: one line that says why, and the exit status.
. "$SOURCE/tests/lib.sh"

# refused WHAT STATUS REGEX arguments...
refused() {
    what=$1 want=$2 regex=$3
    shift 3
    status "$what: status" "$want" spanwise predict "$@" >out 2>errors
    has "$what: why" errors "$regex"
    same "$what: one line" "$(grep -c '^spanwise: ' errors) $(wc -l <errors)" '1 1'
    same "$what: nothing on stdout" "$(cat out)" ''
}

echo 'section s { 4 x task { 100 } }' >good.tree
echo 'section { task { 100 }' >open.tree
echo 'task { 100 }' >outside.tree
echo '# nothing' >empty.tree
echo 'section s { 4 x task { } }' >idle.tree
printf 'no profile' >foreign.prof
"$BUILD/tests/make-profile" qsort qsort.prof || exit 1
refused 'nothing to predict' 2 'predict what'
refused 'no such tree' 1 "cannot open 'none.tree': No such file" none.tree
refused 'no such profile' 1 "none.prof.*No such file" none.prof
refused 'a foreign file' 1 "foreign.prof" foreign.prof
refused 'no tree in it' 1 "'qsort.prof' has no program tree; 'spanwise run --tree" qsort.prof
refused 'an empty tree' 1 "empty" empty.tree
refused 'a tree without work' 1 "the program tree of 'idle.tree' is empty" idle.tree
refused 'a brace that is open' 1 "'open.tree': line 1" open.tree
refused 'a task outside' 1 "'outside.tree': line 1: a task stands in sections only" outside.tree
refused 'processors: 0' 2 "-P takes numbers of processors from 1 to 4096.*not '0'" -P 0 good.tree
refused 'processors: too many' 2 "not '100000'" -P 100000 good.tree
refused 'processors: a word' 2 "not 'many'" -P many good.tree
refused 'schedule' 2 "--schedule takes .*not 'fair'" --schedule=fair good.tree
refused 'schedule: a chunk of 0' 2 "not 'dynamic,0'" --schedule=dynamic,0 good.tree
refused 'schedule of Cilk' 1 "--schedule is for --paradigm=omp" --paradigm=cilk --schedule=static good.tree
refused 'paradigm' 2 "--paradigm takes .*not 'omp,tbb'" --paradigm=omp,tbb good.tree
refused 'machine' 1 "none.machine" --machine=none.machine good.tree
refused 'method' 2 "not 'guess'" --method=guess good.tree
refused 'format' 2 "not one of text, csv, json, gnuplot" --format=xml good.tree
refused 'details of what is not asked' 1 '--at=7 is not one of' --at=7 -P 2,4 good.tree
refused 'two files' 2 "one argument too many" good.tree good.tree
refused 'keep a file' 2 "--keep is for a program" --keep=x good.tree
refused 'unknown option' 2 "unknown option '--frobnicate'; see 'spanwise predict --help'" --frobnicate good.tree
refused 'no program' 127 "cannot run './none'" ./none
refused 'where it cannot be written' 1 "cannot" --machine=ideal -o none/x good.tree

status 'options behind a file' 0 spanwise predict --machine=ideal good.tree -P 2 --format=csv >out
same 'and they count' "$(wc -l <out)" 6
finish
