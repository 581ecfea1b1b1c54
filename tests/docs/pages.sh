# The pages: links resolve, each command has one, and it names the options that --help names.
. "$SOURCE/tests/lib.sh" || exit 1

# Links outside code, as "PAGE TARGET" lines.
links() {
    for page in README.md CHANGELOG.md CONTRIBUTING.md doc/*.md; do
        awk '/^```/ { code = !code } !code && !/^    /' "$page" |
            grep -o '](\([^)]*\))' | sed "s,](\(.*\)),$page \1,"
    done
}

# As GitHub names headings: lower case, blanks become hyphens, most punctuation goes.
anchors() {
    awk '/^```/ { code = !code } !code && /^#/' "$1" | sed 's/^#* //' | tr 'A-Z ' 'a-z-' |
        tr -d "'\`.,:()/"
}

cd "$SOURCE" || exit 1
links >"$WORK/links"
check 'there are links' test "$(wc -l <"$WORK/links")" -gt 20
while read -r page target; do
    case $target in
    http:* | https:* | mailto:*) continue ;;
    esac
    to=${target%%#*}
    file=$page
    [ -z "$to" ] || file=$(dirname "$page")/$to
    check "$page: link to $target" test -e "$file"
    case $target in
    *#*) check "$page: heading of $target" grep -qx -- "${target#*#}" <(anchors "$file") ;;
    esac
done <"$WORK/links"

# Files and folders of ours that pages name are there: those in backquotes that end as such, but for headers of the user's and what is made.
paths() {
    grep -noE '`[a-z][a-z0-9_.-]*/([a-zA-Z0-9_.-]+/)*([a-zA-Z0-9_-]+\.(c|h|S|sh|py|md|json|txt))?`' "$1" | tr -d '`'
}
for page in README.md CONTRIBUTING.md doc/*.md; do
    paths "$page" >"$WORK/paths"
    while IFS=: read -r line path; do
        case $path in
        cilk/*) path=include/$path ;;
        link/) continue ;; # of the installation
        esac
        check "$page:$line: '$path' is there" test -e "$path"
        echo >>"$WORK/named-paths"
    done <"$WORK/paths"
done
check 'there are paths' test "$(wc -l <"$WORK/named-paths")" -gt 50

# Every page can be reached from the index.
for page in doc/*.md; do
    name=$(basename "$page")
    [ "$name" = README.md ] || has 'the index' doc/README.md "\($name\)"
done
check 'a licence' grep -q 'Apache License' LICENSE

# Options: a word that starts with a hyphen, up to '=' or a blank.
options() {
    grep -oE -- '(^|[[:space:]`,(])(--[a-z][a-z-]*|-[a-z])\b' | tr -d ' `,(' | sort -u
}
commands=$(spanwise --help | awk '/^  / { print $1 }')
check 'there are commands' test -n "$commands"
for command in $commands; do
    page=doc/$command.md
    check "spanwise $command has a page" test -f "$page"
    spanwise "$command" --help | grep '^  ' | options >"$WORK/wanted"
    check "spanwise $command --help has options" test -s "$WORK/wanted"
    options <"$page" >"$WORK/named"
    same "$page: options of --help that it does not name" "$(comm -23 "$WORK/wanted" "$WORK/named")" ''
    [ "$(tr '\n' ' ' <"$WORK/wanted")" != '--help -h ' ] || continue
    # The other way round: what the table of options names, --help names too.
    sed -n 's/^| \(`-.*\) | .*/\1/p' "$page" | options | grep -vx -e -h -e --help >"$WORK/table"
    check "$page has a table of options" test -s "$WORK/table"
    same "$page: options that --help does not have" "$(comm -13 "$WORK/wanted" "$WORK/table")" ''
done

# Environment variables that the programs read are somewhere in the pages.
grep -rhoE 'getenv\("[A-Z_]+"\)' agent base collect compile console live tool report analysis profile |
    sed 's/.*"\(.*\)".*/\1/' | sort -u >"$WORK/variables"
check 'there are variables' test -s "$WORK/variables"
while read -r variable; do
    case $variable in
    PATH | LD_LIBRARY_PATH | COMPILER_PATH | TERM) continue ;; # the system's, as everywhere
    esac
    check "\$$variable is documented" grep -qr -- "$variable" doc
done <"$WORK/variables"
finish
