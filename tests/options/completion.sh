# Completion, by the shells themselves.
. "$SOURCE/tests/lib.sh" || exit 1
spanwise completion bash >spanwise.bash
spanwise completion zsh >_spanwise
spanwise completion fish >spanwise.fish
touch one.prof 'two words.prof' other.txt program plain
chmod +x program
mkdir folder

cat >ask.bash <<'END'
# ask.bash WORD...: what bash offers for the last of them, one a line, sorted.
source ./spanwise.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_spanwise
printf '%s\n' "${COMPREPLY[@]}" | sort
END
offers() { # 'what' WANTED WORD...: exactly these
    what=$1 want=$2
    shift 2
    same "$what" "$(bash ask.bash "$@" 2>&1 | tr '\n' '|')" "$want"
}
offers_too() { # 'what' WANTED WORD...: among others
    what=$1 want=$2
    shift 2
    bash ask.bash "$@" >got 2>&1
    check "$what: $(tr '\n' ' ' <got)" grep -qxF -e "$want" got
}
same 'it is registered' "$(bash -c 'source ./spanwise.bash && complete -p spanwise')" 'complete -F _spanwise spanwise'
offers 'commands' 'calibrate|cc|check|completion|' spanwise c
offers 'an option' '--format=|' spanwise report --for
offers 'options' '--force|--format=|' spanwise merge --fo
offers 'a value, three words' 'csv-sites|' spanwise report --format = csv-s
offers 'a value after =' 'json|text|' spanwise meters --format =
offers 'a value, one word' '--format=gnuplot|' spanwise report --format=gn
offers 'a value, the next word' 'gnuplot|' spanwise report --format gn
offers 'meters' 'instructions|' spanwise run --meter = inst
offers 'profiles' 'folder|one.prof|two words.prof|' spanwise report ''
offers 'a profile with a blank' 'two words.prof|' spanwise report tw
offers 'after an option' 'folder|one.prof|two words.prof|' spanwise report --format = csv ''
offers 'after a flag' 'one.prof|' spanwise report --physical on
offers 'a file of -o' 'other.txt|' spanwise run -o oth
offers 'a file of --output' 'other.txt|' spanwise run --output = oth
offers_too 'a program' 'program' spanwise run -q -o x pro
offers_too 'a command as program' 'printf' spanwise run print
offers 'what runs, of a path' './program|' spanwise run ./p
offers 'a profile where a program may be' './one.prof|' spanwise check ./o
offers 'options of the program are its own' '|' spanwise run ./program --for
offers 'what follows the program' 'other.txt|' spanwise run --top 3 ./program oth
offers 'not the value of a letter' '--format=|' spanwise bench -P 2 --for
offers 'shells' 'fish|' spanwise completion f
offers 'help' 'report|run|' spanwise help r
offers 'nothing' '|' spanwise meters x
offers 'an unknown command' '|' spanwise nothing --for

# zsh, on a terminal, as typed: with what it makes of a word and the Tab key.
check 'zsh: syntax' zsh -n _spanwise
cat >ask.py <<'END'
# ask.py LINE...: the line after Tab, for each.
import os, pty, select, sys, time
def read(fd, until, seconds=20):
    got, end = b"", time.monotonic() + seconds
    while until not in got and time.monotonic() < end:
        if select.select([fd], [], [], 0.1)[0]:
            try: got += os.read(fd, 65536)
            except OSError: break
    return got
child, fd = pty.fork()
if child == 0:
    os.environ.update(TERM="vt100", COLUMNS="200")
    os.execvp("zsh", ["zsh", "-f", "-i"])
# What is typed goes into a variable instead of being run.
os.write(fd, b"stty -echo; unsetopt zle_bracketed_paste 2>/dev/null; PS1=; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -d dump\n"
             b"show() { print -r -- \"<<$BUFFER>>\"; BUFFER=; zle accept-line }; zle -N show; bindkey '^X' show; print rea''dy\n")
read(fd, b"ready")
for line in sys.argv[1:]:
    os.write(fd, line.encode() + b"\t\x18")
    got = read(fd, b">>")
    print(got.split(b"<<")[-1].split(b">>")[0].decode(), flush=True)
os.close(fd)
os.kill(child, 9)
os.waitpid(child, 0)
END
python3 ask.py 'spanwise repo' 'spanwise meters --format=js' 'spanwise report --phys' 'spanwise run --meter=instr' 'spanwise report --nothing' \
    'spanwise completion fi' 'spanwise report on' 'spanwise run -o oth' 'spanwise run ./prog' 'spanwise what-if --ra' \
    'spanwise report o' 'spanwise run ./p' 'spanwise check ./on' >got 2>&1
same 'zsh' "$(sed 's/ $//' got | tr '\n' '|')" 'spanwise report|spanwise meters --format=json|spanwise report --physical|spanwise run --meter=instructions|spanwise report --nothing|'\
'spanwise completion fish|spanwise report one.prof|spanwise run -o other.txt|spanwise run ./program|spanwise what-if --rank|'\
'spanwise report one.prof|spanwise run ./program|spanwise check ./one.prof|'

# fish answers what it would offer.
check 'fish: syntax' fish -n spanwise.fish
export HOME=$WORK XDG_CONFIG_HOME=$WORK/config XDG_DATA_HOME=$WORK/data
fishes() { # 'what' LINE WANTED (names only)
    same "fish: $1" "$(fish -N -c "source spanwise.fish; complete -C '$2'" 2>&1 | cut -f 1 | sort | tr '\n' '|')" "$3"
}
fishes 'commands' 'spanwise c' 'calibrate|cc|check|completion|'
fishes 'options' 'spanwise merge --fo' '--force|--format|'
fishes 'values' 'spanwise report --format=csv-s' '--format=csv-sites|'
fishes 'values of a letter' 'spanwise run -o oth' 'other.txt|'
fishes 'shells' 'spanwise completion ' 'bash|fish|tsv|zsh|'
fishes 'profiles' 'spanwise report on' 'one.prof|'
same 'fish: profiles first' "$(fish -N -c "source spanwise.fish; complete -C 'spanwise report o'" 2>&1 | cut -f 1 | head -1)" one.prof
same 'a brief help is no half word' "$(fish -N -c "source spanwise.fish; complete -C 'spanwise report --foc'" | cut -f 2)" \
    'one function, FILE:LINE of a call, or region, in text'

status 'another shell' 2 spanwise completion csh 2>err
has 'another shell' err "^spanwise: .*'csh'.*bash.*zsh.*fish.*tsv"
status 'no shell' 2 spanwise completion 2>err
has 'no shell' err '^spanwise: .*\bshell\b'
for file in bash-completion/completions/spanwise zsh/site-functions/_spanwise fish/vendor_completions.d/spanwise.fish; do
    check "$file is built" test -s "$BUILD/share/$file"
done
finish
