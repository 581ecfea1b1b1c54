# `spanwise report` as a reader: --tree and --focus, of every kind of profile: exact output for synthetic ones (UPDATE=1
# rewrites what is expected: read the diff), sums, names that are not there, and options that do not go together.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/report/lib.sh"
unset COLUMNS
for name in empty qsort fib regions odd deep openmp sampled effort effort-odd tree 100000; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done

for name in qsort sampled openmp effort; do expect tree.$name --tree $name.prof; done
expect tree.sorted --tree --sort=work --depth=2 --least=30 openmp.prof
expect focus.qsort --focus=pqsort qsort.prof
expect focus.line --focus=qsort.c:20 qsort.prof
expect focus.region --focus='sort, then check' regions.prof
expect focus.sampled --focus=partition sampled.prof
expect focus.effort --focus=compute --sort=idle effort.prof
expect focus.openmp --focus='omp parallel in locked' openmp.prof

# All kinds have a tree, or say that there is none; nothing but text comes of names.
for name in empty fib odd deep effort-odd tree 100000; do
    status "--tree of $name" 0 spanwise report --tree --least=0 $name.prof >got 2>errors
    same "--tree of $name: errors" "$(cat errors)" ''
    same "--tree of $name: controls" "$(grep -c '[[:cntrl:]]' got)" 0
done
same '--tree of 100000: all of them' "$(spanwise report --tree --least=0 100000.prof | grep -c function_)" 99999
has 'nothing' <(spanwise report --tree empty.prof) '^  the profile has none$'

# Where there is no room beside the figures, names are below them, and can be read.
expect tree.narrow --tree --width=40 qsort.prof
same 'narrow: no line is wider' "$(spanwise report --tree --width=40 qsort.prof | awk 'length > 40' | grep -v 'more below')" ''

# What is left out is counted.
has 'left out' <(spanwise report --tree --depth=1 qsort.prof) "^  and [0-9]+ more below these, each less than 1% of all or deeper: '--least=0'$"

# Parts are the whole: own code and what is called.
spanwise report --focus=pqsort --width=200 qsort.prof >got
same 'own code and calls' "$(awk '/^  its own code/ { own = $6 + 0 } /with what it calls/ { all = $7 + 0 } /partition$/ { called = $1 + 0 }
    END { print (own + called - all < 0.11 && all - own - called < 0.11) }' got)" 1

# A name may be the end of one of C++: all of them that end so.
"$BUILD/tests/make-paths" scopes scopes.prof || exit 1
for asked in run:3 a::run:1 b::run:2 rerun:4; do
    spanwise report --focus="${asked%:*}" scopes.prof >got
    has "$asked" got "^  with what it calls +${asked##*:} ns "
done

wrong() { # 'what' STATUS MESSAGE options...
    what=$1 want=$2 message=$3
    shift 3
    status "$what" "$want" spanwise report "$@" >got 2>errors
    same "$what: message" "$(cat errors)" "spanwise: $message"
    same "$what: output" "$(cat got)" ''
}
wrong 'a slip' 1 "'qsort.prof': there is no function, line of a call or region 'partitoin' in it; near it are 'partition', 'main', 'pqsort'" --focus=partitoin qsort.prof
wrong 'a line' 1 "'qsort.prof': there is no function, line of a call or region 'qsort.c:19' in it; near it are 'qsort.c:20', 'qsort.c:21', 'qsort.c:22'" --focus=qsort.c:19 qsort.prof
wrong 'nothing there' 1 "'empty.prof': there is no function, line of a call or region 'x' in it: the profile has none at all" --focus=x empty.prof
wrong 'both' 2 '--tree and --focus: one of them at a time' --tree --focus=x qsort.prof
wrong 'a format' 2 '--tree is text: --format is for the whole report' --tree --format=json qsort.prof
wrong 'depth alone' 2 '--depth is for --tree' --depth=3 qsort.prof
wrong 'least alone' 2 '--least is for --tree' --least=3 --focus=x qsort.prof
wrong 'a view' 2 '--focus and --view do not go together' --focus=compute --view=flat effort.prof
wrong 'no depth' 2 "--depth takes a whole number from 1 to 100000, not '0'" --tree --depth=0 qsort.prof
wrong 'more than all' 2 "--least takes a percentage up to 100%, not '101'" --tree --least=101 qsort.prof
has 'all is left out' <(spanwise report --tree --least=100 effort.prof) "^  [0-9]+ paths, each less than 100% of all: '--least=0'$"
wrong 'the program is no function' 1 "'sampled.prof': there is no function, line of a call or region 'qsort' in it; near it are 'pqsort', '[qsort]', 'swap'" --focus=qsort sampled.prof
wrong 'no least' 2 "--least takes a percentage from 0 on, as '5%', not 'x'" --tree --least=x qsort.prof
finish
