# `spanwise report` as a reader: --tree and --focus, of every kind of profile: sums, names that are not there, and options that
# do not go together. tests/golden has what they print.
. "$SOURCE/tests/lib.sh"
unset COLUMNS
for name in empty qsort fib regions odd deep openmp sampled effort effort-odd tree 100000; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done

# named OPTIONS... FILE: what rows of a tree name, in their order.
named() { spanwise report --tree --width=120 "$@" | sed -n 's/.*\.c:[0-9]*  *//p; s/.* -  *//p' | tr '\n' ';'; }
same '--tree --sort --depth --least' "$(named --sort=work --depth=2 --least=30 openmp.prof)" \
    'omp parallel in triangle;omp parallel in locked;omp for in locked;serial code;'
same '--focus on a line' "$(spanwise report --focus=qsort.c:20 --width=200 qsort.prof | grep -c ' 408.2 ms  51.7%     141.9 ms 100.0%$')" 2
has '--focus on a line: who calls it' <(spanwise report --focus=qsort.c:20 --width=200 qsort.prof) '431,244 +23 +/home/me/src/qsort.c:20 +pqsort$'

# All kinds have a tree, or say that there is none; nothing but text comes of names.
for name in empty fib odd deep effort-odd tree 100000; do
    status "--tree of $name" 0 spanwise report --tree --least=0 $name.prof >got 2>errors
    same "--tree of $name: errors" "$(cat errors)" ''
    same "--tree of $name: controls" "$(grep -c '[[:cntrl:]]' got)" 0
done
same '--tree of 100000: all of them' "$(spanwise report --tree --least=0 100000.prof | grep -c function_)" 99999
same 'nothing' "$(spanwise report --tree empty.prof | grep -c '[0-9]%')" 0

# Where there is no room beside the figures, names are below them, and can be read.
same 'narrow: below its figures' "$(spanwise report --tree --width=40 qsort.prof | grep -A1 '^    51.7%   100.0%    1.00$' | tail -1 | tr -s ' ')" ' .../src/qsort.c:20 partition'
same 'narrow: no line is wider' "$(spanwise report --tree --width=40 qsort.prof | awk 'length > 40' | grep -v -e '--least')" ''

# What is left out is counted.
has 'left out' <(spanwise report --tree --depth=1 qsort.prof) '^  .* [1-9][0-9]* .*1%.*--least=0'

# Parts are the whole: own code and what is called.
spanwise report --focus=pqsort --width=200 qsort.prof >got
same 'own code and calls' "$(awk '/^  its own code/ { own = $6 + 0 } /with what it calls/ { all = $7 + 0 } /partition$/ { called = $1 + 0 }
    END { print (own + called - all < 0.11 && all - own - called < 0.11) }' got)" 1

# A name may be the end of one of C++: all of them that end so.
"$BUILD/tests/make-paths" scopes scopes.prof || exit 1
for asked in run:3 a::run:1 b::run:2 rerun:4; do
    spanwise report --focus="${asked%:*}" scopes.prof >got
    same "$asked" "$(awk 'NF > 5 && / ns / { for (i = 1; i < NF && $i !~ /^[0-9]/;) i++; print $i; exit }' got)" "${asked##*:}"
done

no() { refused "$1" "$2" "$3" spanwise report "${@:4}"; }
no 'a slip' 1 "qsort.prof 'partitoin' 'partition' 'main' 'pqsort'" --focus=partitoin qsort.prof
no 'a line' 1 "qsort.prof 'qsort.c:19' 'qsort.c:20' 'qsort.c:21' 'qsort.c:22'" --focus=qsort.c:19 qsort.prof
no 'nothing there' 1 "empty.prof 'x'" --focus=x empty.prof
no 'both' 2 '--tree --focus' --tree --focus=x qsort.prof
no 'a format' 2 '--tree --format' --tree --format=json qsort.prof
no 'depth alone' 2 '--depth --tree' --depth=3 qsort.prof
no 'least alone' 2 '--least --tree' --least=3 --focus=x qsort.prof
no 'a view' 2 '--focus --view' --focus=compute --view=flat effort.prof
no 'no depth' 2 "--depth 100000 '0'" --tree --depth=0 qsort.prof
no 'more than all' 2 "--least 100% '101'" --tree --least=101 qsort.prof
no 'the program is no function' 1 "sampled.prof 'qsort' 'pqsort' '[qsort]' 'swap'" --focus=qsort sampled.prof
no 'no least' 2 "--least '5%' 'x'" --tree --least=x qsort.prof
has 'all is left out' <(spanwise report --tree --least=100 effort.prof) '^  .*[0-9]+ .*100%.*--least=0'
finish
