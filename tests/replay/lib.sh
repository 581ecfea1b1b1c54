# Shared by the tests of the synthesizer.
. "$SOURCE/tests/lib.sh"

# replay NAME OPTIONS... FILE WAYS...: to NAME.out
replay() {
    name=$1
    shift
    status "$name" 0 replay-tree "$@" >"$name.out"
}

# speedup NAME WAY LOW HIGH
speedup() {
    within "$1, $2" "$(awk -v way="$2" '$1 == way { print $2 }' "$1.out")" "$3" "$4"
}

# serial NAME: the serial replay takes what the tree says.
# The processor is not always equally fast: by the time that it is replayed, it may differ by some per cent from when delays were calibrated.
serial() { within "$1, serial" "$(awk '$1 == "serial" { print $2 }' "$1.out")" 0.95 1.05; }

# Whether threads waited for a processor: others run here, and times are worth nothing.
busy() { awk 'NF == 3 && $1 != "sections" && $3 > 0.02 { busy = 1 } END { exit !busy }' "$1.out"; }

needs_two() {
    [ "$(nproc)" -ge 2 ] && return
    echo 'one processor: nothing to see'
    exit 0
}
