# What people read has none of the turns of tests/house/english: the sentences of findings, the strings of the code (options, messages,
# reports), those of the page, README.md, CHANGELOG.md, CONTRIBUTING.md and the prose of doc/. Blocks of output are what is printed: that is checked where it is made.
. "$SOURCE/tests/lib.sh"

# strings FILE...: C string literals, those that follow each other as one, as "FILE: words".
strings() {
    awk 'FNR == 1 { end() ; comment = 0 }
        function end() { if (text != "") print file ": " text; text = "" }
        { line = $0; file = FILENAME
          if (comment) { if (!sub(/^.*\*\//, "", line)) next; comment = 0 }
          gsub(/\/\*.*\*\//, "", line)
          if (line ~ /^[^"]*\/\*/) { comment = 1; next }
          if (line ~ /^ *#/) next
          rest = line
          while (match(rest, /"([^"\\]|\\.)*"/)) {
              if (substr(rest, 1, RSTART - 1) ~ /[^ \t]/) end()
              text = text substr(rest, RSTART + 1, RLENGTH - 2)
              rest = substr(rest, RSTART + RLENGTH)
          }
          if (rest ~ /[^ \t]/) end() }
        END { end() }' "$@"
}

# scripts FILE...: the strings of JavaScript, as "FILE: words".
scripts() {
    for file; do
        sed -E 's,(^|[ \t])//.*,,' "$file" | grep -oE '"[^"]*[ ][^"]*"|`[^`]*[ ][^`]*`' |
            sed "s,^,$file: ,"
    done
}

# prose FILE...: without blocks of code, a paragraph as one line, as "FILE: words".
prose() {
    awk 'function end() { if (text != "") print file ":" text; text = "" }
        FNR == 1 { end(); code = 0 }
        /^ *```/ { code = !code; end(); next }
        code || /^    [^ ]/ || /^<!--/ { end(); next }
        /^ *$/ { end(); next }
        { file = FILENAME; text = text " " $0 }
        END { end() }' "$@"
}

# found FILE: lines of it with a turn of the list, and what to say instead.
found() {
    while IFS=$'\t' read -r turn instead; do
        case $turn in '' | '#'*) continue ;; esac
        grep -E -- "$turn" "$1" | while IFS= read -r line; do
            printf "%s: '%s'; say: %s\n" "${line%%:*}" "$(grep -oE -- "$turn" <<<"$line" | head -1)" "$instead"
        done
    done <"$SOURCE/tests/house/english"
}

cd "$SOURCE" || exit 1
strings analysis/findings/sentences.def >"$WORK/sentences"
strings $(find tool report analysis collect compile console profile helpers agent -name '*.[ch]' | LC_ALL=C sort) >"$WORK/code"
scripts web/src/*.js >"$WORK/scripts"
prose README.md CHANGELOG.md CONTRIBUTING.md doc/*.md >"$WORK/prose"
check 'sentences' test "$(wc -l <"$WORK/sentences")" -gt 200
check 'strings of the code' test "$(wc -l <"$WORK/code")" -gt 1000
check 'strings of the page' test "$(wc -l <"$WORK/scripts")" -gt 150
check 'paragraphs' test "$(wc -l <"$WORK/prose")" -gt 500
for what in sentences code scripts prose; do
    same "$what" "$(found "$WORK/$what")" ''
done

# Each of the list would be found, over the ends of lines too.
printf '    "were it perfectly "\n    "parallel, the speedup would grow"\n' >"$WORK/planted.c"
printf 'The time is\nnobody'"'"'s.\n\n```\nso many processors\n```\n' >"$WORK/planted.md"
strings "$WORK/planted.c" >"$WORK/planted"
found "$WORK/planted" >"$WORK/told"
has 'planted in a string' "$WORK/told" 'say: if it were$'
prose "$WORK/planted.md" >"$WORK/planted"
same 'planted in prose, and not in output' "$(found "$WORK/planted" | wc -l)" 1
finish
