# Shared by the tests of the synthesizer.
. "$SOURCE/tests/lib.sh"

# synthesize NAME OPTIONS... FILE WAYS...: to NAME.out. Where times are not asked for, some of them will do. Where they are, it has three
# runs, of those that do not say themselves that the machine was busy, if there are any in the first five.
synthesize() {
    name=$1 good=0
    shift
    case $(timing && echo all || echo $name) in all | five | hours | recursive) ;; *) return ;; esac
    timing && rounds='1 2 3 4 5' || rounds=1
    for round in $rounds; do
        status "$name, round $round" 0 synthesize-tree "$@" >"$name.round" 2>"$name.doubts"
        cat "$name.round" >>"$name.all"
        if ! grep '^doubtful: the machine was busy' "$name.doubts"; then
            cat "$name.round" >>"$name.out"
            good=$((good + 1))
        fi
        [ "$good" != 3 ] || break
    done
    [ "$good" != 0 ] || mv "$name.all" "$name.out"
}

# figure NAME KEY: the median of its runs.
figure() { awk -v key="$2" '$1 == key { print $2 }' "$1.out" | median; }

# speedup NAME WAY LOW HIGH
speedup() {
    [ -e "$1.out" ] || return 0
    got=$(figure "$1" "$2")
    check "$1, $2: there is one" test -n "$got"
    measured "$1, $2" "$got" "$3" "$4"
}

# serial NAME: the serial run takes what the tree says. It takes 1 to 2% more on x86-64, quiet or not, and the speed of a virtual machine's
# processors goes up and down by as much.
serial() { speedup "$1" serial 0.96 1.04; }

# Whether threads waited for a processor: others run here, and times are worth nothing.
busy() { awk 'NF == 3 && $1 != "sections" && $3 > 0.02 { busy = 1 } END { exit !busy }' "$1.out"; }

needs_two() {
    [ "$(nproc)" -ge 2 ] && return
    echo 'one processor: nothing to see'
    exit 0
}
