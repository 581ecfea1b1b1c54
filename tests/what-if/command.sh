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
same 'inside of one another, they multiply' "$(after it=4x f=2x)" '22500 7500 8450 6387.5 7500 6388'
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
has 'text: the change' got 'what if +queue=free'
has 'text: what it gains' got ' 16 +700 ns +300 ns +1.29 +3.00 +\+133.3%'
spanwise what-if --machine=ideal -P 2,16 --format=csv queue=free a.tree >got
same 'csv' "$(sed -n 3p got)" '16,700,300,1.28571,3,2.33333'

# refused WHAT STATUS REGEX arguments...
refused() {
    what=$1 want=$2 regex=$3
    shift 3
    status "$what: status" "$want" spanwise what-if "$@" >out 2>errors
    has "$what: why" errors "$regex"
    same "$what: one line" "$(grep -c '^spanwise: ' errors) $(wc -l <errors)" '1 1'
    same "$what: nothing on stdout" "$(cat out)" ''
}
cat >b.tree <<'X'
call solve { 100 section step { 4 x task { 100 lock solve { 10 } } } call "a b" { 10 } }
X
echo '{' >odd=2x.tree
"$BUILD/tests/make-profile" qsort qsort.prof || exit 1
refused 'nothing asked' 2 'what if what' b.tree
refused 'unknown' 1 "there is no site 'sovle' in the tree; near it are 'solve'" sovle=2x b.tree
refused 'a lock and a call' 1 "'solve' is a lock and something else; 'lock:solve' is the lock" solve=2x b.tree
refused 'no change' 2 "'step=fast' is not SITE=CHANGE" step=fast b.tree
refused 'parallel of 1' 2 "is not SITE=CHANGE" step=parallel:1 b.tree
refused 'a factor of 0' 2 "is not SITE=CHANGE" step=0x b.tree
refused 'a negative factor' 2 "is not SITE=CHANGE" step=-2x b.tree
refused 'not a number' 2 "is not SITE=CHANGE" step=nan b.tree
refused 'no site' 2 "is not SITE=CHANGE" =2x b.tree
refused 'free, but no lock' 1 "only a lock can be free" step=free b.tree
refused 'parallel, but a lock' 1 "what is done under a lock is not parallel" lock:solve=parallel:2 b.tree
refused 'no file' 1 "cannot open 'none.tree'" step=2x none.tree
mkdir empty && cd empty || exit 1
refused 'no profile here' 1 "no profile in this directory" step=2x
cd .. || exit 1
refused 'no tree' 1 "'qsort.prof' has no program tree" step=2x qsort.prof
refused 'two files' 2 "one file is looked at" step=2x a.tree b.tree
refused 'rank and a change' 2 "cannot go with it" --rank step=2x b.tree
refused 'rank for several' 1 "one number of processors" --rank -P 2,4 b.tree
refused 'several plans' 1 "one paradigm and one schedule" --paradigm=omp,cilk step=2x b.tree
status 'quoted names' 0 spanwise what-if --machine=ideal -P 2 'a b=2x' b.tree >out
finish
