# Instructions are counted one by one: as the program's source says, as the emulator counts them, site
# by site, and the same in every run.
. "$SOURCE/tests/lib.sh" || exit 1
here=$SOURCE/tests/translate
count() { # ENGINE COMMAND...: all figures, to ENGINE.json
    engine=$1
    shift
    timeout 300 spanwise run --meter=instructions --engine="$engine" --libraries=none -q -o "$engine.prof" "$@" \
        >"$engine.out" 2>"$engine.err" || fail "$engine: $* fails: $(cat "$engine.err")"
    same "$engine: $* says nothing" "$(cat "$engine.err")" ''
    # Locks are not looked at in qemu: that is all that may differ.
    spanwise report --format=json "$engine.prof" | jq --indent 1 'del(.verdict, .started, .circumstances.memory, .circumstances.events) |
        .sites |= map(del(.address, .callee_address))' >"$engine.json"
}
field() { grep -m1 "\"$1\":" own.json | tr -dc 0-9; }

check 'counts.c builds' spanwise cc -O2 -g -I"$SOURCE/include" "$here/counts.c" -o counts
count own ./counts 3000 2000
work=$(field work) span=$(field span)
same 'what it prints' "$(cat own.out)" "$(./counts 3000 2000)"
count own ./counts 1003000 2000
case $(uname -m) in x86_64) repeated=2 ;; *) repeated=0 ;; esac
# 1003000 % 4000 is 3000 too: the same is repeated.
same 'a million turns of three' $(($(field work) - work)) 3000000
same 'on the span' $(($(field span) - span)) 3000000
count own ./counts 3002 2000
same 'two turns more, and two bytes' $(($(field work) - work)) $((2 * 3 + 2 * repeated))

if [ "$(uname -m)" = x86_64 ]; then
    check 'pages.c builds' spanwise cc -O2 -g "$here/pages.c" -o pages
    count own ./pages 1000
    work=$(field work)
    count own ./pages 2000
    same 'a thousand turns of five' $(($(field work) - work)) 5000
    programs='pages:1000'
fi

# The same code is the same work, in any engine.
programs="${programs-} counts:1000:2000"
for name in fib:16 pqsort:20000 histogram:private:20000; do
    [ -f "$SOURCE/examples/${name%%:*}.c" ] || continue
    check "$name builds" spanwise cc -O2 -g "$SOURCE/examples/${name%%:*}.c" -o "${name%%:*}"
    programs="$programs $name"
done
if command -v "qemu-$(uname -m)" >/dev/null; then
    for program in $programs; do
        # shellcheck disable=SC2086
        count own ./${program//:/ }
        # shellcheck disable=SC2086
        count qemu ./${program//:/ }
        check "$program: both engines agree" cmp own.json qemu.json
    done
fi

# Libraries too, in any environment, beside others, wherever the kernel puts things.
for i in 1 2 3 4 5 6 7 8 9 10; do
    timeout 300 spanwise run --meter=instructions -q -o "$i.prof" ./pqsort 20000 >out 2>&1
    spanwise report --format=json "$i.prof" | grep -m1 '"work":'
done | sort -u >works
same 'ten runs, one count' "$(wc -l <works)" 1

# What cannot be translated is run as it is, and the profile says so.
if [ "$(uname -m)" = x86_64 ]; then
    check 'far.c builds' spanwise cc -O2 -g "$here/far.c" -o far
    status 'it goes on' 5 spanwise run --meter=instructions ./far >out 2>err
    same 'its output' "$(cat out)" "$(printf 'near\nfar')"
    has 'says which' err '^spanwise: .* 0x[0-9a-f]* \(48 cb .*--engine=qemu$'
    has 'and the report' err '^ .*\binstruction at 0x'
fi

status 'an engine that there is not' 2 spanwise run --meter=instructions --engine=steam ./counts 2>err
has 'is named' err "^spanwise: --engine .*'own' .*'qemu'.*'steam'$"
status 'engines count' 2 spanwise run --engine=own ./counts 2>err
has 'and so it says' err '^spanwise: --engine .*--meter=instructions$'
finish
