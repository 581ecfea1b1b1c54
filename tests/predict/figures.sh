# `spanwise predict` on trees whose speedups can be computed by hand, on an ideal machine.
. "$SOURCE/tests/lib.sh"

# speedup FILE PLAN P options...: as the JSON has it, with two digits.
speedup() {
    file=$1 plan=$2 p=$3
    shift 3
    spanwise predict --machine=ideal -P "$p" --format=json "$@" "$file" |
        jq -r --arg plan "$plan" '.predictions[] | select(.plan == $plan) | .speedup * 100 | round / 100'
}

# Three tasks and a lock: 1500 of work in 1150, 1250 and 950.
cat >lock.tree <<'X'
section three { task { 150 lock 1 {450} 50 } task { 100 lock 1 {300} 200 } task { 150 lock 1 {50} 50 } }
X
same 'lock, static,1' "$(speedup lock.tree static,1 2)" 1.3
same 'lock, static' "$(speedup lock.tree static 2)" 1.2
same 'lock, dynamic,1' "$(speedup lock.tree dynamic,1 2)" 1.58

# Nested loops on two processors: threads of all teams share them fairly.
cat >nested.tree <<'X'
section outer { task { section inner { task {10} task {5} } } task { section inner { task {5} task {10} } } }
X
same 'nested, static' "$(speedup nested.tree static 2 --nested)" 2
same 'nested, dynamic,1' "$(speedup nested.tree dynamic,1 2 --nested)" 2
same 'nested, 4 processors' "$(speedup nested.tree static 4 --nested)" 3
same 'not nested, 4 processors' "$(speedup nested.tree static 4)" 2
same 'nested: tasks are tried too' "$(speedup nested.tree 'omp tasks' 2 | grep -c .)" 1

# Amdahl: 1000 serial, 8000 in 8 equal tasks.
cat >amdahl.tree <<'X'
call read { 1000 } section work { 8 x task { 1000 } }
X
same 'Amdahl on 8' "$(speedup amdahl.tree static 8)" 4.5
same 'Amdahl on 4' "$(speedup amdahl.tree 'dynamic,1' 4)" 3
same 'a chunk of all' "$(speedup amdahl.tree 'dynamic,8' 8 --schedule=dynamic,8)" 1

# A triangle: 1..8 on 2. static: 26 of 36 on one; static,1: 20; dynamic: 20.
cat >triangle.tree <<'X'
section triangle { task {100} task {200} task {300} task {400} task {500} task {600} task {700} task {800} }
X
same 'triangle, static' "$(speedup triangle.tree static 2)" 1.38
same 'triangle, static,1' "$(speedup triangle.tree static,1 2)" 1.8
same 'triangle, dynamic,1' "$(speedup triangle.tree dynamic,1 2)" 1.8

# What to write, and where: for the section with the most work. Instructions are counted, so that it is the same in every run.
insert() { # PROGRAM
    gcc -O2 -g -I"$BUILD/include" "$SOURCE/examples/annotated/$1.c" -o $1 -lm || exit 1
    check "$1: run" spanwise run -q --meter=instructions -o $1.prof ./$1 "${@:2}" >out
    spanwise predict --machine=ideal -P 2,16 --format=json $1.prof >$1.json
    jq -r '.findings[] | select(.kind == "schedule") | "\(.insert) \(.file | split("/") | last):\(.line)"' $1.json
}
same 'rows as long as each other' "$(insert stencil)" '#pragma omp parallel for stencil.c:15'
has 'and rows that are not' <(insert triangular) '^#pragma omp parallel for schedule\((dynamic|static),1\) triangular\.c:17$'
has 'tasks' <(insert fft) '^(#pragma omp task|cilk_spawn) fft\.c:53$'
has 'it is said' <(found_text() { jq -r '.findings[] | select(.kind == "schedule").text' triangular.json; }; found_text) "'#pragma omp parallel for .*triangular\.c:17"
same 'in the headline, too' "$(jq '[.headline.sentences[] | select(contains("#pragma omp parallel for"))] | length' triangular.json)" 1

