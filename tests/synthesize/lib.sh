# Shared by the tests of the synthesizer.
. "$SOURCE/tests/lib.sh"

# synthesize NAME OPTIONS... FILE WAYS...: to NAME.out. Where times are not asked for, some of them will do.
synthesize() {
    name=$1
    shift
    case $(timing && echo all || echo $name) in all | five | hours | recursive) ;; *) return ;; esac
    status "$name" 0 synthesize-tree "$@" >"$name.out"
}

# speedup NAME WAY LOW HIGH
speedup() {
    [ -e "$1.out" ] || return 0
    got=$(awk -v way="$2" '$1 == way { print $2 }' "$1.out")
    check "$1, $2: there is one" test -n "$got"
    measured "$1, $2" "$got" "$3" "$4"
}

# serial NAME: the serial run takes what the tree says.
serial() { speedup "$1" serial 0.98 1.02; }

# Whether threads waited for a processor: others run here, and times are worth nothing.
busy() { awk 'NF == 3 && $1 != "sections" && $3 > 0.02 { busy = 1 } END { exit !busy }' "$1.out"; }

needs_two() {
    [ "$(nproc)" -ge 2 ] && return
    echo 'one processor: nothing to see'
    exit 0
}
