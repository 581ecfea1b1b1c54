# The acts of counts.c, and what profile ACT, which the test has, must find in them. TITLE is of what
# was built.
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
    act outlined "15 8
        15 $(line 'spawn_outlined(low, middle)') loop outlined in outlined
        16 $(line ' leaf(low);' 2) call leaf in outlined
        1 $(line ' outlined(0, 16);') loop act in act"
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
