# All C files are formatted as .clang-format says, but for programs whose lines and columns are
# counted by the test that compiles them.
. "$SOURCE/tests/lib.sh" || exit 1
cd "$SOURCE" || exit 1
git ls-files '*.c' '*.h' 2>/dev/null >"$WORK/all"
[ -s "$WORK/all" ] || find . -name '*.[ch]' ! -path './build*' | sed 's,^\./,,' >"$WORK/all"
grep -vx -e tests/cc/refused.c -e tests/profile/subject.c -e 'tests/sleds/programs/.*' \
    "$WORK/all" >"$WORK/files"
check 'there are files' test "$(wc -l <"$WORK/files")" -gt 50
while read -r file; do
    if clang-format --dry-run -Werror "$file" 2>/dev/null; then pass; else
        fail "$file is not formatted: clang-format -i $file"
    fi
done <"$WORK/files"
finish
