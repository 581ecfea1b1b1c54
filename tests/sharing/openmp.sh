. "$SOURCE/tests/sharing/lib.sh"
gcc -O2 -g -fopenmp "$SOURCE/tests/sharing/openmp.c" -o openmp || fail build

planted openmp.c openmp array false counts -N 4
planted openmp.c openmp fields false 'stats.made and stats.used' -N 4
planted openmp.c openmp counter true total -N 4
planted openmp.c openmp atomic atomic sum -N 4
planted openmp.c openmp dealt false a -N 4
# The heap's has a line that allocated it, and is known by the pointer that is declared there.
planted openmp.c openmp heap false all -N 4
allocated openmp.c heap
planted openmp.c openmp structs false tallies.kept -N 4
allocated openmp.c structs
# One on the stack is a variable of who began the region.
planted openmp.c openmp stack false 'mine in ' -N 4
same 'whose stack' "$(jq -r '.sharing.shared_lines[0].name' stack.json)" 'mine in stack'
planted openmp.c openmp stack-fields false 'both.made and both.used in stack_fields' -N 4
# Chunks that anybody takes: of all that two threads may do to each other (of 1000 or 2000 loads and stores each) much, and little.
planted openmp.c openmp dynamic false small -N 2
look openmp chunks -N 2
within 'dynamic: of all' "$(jq '.sharing.shared_lines[0].transfers / (256 * 10667)' dynamic.json)" 0.4 1.1
within 'chunks: of all' "$(jq '(.sharing.shared_lines[0].transfers // 0) / (256 * 10847)' chunks.json)" 0 0.25
planted openmp.c openmp seed true state -N 4
check 'seed: by whom' grep -q "by 'rand_r'" <(jq -r '.findings[] | select(.kind == "shared").text' seed.json)
# A lock beside the data that it guards: who waits for it takes the line from who has it.
planted openmp.c openmp beside lock guarded. -N 4
for case in array-repaired fields-repaired beside-repaired seed-repaired copies reduction loop barriers pipeline tasks critical; do
    healthy openmp "$case" -N 4
done

# More threads than are told apart: that is said.
look openmp copies -N 300
check 'many threads: told' jq -e '.warnings | any(contains("more than 256 threads"))' copies.json >/dev/null

healthy openmp turns -N 2
within 'turns: all that moves' "$(jq '[.sharing.communication[].transfers] | add / (2999 * 1024)' turns.json)" 0.9 1.1

# What a thread has written another one reads behind the barrier: communication, by both lines.
same 'communication' "$(jq -r '[.sharing.communication[:2][] | .name, .transfers > 10000] | sort | join(" ")' barriers.json)" \
    'true true a b'
check 'its places' jq -e '.sharing.communication[0].places | length == 2 and all(.line > 0)' barriers.json >/dev/null
finish
