# For the tests of meters.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/meters

# works METER: whether 'spanwise meters' says so; else the test says that it left it out.
works() {
    spanwise meters --format=json | jq -e --arg m "$1" '.meters[] | select(.name == $m) | .works' >/dev/null && return
    echo "left out: '$1' does not work on this machine"
    return 1
}

# figure JQ-PATH [FILE]: of a profile, the newest one without.
figure() {
    spanwise report --format=json ${2+"$2"} 2>/dev/null | jq -r "$1"
}

# work_of CALLEE: the work of all its invocations.
work_of() {
    figure "[.sites[] | select(.callee == \"$1\") | .on_work.top_caller.work] | add"
}