# The best one is named; of equal ones the first.
# found KIND TREE OPTIONS...: what the findings of that kind say.
found() { spanwise predict --machine=ideal --format=json "${@:3}" "$2" | jq -r --arg kind "$1" '.findings[] | select(.kind == $kind).text'; }
has 'best schedule, and the worst beside it' <(found best lock.tree -P 2 --paradigm=omp) '\b2 .*\bdynamic,1\b.*\b1\.58x.*\bstatic\b.*\b1\.20x'
has 'the lock that is waited for' <(found lock lock.tree -P 2 --paradigm=omp) "'1'"
spanwise predict --machine=ideal -P 2,4,8 --format=json amdahl.tree >got.json
same 'all the same' "$(jq -c '[.predictions[] | select(.processors == 8).speedup] | unique' got.json)" '[4.5]'
has 'all the same is said' <(found best amdahl.tree -P 2,4,8) '\b4\.50x.*\b8 '
status 'and no plan is named' 1 grep -Eq 'static|dynamic|guided|Cilk' <(found best amdahl.tree -P 2,4,8)
same 'bound' "$(jq .parallelism got.json)" 4.5
has 'serial code, and whose' <(found serial_code amdahl.tree -P 2,4,8) "\b100%.* 'read'"
within 'what it is worth' "$(jq '.findings[] | select(.kind == "serial_code").worth' got.json)" 7.999 8.001
# Of what no call names, beside which section it stands.
beside() { # WHAT WANTED TREE
    echo "$3" >beside.tree
    has "$1" <(found serial_code beside.tree -P 16) "$2"
}
section='{ 16 x task { 100 } }'
beside 'before' "100% .*\bbefore .*'work'" "9000 section work $section"
beside 'behind' "100% .*\bfollows .*'work'" "section work $section 9000"
beside 'the most of several' "50% .*\bfollows .*'two'" "2000 section one $section 1000 section two $section 3000"
beside 'between two' "80% .*\bbefore .*'two'" "100 section one $section 800 section two $section 100"
beside 'between runs' "90% .*\bbetween .*'work'" "300 section work $section 5400 section work $section 300"
beside 'before many runs' "100% .*\bbefore .*'work'" "9000 100 x section work $section"
# Of 50 rounds, 49 have 10 and 90 between two runs; of 155 in three loops, only the last 10 are not.
beside 'in a loop' "86% .*\bbetween .*'work'" "500 50 x group { 90 section work $section 10 } 200"
beside 'before a loop' "91% .*\bbefore .*'work'" "1000 10 x group { section work $section 10 }"
beside 'loops, one after the other' "94% .*\bbetween .*'work'" \
    "5 x group { section work $section 10 } 5 x group { section work $section 11 } 5 x group { section work $section 10 }"
beside 'two in a loop' "83% .*\bbefore .*'one'" "50 x group { 40 section one $section 10 section two $section 10 }"

# One task of a thousand that is as no other may be the system's; in one of many runs it is not the cause.
cat >lone.tree <<'X'
section rows { 999 x task { 4000 } task { 1000000 } }
X
has 'a lone task' <(found imbalance lone.tree -P 16) '\b1,000 tasks .*\b1\.000 ms\b.*\b4\.000 .*\bdisturbed\b'
cat >runs.tree <<'X'
200 x section rows { 17 x task { 4000 } } section rows { 17 x task { 4000 } task { 78000 } }
X
found imbalance runs.tree -P 16 >got
check 'imbalance' test -s got
same "a lone task in one of many runs" "$(grep -c 'longest\|disturbed\|78\.00' got)" 0
cat >few.tree <<'X'
section rows { 99 x task { 4000 } 2 x task { 1000000 } }
X
found imbalance few.tree -P 16 >got
has 'two long ones are named' got '\blongest .*\b1\.000 ms\b'
status 'and no accident' 1 grep -q disturbed got

