"""started.py SECONDS COMMAND...: the command in a session of its own, its output in the file 'out', with all signals as they are at first, so that what is
sent to its process group ends nobody else. Prints how it ended: its exit status, or minus the signal; "hangs" if it has not
after so many seconds, which only something that never ends takes."""
import os, signal, subprocess, sys

def default():
    for number in signal.valid_signals():
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            try:
                signal.signal(number, signal.SIG_DFL)
            except (OSError, ValueError):
                pass
    signal.pthread_sigmask(signal.SIG_SETMASK, [])

run = subprocess.Popen(sys.argv[2:], stdout=open("out", "w"),
                       start_new_session=True, preexec_fn=default, restore_signals=False)
try:
    print(run.wait(timeout=int(sys.argv[1])))
except subprocess.TimeoutExpired:
    os.killpg(run.pid, signal.SIGKILL)
    print("hangs")
