# Programs of OpenCilk's: their hooks read the event as stubs do, and see the same sites.
. "$SOURCE/tests/meters/lib.sh"
works page-faults || exit 0
. "$SOURCE/tests/opencilk/lib.sh"
. "$SOURCE/tests/opencilk/acts.sh"

profile() {
    spanwise run -q --meter=page-faults -o it.prof ./counts "$@" >out
}
build_tool gcc
title='gcc -O2'
build gcc '-O2 -fno-omit-frame-pointer' counts "$here/counts.c" "$here/unit.c"
acts
show
same 'the meter' "$(value '"\(.meter), \(.unit)"')" 'page-faults, page faults'
within 'few faults' "$(value .work)" 0 200
finish
