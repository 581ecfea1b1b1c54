# OpenCilk's programs are counted too: the same counts of every site as in time, the same work each
# time.
. "$SOURCE/tests/opencilk/lib.sh"
. "$SOURCE/tests/opencilk/acts.sh"

profile() {
    spanwise run -q --meter=instructions -o it.prof ./counts "$@" >out
}
build_tool gcc
title=instructions
build gcc '-O2 -fno-omit-frame-pointer' counts "$here/counts.c" "$here/unit.c"
acts
profile sort
show
first=$(value '"\(.meter) \(.work) \(.span)"')
profile sort
show
same 'the same again' "$(value '"\(.meter) \(.work) \(.span)"')" "$first"
finish
