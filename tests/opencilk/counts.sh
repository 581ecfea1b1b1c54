# Exact counts of every site: see counts.c. Also on the other machine, where there is an emulator.
. "$SOURCE/tests/opencilk/lib.sh"

# act NAME EXPECTED-TABLE
act() {
    rm -f it.prof
    status "$title $1: status" 42 profile "$1"
    show
    same "$title $1" "$(table | sed 's/compare in .*/compare in libc/' | tr '\n' ';')" "$(echo "$2" | sed 's/^ *//' | grep . | tr '\n' ';')"
}

line() { # TEXT [N]: where it is in counts.c, the Nth time
    grep -nF -- "$1" "$here/counts.c" | sed -n "${2:-1}p" | cut -d: -f1
}

acts() {
    act par "1 1
        2 $(line 'long r = leaf(n) + 1') call leaf in f
        1 $(line 'SPAWN(0, spawn_f(n, &x))') spawn f in par
        1 $(line 'long y = f(n + 1)') call f in par
        1 $(line ' par(1);') call par in act"
    act loop "15 8
        15 $(line 'spawn_loop(low, middle)') loop loop in loop
        16 $(line ' leaf(low);') call leaf in loop
        1 $(line ' loop(0, 16);') call loop in act"
    # The inner regions are scopes: the loop's, and the one of a single spawn.
    act regions "7 3
        2 $(line 'long r = leaf(n) + 1') call leaf in f
        1 $(line 'SPAWN(0, spawn_f(1, &x))') spawn f in regions
        5 $(line 'SPAWN_AS(1, LOOP, spawn_leaf(1, i))') loop regions in regions
        1 $(line ' leaf(5);') call leaf in regions
        1 $(line 'SPAWN(1, spawn_leaf(1, 6))') scope regions in regions
        1 $(line 'SPAWN(1, spawn_leaf(1, 6))') spawn leaf in regions
        1 $(line 'SPAWN(0, spawn_f(2, &x))') spawn f in regions
        1 $(line ' regions();') call regions in act"
    act jump "1 1
        53 $(line 'deep(n - 1)') call deep in deep
        2 $(line 'jumper(n - 1)') call jumper in jumper
        10 $(line 'deep(5)') call deep in jump
        1 $(line 'leaf(1)') call leaf in jump
        1 $(line 'spawn_deep(3)') spawn deep in jump
        1 $(line 'leaf(2)') call leaf in jump
        1 $(line 'jumper(2)') call jumper in jump
        1 $(line 'leaf(3)') call leaf in jump
        1 $(line ' jump();') call jump in act"
    act big "0 0
        2 $(line 'leaf(room[n / 2])') call leaf in big
        2 $(line 'big(1000), big(3000)') call big in act"
    act sort "1 1
        1 - call compare in libc
        1 $(line 'spawn_sort(numbers)') spawn ? in sort
        1 $(line ' sort();') call sort in act"
    act unit "2 1
        1 $(grep -n 'spawn_leaf(n, &x)' "$here/unit.c" | cut -d: -f1) spawn unit_leaf in unit_par
        1 $(grep -n 'spawn_leaf(n + 1, &y)' "$here/unit.c" | cut -d: -f1) spawn unit_leaf in unit_par
        1 $(line 'long r = leaf(n) + 1') call leaf in f
        1 $(line 'unit_par(2), f(3)') call f in act
        1 $(line 'unit_par(2), f(3)') call unit_par in act"
    act nonsense "0 0
        1 $(line 'leaf(1)' 2) call leaf in nonsense"
    rm -f it.prof
    profile threads
    show
    same "$title threads: spawns" "$(value '"\(.spawns) \(.syncs)"')" '3 3'
    same "$title threads: leaves" "$(value '[.sites[] | select(.callee == "leaf") | .on_work.local.count] | add')" 6
}

profile() {
    spanwise run -q -o it.prof ./counts "$@" >out
}
build_tool gcc
for compiler in gcc clang; do
    for level in -O0 -O2; do
        title="$compiler $level"
        build $compiler "$level -fno-omit-frame-pointer" counts "$here/counts.c" "$here/unit.c"
        acts
    done
done

# Unprofiled the same binary runs on the tool's own hooks.
status 'unprofiled' 42 ./counts par loop regions jump big sort threads unit nonsense >out
same 'unprofiled: nobody sets the workers' "$(cat out)" "${CILK_NWORKERS--}"
status 'profiled' 42 spanwise run -q -o it.prof ./counts >out
same 'profiled: on one worker' "$(cat out)" 1

# Without frame pointers: spans, spawns and counts are the same; who calls is not known, and said.
for compiler in gcc clang; do
    title="$compiler -O2 without frame pointers"
    build $compiler '-O2 -fomit-frame-pointer' counts "$here/counts.c" "$here/unit.c"
    for one in 'par 1 1 2' 'loop 15 8 16' 'regions 7 3 3' 'jump 1 1 3' 'unit 2 1 1' 'nonsense 0 0 1'; do
        set -- $one
        status "$title: $1" 42 profile "$1"
        show
        same "$title $1: spawns and syncs" "$(value '"\(.spawns) \(.syncs)"')" "$2 $3"
        # Those that a task calls are its own.
        same "$title $1: calls of leaf" \
            "$(value '[.sites[] | select(.callee == "leaf" and .kind == "call") | .on_work.local.count] | add')" "$4"
        same "$title $1: their place" "$(value '[.sites[] | select(.callee == "par" and .kind == "call") | .line] | unique | length <= 1')" true
    done
    status "$title: report" 42 spanwise run -o it.prof ./counts par >out 2>err
    has "$title: said" <(tr -s ' \n' ' ' <err) 'not known.*compile with -fno-omit-frame-pointer'
done
finish
