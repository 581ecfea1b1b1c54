# Scripts of the product hold to what shellcheck asks.
. "$SOURCE/tests/lib.sh"
cd "$SOURCE" || exit 1
find .ci bench cmake doc examples -type f -perm -u+x -exec grep -lIE '^#!.*/(env )?(ba|da)?sh\b' {} + >"$WORK/scripts"
check 'there are scripts' test "$(wc -l <"$WORK/scripts")" -ge 5
check 'shellcheck' xargs shellcheck <"$WORK/scripts"
finish
