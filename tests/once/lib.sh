# Programs that can be repeated and that cannot (programs.c), each in a folder with all that they may find.
. "$SOURCE/tests/lib.sh"
gcc -g -O2 -fopenmp -I"$SOURCE" "$SOURCE/tests/once/programs.c" -o programs || exit 1
PROGRAMS=$PWD/programs
export OLD_IN_TMP OTHER SHARED=spanwise-once-$$ NOTED=$PWD/there/log COUNTED=$PWD/counted
OLD_IN_TMP=$(mktemp)
# Who else is there: one that notes what it is sent, and one that notes signals.
python3 - >others.pids <<'END' &
import os, signal, socket
os.mkdir("there")
server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
server.bind("there/server")
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
pid = os.fork()
with open("there/log", "ab", 0) as log:
    if pid:
        os.write(1, b"%d %d\n" % (os.getpid(), pid))
        while True:
            log.write(server.recv(100))
    while True:
        signal.sigwait([signal.SIGUSR1])
        log.write(b"line\n")
END
until [ -s others.pids ]; do sleep 0.05; done
read -r server OTHER <others.pids
trap 'kill "$server" "$OTHER"; rm -rf "$WORK" "$OLD_IN_TMP" {/tmp/,/dev/shm/{,sem.}}"$SHARED".*' EXIT
THERE=$PWD/there

# fresh: a new folder, and into it.
fresh() {
    cd "$WORK" && rm -rf in && mkdir in && cd in || exit 1
    echo line >log
    echo line >"$OLD_IN_TMP"
    : >"$THERE/log"
    : >"$COUNTED"
    echo 5 >counter
    echo old >output
    mkdir folder
    touch old.{0..40} /dev/shm/{,sem.}"$SHARED".{0..40} database
    : >mode && chmod 100 mode
    : >open && chmod 500 open
    ln -s "$THERE/server" server
    mkfifo pipe
    echo y >input
}

# All that was sent has been noted.
settle() {
    python3 -c 'import socket; socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"end\n", "server")'
    until grep -q end "$THERE/log"; do sleep 0.05; done
}

# How often a program ran.
runs() { wc -c <"$COUNTED"; }

shared() { echo $((41 - $(find /dev/shm -name "$1$SHARED.*" | wc -l))); }

# times PROGRAM: how often it did here what cannot be repeated.
times() {
    case $1 in
    append_left)
        : >go
        for _ in {1..1000}; do
            [ $(($(wc -l <log) - 1)) -lt "$(wc -c <"$COUNTED")" ] && sleep 0.05 || break
        done
        echo $(($(wc -l <log) - 1))
        ;;
    append_in_tmp) echo $(($(wc -l <"$OLD_IN_TMP") - 1)) ;;
    append_input) grep -c line input ;;
    append* | lock_* | read_pipe | set_syscall | share_syscall) echo $(($(wc -l <log) - 1)) ;;
    count_mapped | count_pwrite) echo $(($(printf %d "'$(cat counter)") - 53)) ;; # one character, also beyond '9'
    count*) echo $(($(cat counter) - 5)) ;;
    take_away_shared) shared "" ;;
    take_away_semaphore) shared sem. ;;
    take_away*) echo $((41 - $(find . -name 'old.*' | wc -l))) ;;
    shorten*) echo $(($(stat -c %s log) - 5)) ;;
    open_up_open) echo $((8#$(stat -c %a open) - 8#500)) ;;
    open_up) echo $((8#$(stat -c %a mode) - 8#100)) ;;
    send_there | connect_there | signal_*) settle && grep -c line "$THERE/log" ;;
    *) find . -name 'made.*' | wc -l ;;
    esac
}

# with_input PROGRAM COMMAND...: runs it with what that program reads.
with_input() {
    program=$1
    shift
    feeder=
    if [ "$program" = read_pipe ]; then
        (
            trap '' PIPE # a reader may be gone before that is written
            while :; do echo y >pipe; done 2>/dev/null
        ) &
        feeder=$!
    fi
    case $program in
    append_given) "$@" <input 9>>log ;;
    append_given_high) "$@" <input 300>>log ;;
    append_input) "$@" <>input ;;
    *) "$@" <input ;;
    esac
    ended=$?
    [ -z "$feeder" ] || { kill "$feeder" && wait "$feeder"; } 2>/dev/null
    return $ended
}

# its_bytes FILE: the output file that a program of this name leaves, if any, has what it wrote to FILE, its standard output.
its_bytes() {
    [[ $program != write_r* && $program != write_new && $program != append_to_new ]] || [ -e new ] || return 1
    for made in output new; do
        if [ -e $made ] && [ "$(cat $made)" != old ]; then
            [ "$(tail -n 1 $made)" = "$(grep -h process "$1" $made | head -n 1)" ] && [ "$(wc -l <$made)" -le 2 ] || return 1
        fi
    done
}
