# What a program is given: a later run has the same input, and takes nothing from who shares it; a terminal is not read by looking at it.
. "$SOURCE/tests/once/lib.sh"
fresh
twice=(spanwise run -N 1,2 -o it.prof "$PROGRAMS")
printf 'first\ny\nlast\n' >list

rounds=0
while read -r _ && [ $((++rounds)) -lt 9 ]; do
    "${twice[@]}" nothing >out 2>err
done <list
same 'a loop whose input a program does not read' $rounds 3
same 'as often as that' "$(runs)" 6

: >"$COUNTED"
{
    read -r _
    "${twice[@]}" read_line >out 2>err
    read -r last
} <list
same 'who reads one line, from where it is' "$(runs) $(grep -c differently err)" '2 0'
same 'who comes next has what is left' "$last" last

exec 7<>pipe
"${twice[@]}" nothing <pipe 7>&- >out 2>err &
for _ in {1..600}; do grep -q waiting err || sleep 0.05; done
has 'an input that has no end yet' err 'waiting for the end of the standard input'
exec 7>&-
wait $!
same 'and then has' "$? $(grep -c differently err)" '0 0'

: >"$COUNTED"
(cd /tmp && MODEL=$SHARED.XXXXXX spanwise check --min-parallelism=1 "$PROGRAMS" make_unique) >out 2>err
same 'who works in /tmp itself has its files there' "$(runs) $(find /tmp -maxdepth 1 -name "$SHARED.*" | wc -l)" '1 1'
(cd / && env -u TMPDIR spanwise check --min-parallelism=1 "$PROGRAMS" temporary_file) >out 2>errors
same 'who works elsewhere has none there' "$(grep -c 'ran .* once' errors)" 0
has 'what it did there' err "ran '.*' once, because it created"

# in_terminal COMMAND...: what that writes to a terminal of its own.
in_terminal() { python3 -c 'import os, pty, sys; pty.spawn(sys.argv[1:], lambda fd: os.read(fd, 1024))' "$@" </dev/null | tr -d '\r'; }
: >"$COUNTED"
in_terminal "${twice[@]}" write_terminal >out
same 'to the terminal: one run writes' "$(runs) $(grep -c '^process' out)" '2 2' # to standard output, and to that
in_terminal "${twice[@]:0:6}" bash -c "exec '$PROGRAMS' nothing" >out
has 'a script of bash reads nothing from it' out "'bash' is going to run 1 more time"
finish
