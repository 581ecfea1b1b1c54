# What the tests of OpenCilk's programs share: building them as its compiler would, for hooks that a
# library has, and a look at the profile.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/opencilk

# build_tool COMPILER: what stands for Cilkscale's library.
build_tool() {
    check "$1: build the tool" "$1" -O2 -g -shared -fPIC "$here/tool.c" -o libtool.so
}

# build COMPILER FLAGS PROGRAM SOURCES...
build() {
    compiler=$1 flags=$2 program=$3
    shift 3
    # shellcheck disable=SC2086,SC2016
    check "$compiler $flags: build $program" "$compiler" $flags -g -pthread -I "$here" "$@" \
        -o "$program" -L. -ltool '-Wl,-rpath,$ORIGIN'
}

value() { # JQ-EXPRESSION
    jq -r "$1" it.json
}

# As JSON in it.json.
show() {
    spanwise report --format=json it.prof >it.json 2>report.err || fail "no profile: $(cat report.err)"
}

# Spawns and syncs, then a line for each site but main's: invocations, line, kind, callee and caller.
# A compiler may have unrolled a loop around one.
table() {
    value '"\(.spawns) \(.syncs)"'
    value '.sites[] | select(.kind != "root" and .callee != "main") |
           "\(.on_work.local.count) \(if .file == "" then "-" else .line end) \(.kind) \(.callee) in \(.caller)"' |
        awk '{ n = $1; sub(/^[0-9]+ /, ""); sum[$0] += n } END { for (s in sum) print sum[s], s }' |
        sort -k2n -k1n -k3
}
