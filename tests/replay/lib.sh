# Shared by the tests of the synthesizer.
. "$SOURCE/tests/lib.sh"

# replay NAME OPTIONS... FILE WAYS...: to NAME.out
replay() {
    name=$1
    shift
    replayed=("$@")
    status "$name" 0 replay-tree "$@" >"$name.out"
}

# speedup NAME WAY LOW HIGH. What is out of its limits is replayed again, if it is of the last replay: what else this machine's host
# does is seen for a second or two.
speedup() {
    for _ in 1 2 3; do
        awk -v way="$2" -v low="$3" -v high="$4" '$1 == way { fine = $2 >= low && $2 <= high } END { exit !fine }' "$1.out" && break
        [ "$1" = "$name" ] && replay-tree "${replayed[@]}" >"$1.out"
    done
    within "$1, $2" "$(awk -v way="$2" '$1 == way { print $2 }' "$1.out")" "$3" "$4"
}

# serial NAME: the serial replay takes what the tree says.
serial() { speedup "$1" serial 0.98 1.02; }

# Whether threads waited for a processor: others run here, and times are worth nothing.
busy() { awk 'NF == 3 && $1 != "sections" && $3 > 0.02 { busy = 1 } END { exit !busy }' "$1.out"; }

needs_two() {
    [ "$(nproc)" -ge 2 ] && return
    echo 'one processor: nothing to see'
    exit 0
}
