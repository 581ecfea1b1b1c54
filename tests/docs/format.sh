# All C files are formatted as .clang-format says, but for programs whose lines and columns are
# counted by the test that compiles them.
. "$SOURCE/tests/lib.sh" || exit 1
cd "$SOURCE" || exit 1
git ls-files '*.c' '*.h' 2>/dev/null >"$WORK/all"
[ -s "$WORK/all" ] || find . -name '*.[ch]' ! -path './build*' | sed 's,^\./,,' >"$WORK/all"
grep -vx -e tests/cc/refused.c -e tests/profile/subject.c -e 'tests/sleds/programs/.*' \
    "$WORK/all" >"$WORK/files"
check 'there are files' test "$(wc -l <"$WORK/files")" -gt 50
# Many at a time: to start it takes longer than most files do.
if xargs -n 64 clang-format --dry-run -Werror <"$WORK/files" 2>"$WORK/messages"; then pass; else
    fail "not formatted: clang-format -i $(sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: error.*/\1/p' "$WORK/messages" | sort -u | xargs)"
fi
finish