# Work and losses are all of the processors' time, whatever the tree, the plan and the machine.
cat >costs.machine <<'X'
spanwise machine 1
name = test
fork_ns = 100
fork_thread_ns = 10
barrier_ns = 50
barrier_thread_ns = 5
chunk_static_ns = 3
chunk_dynamic_ns = 20
task_ns = 30
lock_ns = 4
hand_over_ns = 40
spawn_ns = 5
steal_ns = 300
X
for machine in ideal costs.machine; do
    for tree in lock nested amdahl triangle; do
        spanwise predict --machine=$machine --format=json -P 1,2,3,7,16 $tree.tree >got.json || fail "$tree"
        same "$tree on $machine: all is told" "$(jq '[.predictions[] | .efficiency + ([.lost[]] | add)
            | select(. < 0.999995 or . > 1.000005)] | length' got.json)" 0
        same "$tree on $machine: none is negative" "$(jq '[.predictions[] | .lost[] | select(. < -1e-9)] | length' got.json)" 0
        same "$tree on $machine: at most the processors, the span and the lock" "$(jq '. as $all |
            [.predictions[] | select(.speedup > ([.processors, $all.parallelism] | min) * 1.000001)] | length' got.json)" 0
    done
done

# What would be no gain is no advice; all that is has one of 2% or more.
w='task { 1000 section halves spawn { 2 x task { 1000 } } }'
echo "3000 section halves spawn { $w $w }" >halves.tree
for tree in lock nested amdahl triangle halves; do
    spanwise predict --format=json --machine=costs.machine -P 16 $tree.tree >got.json
    same "$tree: no gain" "$(jq -c '(.findings[] | select(.kind == "best").worth) as $now |
        [.findings[] | select(.severity == "advice" and .worth and .worth < $now * 1.02) | .kind]' got.json)" '[]'
done
# Where processors wait for who starts threads it is the grain that is told, and not an imbalance too.
echo '1000 x section rows { 4 x task { 500 } }' >rows.tree
spanwise predict --format=json --machine=costs.machine -P 4 --paradigm=omp rows.tree >got.json
same 'overhead is no imbalance' "$(jq -c '[.findings[] | select(.severity == "advice" and .worth) | .kind]' got.json)" '["grain"]'

# To change the same is the same in predict, what-if and its ranking.
echo 'call read { 3000 } 500 call fill { 4000 } section work { 16 x task { 1000 } }' >same.tree
for machine in ideal costs.machine; do
    spanwise predict --format=json --machine=$machine -P 8 --paradigm=cilk same.tree >got.json
    spanwise what-if --format=json --machine=$machine -P 8 fill=parallel:8 same.tree >if.json
    spanwise what-if --rank --format=json --machine=$machine -P 8 same.tree >rank.json
    said=$(jq '.findings[] | select(.kind == "serial_code").worth' got.json)
    within "$machine: predict and what-if" "$(jq ".on[0].speedup_after / $said" if.json)" 0.9999 1.0001
    within "$machine: predict and the ranking" "$(jq ".rank[] | select(.name == \"fill\").parallel / $said" rank.json)" 0.9999 1.0001
    same "$machine: the same speedup before" "$(jq '.on[0].speedup_before' if.json)" "$(jq '.predictions[0].speedup' got.json)"
done

for tree in lock nested amdahl triangle halves; do
    spanwise predict --machine=costs.machine --format=json -P 16 $tree.tree >got.json
    same "$tree: what is worth a word is no loss" "$(jq '.findings as $all | ($all[] | select(.kind == "best").worth) as $now |
        [$all[] | select(.worth != null and .worth < $now * 0.9999)] | length' got.json)" 0
done

# A grain that is too fine: a hundred thousand tasks of 40 ns where a chunk costs 20.
echo 'section fine { 100000 x task { 40 } }' >fine.tree
spanwise predict --format=json --machine=costs.machine -P 16 --schedule=dynamic fine.tree >got.json
jq '.findings[] | select(.kind == "grain")' got.json >grain
has 'too fine a grain, and what to do' grain '\bdynamic,[0-9]+ .*\b1[0-9]\b'

# What was dealt out to four threads is not dealt out to more.
echo 'section s team { 4 x task { 100 } }' >team.tree
spanwise predict --width=1000 --machine=ideal -P 4,8 team.tree >got
has 'a team that is too small' got '^  teams .*\b4 .*--tree -N 8'
spanwise predict --width=1000 --machine=ideal -P 2,4 team.tree >got
same 'one that is not' "$(grep -c '^  teams' got)" 0
finish
