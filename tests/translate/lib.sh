# For tests that run programs translated.
. "$SOURCE/tests/lib.sh" || exit 1
here=$SOURCE/tests/translate
preload=$BUILD/tests/translate/libtranslate-preload.so

translated() { COUNT=$WORK/count LD_PRELOAD=$preload timeout 300 "$@"; }

# alike COMMAND...: the same output and status, translated.
alike() {
    "$@" >native.out 2>native.err
    wanted=$?
    rm -f "$WORK/count"
    translated "$@" >translated.out 2>translated.err
    same "status of $*" $? $wanted
    check "output of $*" cmp native.out translated.out
    check "messages of $*" cmp native.err translated.err
    check "$*: something was counted, and nothing went wrong" grep -qx '[1-9][0-9]*' "$WORK/count"
}
