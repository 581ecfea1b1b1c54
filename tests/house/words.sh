# Words for people are in the table of sentences (analysis/findings/sentences.def): code that makes findings or verdicts has no string of
# three words or more, and says nothing but by SW_SAY(). That a finding takes nothing else is for the compiler to see.
. "$SOURCE/tests/lib.sh"

# Strings of three words in files below $1 that say something, a line each. Names that stand for none are in parentheses.
wrong() {
    (cd "$1" && grep -rl 'SW_SAY(' analysis report tool --include='*.c' | LC_ALL=C sort | xargs awk '
        {
            line = $0
            gsub(/\/\*.*\*\//, "", line)
            if (!inside && sub(/\/\*.*/, "", line)) inside = 1
            else if (inside && sub(/.*\*\//, "", line)) inside = 0
            else if (inside) line = ""
        }
        line ~ /"[^"(][^"]*[A-Za-z,;:.] [A-Za-z%{][^"]* [A-Za-z%{][^"]*"/ { print FILENAME ":" FNR ": " $0 }')
}

same 'words outside the table' "$(wrong "$SOURCE")" ''

# The test itself.
mkdir "$WORK/copy"
(cd "$SOURCE" && cp -r --parents analysis report tool "$WORK/copy")
printf 'static const char *a = "it was too slow";\n' >> "$WORK/copy/analysis/simulation/causes.c"
same 'a sentence in a file' "$(wrong "$WORK/copy" | cut -d: -f1)" analysis/simulation/causes.c
finish
