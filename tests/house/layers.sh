# The tree shows in which process code runs, and its arrows run one way: every #include "..." of the sources goes down
# in tests/house/layers, and none from the program's part to the tool's or back. Each folder is in the list, once.
. "$SOURCE/tests/lib.sh"

# What is wrong with the tree below $1, a line each.
wrong() {
    (cd "$1" && find abi agent analysis base collect compile console engine helpers live profile report tool -name '*.[chS]' |
        LC_ALL=C sort | xargs awk '
        function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
        BEGIN {
            while ((getline line < "tests/house/layers") > 0)
                if (line !~ /^#/ && split(line, word, " ") == 2) {
                    if (word[1] in level) print "twice in the list: " word[1]
                    level[word[1]] = ++n
                    process[word[1]] = word[2]
                }
        }
        FNR == 1 {
            here = folder(FILENAME)
            used[here] = 1
            if (!(here in level) && !unknown[here]++) print "not in the list: " here
        }
        /^[ \t]*#[ \t]*include[ \t]*"/ {
            split($0, part, "\"")
            there = folder(part[2])
            if (part[2] !~ /\// || part[2] ~ /^include\// || there == here) next
            if (!(there in level)) print FILENAME ":" FNR ": " part[2] " is of no folder in the list"
            else if (level[there] > level[here]) print FILENAME ":" FNR ": up, to " part[2]
            else if (process[there] != "all" && process[there] != process[here])
                print FILENAME ":" FNR ": from the " process[here] " to the " process[there] ": " part[2]
        }
        END { for (f in level) if (!(f in used)) print "in the list, but has no files: " f }')
}

same 'arrows that run up, or between processes' "$(wrong "$SOURCE")" ''

# Only the tables of front ends ask which one it is (CONTRIBUTING, 'Add a front end'). The lines that still do elsewhere may only get fewer.
questions() { # tree folders...
    (cd "$1" && shift && grep -rhE --include='*.[ch]' --exclude=front_end.c 'SW_FRONT_END_[A-Z]|sw_profile_is_(cilk|openmp)\(' "$@" | wc -l)
}
while read -r most folders; do
    asked=$(questions "$SOURCE" $folders)
    check "$folders: $asked lines ask which front end it is, of $most at most" test "$asked" -le "$most"
done <<END
0 agent base collect compile console engine helpers live tool/commands tool/common tool/main.c
5 tool/measure
6 tool/options
23 analysis
4 report
END

# The test itself: an include that runs up, one from the tool to the program, and a cycle, which cannot be without one
# that runs up.
copy=$WORK/copy
mkdir "$copy"
(cd "$SOURCE" && cp -r --parents abi agent analysis base collect compile console engine helpers live profile report tool \
    tests/house "$copy")
seen() { # file include
    cp "$copy/$1" "$WORK/kept"
    printf '#include "%s"\n' "$2" >> "$copy/$1"
    wrong "$copy" > "$WORK/wrong"
    has "$1 includes $2" "$WORK/wrong" "^$1:[0-9]+: .*$2"
    cp "$WORK/kept" "$copy/$1"
}
seen engine/strand/strand.h live/live.h
seen base/arena.h tool/common/program.h
seen compile/driver/cc.c tool/common/program.h
seen collect/collect.c agent/core/start.h
seen agent/core/start.c collect/collect.h
echo '/* SW_FRONT_END_CILK */' >>"$copy/tool/commands/why.c"
same 'a question that is new' "$(questions "$copy" tool/commands)" 1
seen analysis/findings/findings.h analysis/verdict/headline.h
finish
