# What programs do with their stacks: jumps, signal handlers, threads, depth.
. "$SOURCE/tests/run/subject.sh"
build_subject

# Five spawns in every other round; frames that were jumped over are gone by the next call.
OPTIONS=--budget=none
for rounds in 1000 1000000; do
    profile jumps $rounds
    same "$rounds jumps: status" "$got" 0
    same "$rounds jumps: spawns" "$(value .spawns)" $((rounds / 2 * 5 + SPAWNS))
    same "$rounds jumps: no frame is left" "$(value '.circumstances.max_depth < 30')" true
    same "$rounds jumps: every round is one call" \
        "$(value '[.sites[] | select(.callee == "jump_once") | .on_work.local.count] | add')" $rounds
    same "$rounds jumps: as often down" \
        "$(value '[.sites[] | select(.caller == "jump_once") | .on_work.local.count] | add')" $rounds
done
OPTIONS=

for act in alarms alarms-elsewhere; do
    profile $act
    same "$act: status" "$got" 0
    same "$act: complete" "$(value '.complete and (.damaged | not)')" true
    same "$act: no frame is left" "$(value '.circumstances.max_depth < 40')" true
    same "$act: span within work" "$(value '.span <= .work and .span > 0')" true
    same "$act: nothing to complain of" "$(value '.warnings | length')" 0
    # Handlers call fib too, but nobody calls work() but alarms() and its caller.
    same "$act: work() has its callers" \
        "$(value '[.sites[] | select(.callee == "work") | .caller] | unique | length <= 2')" true
done

# A handler that jumps out of an event: the program goes on, and the profile says that it is damaged.
profile alarms-jump
same 'jumps out of handlers: status' "$got" 0
same 'jumps out of handlers: told' "$(value .damaged)" true

profile threads
same 'threads: status' "$got" 0
same 'threads: every spawn of each' "$(value .spawns)" $((4 * 20 * SPAWNS))
same 'threads: main and four' "$(value .circumstances.threads)" 5
has 'threads: the report tells' <(value '.warnings[]') '^5 threads\b'

profile short-threads
same 'short threads: status' "$got" 0
same 'short threads: every spawn of each' "$(value .spawns)" $((100 * SPAWNS))
same 'short threads: main and a hundred' "$(value .circumstances.threads)" 101

profile leave-main
same 'pthread_exit in main: status' "$got" 0
same 'pthread_exit in main: spawns' "$(value .spawns)" $((2 * SPAWNS))

profile deep 1000000
same 'a million frames: status' "$got" 0
same 'a million frames: nested' \
    "$(value '.circumstances.max_depth >= 1000000 and .circumstances.max_depth < 1000100')" true
same 'a million frames: spawns' "$(value .spawns)" 1000000
same 'a million frames: nothing lost' "$(value '[.warnings[] | select(test("nested"))] | length')" 0
# A child may be as short as what its caller does meanwhile.
within 'a million frames: all is on the span' \
    "$(value '[.sites[] | select(.callee == "deep_spawned" and .kind == "spawn") | .on_span.local.count] | add')" \
    990000 1000000
finish
