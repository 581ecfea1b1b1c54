# spanwise why, run, check and bench: what cannot be repeated happens once, or as often as is said before; the rest may happen again, which is said
# as well, and leaves what the first run left.
. "$SOURCE/tests/once/lib.sh"

# those --any|--once|--tool: programs of that kind; some of them where how often they run does not depend on what they do.
# 'spanwise bench' opens their input itself, to read, and each of its runs writes. Each command has a third of them, so that check, run
# and why have all of them together; where there is time each has all.
those() {
    case $COMMAND in
    list) "$PROGRAMS" "$1" | grep -E '^(append|count|read|write)' ;;
    bench) "$PROGRAMS" "$1" | grep -Ev 'append_input|write_rotated' ;;
    *) "$PROGRAMS" "$1" ;;
    esac | awk -v first="$FIRST" -v step="$(long && echo 1 || echo 3)" 'NR % step == first % step'
}

# said: how many further runs were, before them; 0: none.
said() {
    local n
    n=$(sed -En 's/.* is going to run (up to )?([0-9]+)( more)? times?, silently; .*/\2/p' err)
    [ "$(wc -w <<<"$n")" -le 1 ] || fail 'said more than once'
    echo "${n:-0}"
}

# is_replaced PROGRAM: it becomes another one, so there is nothing to check, and no run but that.
is_replaced() { [ "$COMMAND" = check ] && [[ $1 = append_exec || $1 = append_unseen ]]; }

measure() { # PROGRAM
    case $COMMAND in
    check) with_input "$1" spanwise check --min-parallelism=1 "$PROGRAMS" "$1" ;;
    bench) with_input "$1" spanwise bench -N 1,2 --trials=1 --stdin="$PWD/input" -o /dev/null "$PROGRAMS" "$1" ;;
    run) with_input "$1" spanwise run -N 2 -o it.prof "$PROGRAMS" "$1" ;;
    list) with_input "$1" spanwise run -N 1,2 -o it.prof "$PROGRAMS" "$1" ;;
    why) with_input "$1" spanwise why -o it.prof --no-html "$PROGRAMS" "$1" ;;
    esac >out 2>err
}

# count_once PROGRAM: not again, and why not; or as often as was said.
count_once() {
    case $COMMAND in
    why | check)
        same "$1: runs" "$(runs)" 1
        is_replaced "$1" || has "$1: is told" err "^spanwise: ran '.*' once, because it .*; --rerun runs it again"
        same "$1: nothing else is" "$(said)" 0
        ;;
    run) same "$1: one run, of which nothing is said" "$(runs) $(said)" '1 0' ;;
    list)
        same "$1: as said" "$(runs) $(said)" '2 1'
        [ "$1" != count_renamed ] || same "$1: no run differs" "$(grep differently err)" ''
        ;;
    bench) same "$1: as said" "$(runs)" "$(said)" ;;
    esac
}

for program in $(those --once) $(those --tool); do
    fresh
    measure "$program"
    ended=$?
    is_replaced "$program" || same "$COMMAND $program: exit status" $ended 0
    count_once "$program"
    check "$program: its effect" test "$(times "$program")" -gt 0 -a "$(times "$program")" -le "$(runs)"
done

for program in $(those --any); do
    fresh
    measure "$program"
    same "$COMMAND $program: exit status" $? 0
    case $COMMAND in
    run) same "$program: one run, of which nothing is said" "$(runs) $(said)" '1 0' ;;
    list) same "$program: as said" "$(runs) $(said)" '2 1' ;;
    bench) same "$program: as said" "$(runs)" "$(said)" ;;
    *)
        check "$program: no more than was said" test "$(runs)" -le $((1 + $(said))) # on a busy machine there is no time for more
        ;;
    esac
    same "$program: no run differs" "$(grep differently err)" ''
    [ "$COMMAND" = bench ] || check "$program: the first run's bytes" its_bytes out
    same "$program: nothing else" "$(find . -newer input -type f | grep -Ev '^./(output|new|out|err|it.prof)$')" ''
done
finish
