# Each example has one thing planted in it: its verdict, or its prediction's headline, names the line and the cause.
. "$SOURCE/tests/lib.sh"
examples=$SOURCE/examples

line_of() { grep -n -m1 -- "$2" "$examples/$1" | cut -d: -f1; }

# concludes NAME CAUSE FILE TEXT COMMAND...: of a command that prints JSON.
concludes() {
    name=$1 cause=$2 file=$3 text=$4
    shift 4
    check "$name" "$@" >"$name.json"
    jq '.verdict // .headline' "$name.json" >"$name.says"
    same "$name: cause" "$(jq -r .cause "$name.says")" "$cause"
    has "$name: line" <(jq -r '., .called_at // empty | "\(.file | split("/") | last):\(.line)"' "$name.says") \
        "^$(basename "$file"):$(line_of "$file" "$text")\$"
    check "$name: sentences" jq -e '.sentences | length >= 2 and all(test("[^.?][.?]$"))' "$name.says" >sentences
}

cilk() { # NAME ARGUMENTS...
    name=$1
    shift
    check "$name: build" spanwise cc -O2 -g "$examples/$name.c" -o "$name" &&
        spanwise run -q --meter=instructions -o "$name.prof" "./$name" "$@" >"$name.out"
}

cilk bfs 14
concludes bfs parallelism bfs.h 'visit_block(g, block' spanwise report --format=json bfs.prof
cilk pqsort 300000
concludes pqsort parallelism pqsort.c '= partition(' spanwise report --format=json pqsort.prof
cilk mm 1024
check 'mm' spanwise report --format=json mm.prof >mm.json
same 'mm: nothing' "$(jq -r .verdict.cause mm.json)" none
same 'mm: most is in its base' "$(jq -r '.verdict.losses[0] | "\(.function) \(.called_at.line)"' mm.json)" "base $(line_of mm.c 'base(c, a')"
# Where runs are as predicted, why they are no faster: one worker is enough to ask.
concludes bench parallelism pqsort.c '= partition(' spanwise bench -P 1 --trials=1 --warm-up=0 --profile=pqsort.prof --format=json ./pqsort
cilk stencil fine 60000
concludes stencil grain stencil.c 'cilk_for' spanwise report --format=json stencil.prof
spanwise cc --spanwise-cc=clang -O2 -g "$examples/stencil.c" -o serial-stencil && spanwise run -q -o serial-stencil.prof ./serial-stencil fine 60000 >stencil.out
same 'stencil by clang: its spawns are calls' "$(spanwise report --format=json serial-stencil.prof | jq .circumstances.spawn_cost_ps)" 0
timing || finish
# In time, what a coarser grain gains is told, and no more than it really gains, of the time on one worker.
check 'stencil: in time' spanwise run -q -o stencil.prof ./stencil fine 600000 >stencil.out
concludes stencil grain stencil.c 'cilk_for' spanwise report --format=json stencil.prof
measured 'stencil: picoseconds a spawn' "$(jq .circumstances.spawn_cost_ps stencil.json)" 500 50000
for _ in 1 2 3 4 5 6 7; do
    for how in fine coarse; do (TIMEFORMAT=%U && time CILK_NWORKERS=1 ./stencil $how 600000 >stencil.out) 2>>$how.times; done
done
measured 'stencil: its gain' "$(jq '.verdict.losses[0].on_one_core' stencil.json)" 1.3 "$(awk "BEGIN { print 1.15 * $(median <fine.times) / $(median <coarse.times) }")"
check 'pairs: build' gcc -O2 -g -fopenmp "$examples/openmp/pairs.c" -o pairs -lm
# On 64 processors; on 16 its shares, which are unequal too, may be worth more, as fast as the machine happens to be.
check 'pairs: run' spanwise run -q -N 64 -o pairs.prof ./pairs 12000 >pairs.out
concludes pairs contention openmp/pairs.c 'omp critical' spanwise report --format=json pairs.prof
check 'words: build' gcc -O2 -g -I"$BUILD/include" "$examples/annotated/words.c" -o words
check 'words: run' spanwise run -q -o words.prof ./words >words.out
concludes words contention annotated/words.c 'LOCK_BEGIN' spanwise predict --format=json -P 16 words.prof
check 'serial code: build' gcc -O2 -g -I"$BUILD/include" "$examples/annotated/stencil.c" -o serial
check 'serial code: run' spanwise run -q -o serial.prof ./serial >serial.out
check 'serial code' spanwise predict --format=json -P 16 serial.prof >serial.json
same 'serial code: cause' "$(jq -r .headline.cause serial.json)" parallelism
check 'serial code: where' jq -e '.headline.sentences | any(test("[0-9]%.* .rows. at stencil.c:"))' serial.json >where
finish
