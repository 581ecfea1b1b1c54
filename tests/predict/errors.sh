# `spanwise predict` with what it cannot use: one line that says why, and the exit status.
. "$SOURCE/tests/lib.sh"

no() { refused "$1" "$2" "$3" spanwise predict "${@:4}"; }
echo 'section s { 4 x task { 100 } }' >good.tree
echo 'section { task { 100 }' >open.tree
echo 'task { 100 }' >outside.tree
echo '# nothing' >empty.tree
echo 'section s { 4 x task { } }' >idle.tree
printf 'no profile' >foreign.prof
"$BUILD/tests/make-profile" qsort qsort.prof || exit 1
no 'nothing to predict' 2 'predict --help'
no 'no such tree' 1 "'none.tree'" none.tree
no 'no such profile' 1 none.prof none.prof
no 'a foreign file' 1 foreign.prof foreign.prof
no 'no tree in it' 1 "'qsort.prof' --tree" qsort.prof
no 'an empty tree' 1 empty.tree empty.tree
no 'a tree without work' 1 "'idle.tree'" idle.tree
no 'a brace that is open' 1 "'open.tree': line 1" open.tree
no 'a task outside' 1 "'outside.tree': line 1" outside.tree
no 'processors: 0' 2 "-N 4096 '0'" -P 0 good.tree
no 'processors: too many' 2 "'100000'" -P 100000 good.tree
no 'processors: a word' 2 "'many'" -P many good.tree
no 'schedule' 2 "--schedule 'fair'" --schedule=fair good.tree
no 'schedule: a chunk of 0' 2 "'dynamic,0'" --schedule=dynamic,0 good.tree
no 'schedule of Cilk' 1 '--schedule --paradigm=omp' --paradigm=cilk --schedule=static good.tree
no 'paradigm' 2 "--paradigm 'omp,tbb'" --paradigm=omp,tbb good.tree
no 'machine' 1 none.machine --machine=none.machine good.tree
no 'method' 2 "'guess'" --method=guess good.tree
no 'format' 2 '--format=xml text csv json gnuplot' --format=xml good.tree
no 'details of what is not asked' 1 --at=7 --at=7 -P 2,4 good.tree
no 'two files' 2 good.tree good.tree good.tree
no 'keep a file' 2 --keep --keep=x good.tree
no 'unknown option' 2 "'--frobnicate' --help" --frobnicate good.tree
no 'no program' 127 "'./none'" ./none
no 'where it cannot be written' 1 none/x --machine=ideal -o none/x good.tree

status 'options behind a file' 0 spanwise predict --machine=ideal good.tree -P 2 --format=csv >out
same 'and they count' "$(wc -l <out)" 6
finish
