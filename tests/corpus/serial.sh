# Serial code has its function and line, in predict, in what-if, and of a list that one thread follows to make tasks. The programs
# are those of promises.py, ten times as long: what is asked for is which function has nearly all samples of hundreds.
. "$SOURCE/tests/lib.sh"
here() { grep -n '/\* HERE \*/' "$SOURCE/tests/corpus/programs/$1.c" | cut -d: -f1; }
build() { gcc -O2 -g -DUNIT=10000 -Wno-unknown-pragmas -I"$SOURCE/include" "$@"; }

for p in a_between:settle a_serial:make; do
    name=${p%:*} function=${p#*:}
    check "$name compiles" build "$SOURCE/tests/corpus/programs/$name.c" -o "$name"
    spanwise predict -q -P 2 --keep=p.prof --format=json -o p.json "./$name" 2>err
    same "$name: the function" "$(jq -r '.headline | "\(.cause) \(.function) \(.line)"' p.json)" \
        "parallelism $function $(here $name)"
    same "$name: the finding's line" "$(jq '.findings[] | select(.kind == "serial_code").line' p.json)" "$(here $name)"
    spanwise what-if --format=json -P 2 "$function=2x" p.prof >if.json 2>err
    same "$name: what if it were faster" $? 0
    check "$name: that is a gain" jq -e '.on[0].gain > 1.1' if.json
    same "$name: no table of functions" "$(spanwise report --format=json p.prof | jq .samples)" null
done

check 'o_list compiles' build -fopenmp "$SOURCE/tests/corpus/programs/o_list.c" -o o_list
spanwise run -q -N 2 -o l.prof ./o_list 2>err
spanwise report --format=json l.prof >l.json
same 'a list: its function' "$(jq -r '.verdict | "\(.function) \(.line)"' l.json)" "follow $(here o_list)"
same 'a list: serial code' "$(jq -c '[.findings[] | select(.severity == "advice") | .kind]' l.json)" '["serial_code"]'

# What is counted is not sampled, and every run is the same.
for i in 1 2; do
    spanwise run -q --meter=instructions -o $i.prof ./a_between
    spanwise report --format=json $i.prof | jq '[.work, .span]' >$i.json
done
check 'instructions are the same' cmp 1.json 2.json
finish
