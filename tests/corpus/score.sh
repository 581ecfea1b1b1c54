# The scorer, on verdicts that are made up: what it takes for right and for wrong. It also sees to it that the table of what is true
# has the lines that functions have.
. "$SOURCE/tests/lib.sh"
mkdir saved

# said PROGRAM CAUSE FILE FUNCTION LINE
said() {
    jq -n --arg cause "$2" --arg file "/there/$3" --arg function "$4" --argjson line "$5" \
        '{verdict: {processors: 16, speedup: 4, cause: $cause, file: $file, function: $function, line: $line,
                    speedup_without: 8, sentences: ["so"], not_looked_at: ["memory"]}}' >"saved/$1.json"
}
score() { python3 "$SOURCE/tests/corpus/score.py" --saved saved "$BUILD" "$@" >out 2>err; }
first() { grep -n -m1 "$2" "$SOURCE/tests/corpus/programs/$1" | cut -d: -f1; }

said marten parallelism marten.c renew "$(first marten.c 'omp single')"
said willow grain willow.cpp 'Grid::ways(int, int) const' "$(first willow.cpp 'omp task')"
said cobalt none '' '' 0
said fennel none '' '' 0
score marten willow cobalt fennel
same 'all right: status' $? 0
has 'all right' out '^all three right: 2 of 2; healthy and accused: 0 of 1; .*later, and right: 1 of 1$'
has 'the promise' out '^marten .* 4\.00 +2\.00 '

said marten contention marten.c renew "$(first marten.c 'omp single')"
score marten
same 'another cause: status' $? 1
has 'another cause' out '^marten .* -FL '
has 'what was said' out '^    so$'
said marten parallelism marten.c main "$(first marten.c 'omp parallel')"
score marten
same 'another function: status' $? 1
has 'another function' out '^marten .* C-- '
said marten parallelism other.c renew "$(first marten.c 'omp single')"
score marten
has 'another file' out '^marten .* CF- '
said cobalt memory cobalt.c multiply 10
score cobalt
same 'accused: status' $? 1
has 'accused' out 'accused: 1 of 1 \(cobalt\)'
finish
