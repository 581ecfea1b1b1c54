# One description: every option in it is taken by its command, and is in --help, the manual page and all completions.
. "$SOURCE/tests/lib.sh" || exit 1
spanwise completion tsv >all
check 'there are options' test "$(wc -l <all)" -gt 100
for shell in bash zsh fish; do
    spanwise completion $shell >"$shell" || fail "completion $shell"
done

# The part of a completion that is of one command.
part() {
    case $1 in
    bash | zsh) awk -v c="    $2)" '$0 == c { on = 1 } on && /^        ;;/ { exit } on' "$1" ;;
    fish) grep -- "__spanwise_in $2'" fish | sed 's/-l /--/' ;;
    esac
}

# A value that the option takes.
value() { # KIND PLACEHOLDER
    case $2 in
    MEMORY | SIZE) echo 64M ;;
    LIST) echo 1,2 ;;
    P:X) echo 2:1.5 ;;
    *) case $1 in number) echo 3 ;; *) echo x ;; esac ;;
    esac
}

# It is parsed before --help is, which then prints and ends.
taken() { # COMMAND WORD...
    if spanwise "$@" --help >out 2>err && grep -q '^usage: ' out; then pass; else
        fail "spanwise $*: $(cat err)"
    fi
}

last=
while IFS='	' read -r command name letter kind placeholder how choices; do
    if [ "$command" != "$last" ]; then
        spanwise "$command" --help >help.txt
        spanwise man "$command" >page
        mandoc -T utf8 page 2>/dev/null | col -bx >manual.txt
        for shell in bash zsh fish; do part $shell "$command" >"$shell.part"; done
        last=$command
    fi
    # In all of them.
    word=$name
    [ "$kind" = - ] || word="$name[[]?=$placeholder"
    if [ "$how" = hidden ]; then
        check "$command $name is hidden" sh -c "! grep -qE -- '^  +(-., )?$word' help.txt manual.txt"
        check "$command $name is not offered" sh -c "! grep -E -v '^        valued=' bash.part zsh.part fish.part | grep -qwe '$name'"
    else
        has "spanwise $command --help" help.txt "^  (-., )?$word"
        has "spanwise-$command.1" manual.txt "^ +(-., )?$word"
        for shell in bash zsh fish; do
            has "$shell, $command" "$shell.part" "$name([^a-z-]|\$)"
        done
        for choice in $choices; do
            [ "$name" != --format ] || [ "$command" = run ] || has "$command $name: $choice" help.txt "(^|[ (:])$choice([ ,):;]|\$)"
        done
    fi
    # Taken; the compiler's driver has a parser of its own.
    [ "$command" != cc ] && [ "$name" != --help ] || continue
    if [ "$kind" = - ]; then
        taken "$command" "$name"
        [ "$letter" = - ] || taken "$command" "$letter"
        status "$command $name takes no value" 2 spanwise "$command" "$name=1" >out 2>err
        has "$command $name takes no value" err "^spanwise: '$name' "
        continue
    fi
    [ "$how" != optional ] || taken "$command" "$name"
    for v in ${choices:-$(value "$kind" "$placeholder")}; do
        taken "$command" "$name=$v"
        [ "$letter" = - ] || taken "$command" "$letter" "$v"
    done
    if [ "$kind" = choice ]; then
        status "$command $name=bogus" 2 spanwise "$command" "$name=bogus" --help >out 2>err
        has "$command $name=bogus" err '^spanwise: .*bogus'
        case $command$name in # what the parser says that it takes, and what is offered
        sample*) ;;
        *--format | *--on | *--view | *--sort)
            same "$command $name: choices" "$(sed -E 's/.* (takes|one of) //; s/, not .*//; s/ or /, /g; s/, /\n/g' err | sort | tr '\n' ' ')" \
                "$(echo "$choices" | tr ' ' '\n' | sort | tr '\n' ' ')"
            ;;
        esac
    fi
done <all

# None is anywhere else: there is one call of getopt_long().
same 'who parses options' "$(cd "$SOURCE" && grep -lE 'getopt_long\(|struct option ' tool/*/*.[ch])" tool/options/options.c
same 'which commands there are' "$(cut -f 1 all | uniq)" "$(spanwise --help | awk '/^  / { print $1 }')"

# Manual pages: no warnings, and they are where they are installed from.
for page in "$BUILD"/share/man/man1/*.1; do
    same "$(basename "$page"): mandoc" "$(mandoc -T lint -W warning "$page")" ''
    has "$(basename "$page"): its date" "$page" '^\.TH SPANWISE[^ ]* 1 20[0-9]{2}-[0-9]{2}-[0-9]{2} '
    for section in NAME SYNOPSIS DESCRIPTION EXAMPLES '"EXIT STATUS"' '"SEE ALSO"'; do
        has "$(basename "$page"): $section" "$page" "^\.SH $section\$"
    done
    same "$(basename "$page"): man" "$(LC_ALL=C.UTF-8 man --warnings -l "$page" 2>&1 >/dev/null)" ''
    name=$(basename "$page" .1)
    command=${name#spanwise}
    spanwise man ${command#-} | cmp -s - "$page" || fail "$page is not what 'spanwise man' prints"
done
same 'a page for each command' "$(ls "$BUILD"/share/man/man1 | wc -l)" $(($(cut -f 1 all | uniq | wc -l) + 1))
same 'which have FILES' "$(cd "$BUILD/share/man/man1" && grep -l '^\.SH FILES' *.1 | tr '\n' ' ')" \
    "spanwise-report.1 spanwise-run.1 spanwise-sample.1 spanwise-what-if.1 spanwise-why.1 spanwise.1 "
has 'man --help' <(spanwise man --help) '^usage: spanwise man'
status 'no such page' 2 spanwise man nothing 2>err
has 'no such page' err "^spanwise: 'nothing' "
same 'help COMMAND' "$(spanwise help run)" "$(spanwise run --help)"

# Slips.
spanwise report --frmat=csv 2>err
has 'a slip' err "^spanwise: .*'--frmat=csv'.*'--format'.*'spanwise report --help'"
spanwise merge -xq 2>err
has 'a letter' err "^spanwise: .*'-x'.*'spanwise merge --help'"
spanwise report --format 2>err
has 'a value is missing' err "^spanwise: '--format' "
finish
