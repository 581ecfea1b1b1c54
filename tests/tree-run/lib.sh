# What tests of recorded trees share.
command -v finish >/dev/null || . "$SOURCE/tests/lib.sh" # another one may have
here=$SOURCE/tests/tree-run

# figures PROFILE: in figures.txt, and as values by name: work, work0, span, span0, sections, tasks, locks, nodes, bytes.
figures() {
    "$BUILD/tests/tree-run/tree-run-figures" "$1" >figures.txt 2>&1 ||
        fail "no figures of $1: $(cat figures.txt)"
    # shellcheck disable=SC2034
    read -r _ work work0 _ span span0 _ sections _ tasks _ locks _ nodes _ items _ bytes <figures.txt
}

# ratio A B
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { print (b ? a / b : 0) }'; }

# agree WHAT [LEAST]: work and span of the tree are those of the profile, the span at least so much of it.
agree() {
    within "$1: work" "$(ratio "$work" "$work0")" 0.999 1.001
    within "$1: span" "$(ratio "$span" "$span0")" "${2:-0.97}" 1.03
}
