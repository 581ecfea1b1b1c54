# Exact counts of every site: see counts.c and acts.sh.
. "$SOURCE/tests/opencilk/lib.sh"
. "$SOURCE/tests/opencilk/acts.sh"

profile() {
    spanwise run -q -o it.prof ./counts "$@" >out
}
build_tool gcc
ways=('gcc -O2' 'clang -O0')
! long || ways+=('gcc -O0' 'clang -O2')
for way in "${ways[@]}"; do
    title=$way
    build ${way% *} "${way#* } -fno-omit-frame-pointer" counts "$here/counts.c" "$here/unit.c"
    acts
done

# Exceptions.
place() { grep -nF -- "$1" "$here/throw.cc" | sed -n "${2:-1}p" | cut -d: -f1; }
for way in 'g++ -O2' ${LONG:+'g++ -O0'}; do
    build ${way% *} "${way#* } -fno-omit-frame-pointer" throw "$here/throw.cc"
    status "$way throw: status" 42 spanwise run -q -o it.prof ./throw
    show
    same "$way throw" "$(table)" "9 6
$(
        echo "9 $(place ' leaf();') call leaf in thrower"
        echo "6 $(place 'thrower(depth - 1)') call thrower in thrower"
        echo "3 $(place 'thrower(2)') call thrower in silent"
        echo "3 $(place ' silent();') call silent in f"
        echo "3 $(place 'SPAWN(0, spawn_leaf());') spawn leaf in try_it"
        echo "3 $(place '__csi_detach(0, 0, 0);') spawn f in try_it"
        echo "3 $(place ' leaf();' 3) call leaf in try_it"
        echo "3 $(place 'SPAWN(0, spawn_leaf());' 3) spawn leaf in try_it"
        echo "3 $(place ' leaf();' 4) call leaf in try_it"
        echo "3 $(place ' try_it();') call try_it in main"
    )"
done

# Unprofiled the same binary runs on the tool's own hooks.
status 'unprofiled' 42 ./counts par loop regions jump big sort threads unit nonsense >out
same 'unprofiled: nobody sets the workers' "$(cat out)" "${CILK_NWORKERS--}"
status 'profiled' 42 spanwise run -q -o it.prof ./counts >out
same 'profiled: on one worker' "$(cat out)" 1

# Without frame pointers: spans, spawns and counts are the same; who calls is not known, and said.
for compiler in $(some 2 gcc clang); do
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
