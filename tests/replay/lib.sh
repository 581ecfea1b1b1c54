# Shared by the tests of the synthesizer.
. "$SOURCE/tests/lib.sh"

# replay NAME OPTIONS... FILE WAYS...: to NAME.out
replay() {
    name=$1
    shift
    replayed=("$@")
    status "$name" 0 replay-tree "$@" >"$name.out"
}

# figure WAY LOW HIGH: of the last replay. One that is out of its limits is replayed again: what else this machine's host does
# is seen for a second or two.
figure() {
    for _ in 1 2 3; do
        awk -v way="$1" -v low="$2" -v high="$3" '$1 == way { fine = $2 >= low && $2 <= high } END { exit !fine }' "$name.out" && break
        replay-tree "${replayed[@]}" >"$name.out"
    done
    within "$name, $1" "$(awk -v way="$1" '$1 == way { print $2 }' "$name.out")" "$2" "$3"
}

# speedup NAME WAY LOW HIGH
speedup() { figure "$2" "$3" "$4"; }

# serial NAME: the serial replay takes what the tree says. The processor may be some per cent faster or slower by then.
serial() { figure serial 0.95 1.05; }

# Whether threads waited for a processor: others run here, and times are worth nothing.
busy() { awk 'NF == 3 && $1 != "sections" && $3 > 0.02 { busy = 1 } END { exit !busy }' "$1.out"; }

needs_two() {
    [ "$(nproc)" -ge 2 ] && return
    echo 'one processor: nothing to see'
    exit 0
}
