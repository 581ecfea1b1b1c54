. "$SOURCE/tests/sharing/lib.sh"
gcc -O2 -g -pthread "$SOURCE/tests/sharing/threads.c" -o threads || fail build
g++ -O2 -g -pthread "$SOURCE/tests/sharing/heap.cpp" -o heap || fail build

planted threads.c threads array false counts -N 4
planted threads.c threads atomics atomic total -N 4
planted threads.c threads fields false 'stats.made and stats.used' -N 4
planted threads.c threads limit false 's.limit and s.hits' -N 4
planted threads.c threads index false 's.hits and s.base' -N 4
planted threads.c threads counter true plain -N 4
planted threads.c threads structs false '' -N 4
allocated threads.c structs
same 'structs: declared elsewhere' "$(jq -r '.sharing.shared_lines[0].name' structs.json)" ''
for case in vector array pointer; do
    planted heap.cpp heap $case false tally::kept -N 4
    allocated heap.cpp $case
done
# Not inlined, the library's code is the caller: the reader's is further out.
g++ -O0 -g -pthread "$SOURCE/tests/sharing/heap.cpp" -o heap-plain || fail build
planted heap.cpp heap-plain vector false '' -N 4
allocated heap.cpp vector
same 'vector: no line of a library' \
    "$(jq -r '[.sharing.shared_lines[].allocated_file | select(test("/c[+][+]/"))] | length' vector.json)" 0
planted threads.c threads stack false 'sums in main' -N 4
planted threads.c threads beside lock guarded. -N 4
planted threads.c threads told true plain -N 4
same 'told: what to do' "$(jq -r '[.findings[] | select(.kind == "shared").text | test("reduction")] | any' told.json)" false
look threads alive -N 4
same 'alive: other bytes' "$(jq -r '.sharing.shared_lines[0] | "\(.sharing) \(.name)"' alive.json)" 'false watched.sum and watched.beat'
for case in array-repaired fields-repaired copies beside-repaired barriers queue; do
    healthy threads "$case" -N 4
done
finish
