# `spanwise what-if`: work and span after a change, exactly; names of sites; errors.
. "$SOURCE/tests/lib.sh"
cat >a.tree <<'X'
call main {
  1000
  call read { 5000 }
  section loop1 { 16 x task it { call f { 900 } 100 } }
  call f { 500 }
}
X

# after 'CHANGES' : work and span, before and after
after() {
    spanwise what-if --machine=ideal --format=json -P 16 "$@" a.tree |
        jq -r '[.work_before, .span_before, .work_after, .span_after, .on[0].time_before, .on[0].time_after] | join(" ")'
}
same 'a call' "$(after read=5x)" '22500 7500 18500 3500 7500 3500'
same 'a function: all calls of it' "$(after f=2x)" '22500 7500 15050 6800 7500 6800'
same 'slower' "$(after f=0.5x)" '22500 7500 37400 8900 7500 8900'
same 'parallel' "$(after read=parallel:10)" '22500 7500 22500 3000 7500 3000'
same 'a task' "$(after it=4x)" '22500 7500 10500 6750 7500 6750'
same 'a section' "$(after loop1=2x)" '22500 7500 14500 7000 7500 7000'
same 'inside one another, they multiply' "$(after it=4x f=2x)" '22500 7500 8450 6387.5 7500 6388'
same 'several' "$(after read=5x f=2x)" '22500 7500 11050 2800 7500 2800'
same 'all of it' "$(after main=2x)" '22500 7500 11250 3750 7500 3750'

# A recursive one: the outermost instances.
echo 'call f { 100 call f { 100 call f { 100 } } }' >a.tree
same 'recursion' "$(after f=2x)" '300 300 150 150 300 150'

# A lock: three tasks of 300, 200 of it locked; 300 + 200 + 200 in a row.
echo 'section s { 3 x task { 100 lock queue { 200 } } }' >a.tree
same 'a lock that is free' "$(after queue=free)" '900 300 900 300 700 300'
same 'by its other name' "$(after lock:queue=free)" '900 300 900 300 700 300'
same 'a lock held for half' "$(after queue=2x)" '900 300 600 200 700 400'

spanwise what-if --machine=ideal -P 2,16 queue=free a.tree >got
names 'text: the change' got queue=free
has 'text: what it gains' got ' 16 +700 ns +300 ns +1.29 +3.00 +\+133.3%'
spanwise what-if --machine=ideal -P 2,16 --format=csv queue=free a.tree >got
same 'csv' "$(sed -n 3p got)" '16,700,300,1.28571,3,2.33333'

no() { refused "$1" "$2" "$3" spanwise what-if "${@:4}"; }
cat >b.tree <<'X'
call solve { 100 section step { 4 x task { 100 lock solve { 10 } } } call "a b" { 10 } }
X
echo '{' >odd=2x.tree
"$BUILD/tests/make-profile" qsort qsort.prof || exit 1
no 'nothing asked' 2 'SITE=4x --rank --help' b.tree
no 'unknown' 1 "'sovle' 'solve'" sovle=2x b.tree
no 'a lock and a call' 1 "'solve' 'lock:solve'" solve=2x b.tree
no 'no change' 2 "'step=fast' SITE=CHANGE" step=fast b.tree
no 'parallel of 1' 2 SITE=CHANGE step=parallel:1 b.tree
no 'a factor of 0' 2 SITE=CHANGE step=0x b.tree
no 'a negative factor' 2 SITE=CHANGE step=-2x b.tree
no 'not a number' 2 SITE=CHANGE step=nan b.tree
no 'no site' 2 SITE=CHANGE =2x b.tree
no 'free, but no lock' 1 'step=free lock' step=free b.tree
no 'parallel, but a lock' 1 'lock:solve=parallel:2' lock:solve=parallel:2 b.tree
no 'no file' 1 "'none.tree'" step=2x none.tree
mkdir empty && cd empty || exit 1
no 'no profile here' 1 'profile directory' step=2x
cd .. || exit 1
no 'no tree' 1 'qsort.prof tree' step=2x qsort.prof
no 'two files' 2 b.tree step=2x a.tree b.tree
no 'rank and a change' 2 --rank --rank step=2x b.tree
no 'rank for several' 1 '--rank processors' --rank -P 2,4 b.tree
no 'several plans' 1 'paradigm schedule' --paradigm=omp,cilk step=2x b.tree
status 'quoted names' 0 spanwise what-if --machine=ideal -P 2 'a b=2x' b.tree >out
finish
