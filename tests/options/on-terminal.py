"""on-terminal.py COMMAND...: runs it with stderr on a terminal and stdout in a pipe. Prints a line of JSON: its status, stdout,
what came to the terminal, what is left there, how many lines were drawn, and the most within a second."""
import json, os, pty, re, select, subprocess, sys, time

master, slave = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=slave)
os.close(slave)
files, out, err, times = [child.stdout.fileno(), master], b"", b"", []
while files:
    for fd in select.select(files, [], [])[0]:
        try:
            got = os.read(fd, 65536)
        except OSError:
            got = b""
        if not got:
            files.remove(fd)
        elif fd == master:
            err += got
            times += [time.monotonic()] * len(re.findall(rb"\r[^\r\n\x1b]+\x1b\[K", got))
        else:
            out += got
status = child.wait()

# What a terminal does with it.
lines, column = [""], 0
for token in re.findall(r"\x1b\[K|[\r\n]|[^\x1b\r\n]+", err.decode()):
    if token == "\r":
        column = 0
    elif token == "\n":
        lines.append("")
        column = 0
    elif token == "\x1b[K":
        lines[-1] = lines[-1][:column]
    else:
        lines[-1] = lines[-1][:column] + token + lines[-1][column + len(token):]
        column += len(token)
most = max([sum(t <= u < t + 1 for u in times) for t in times], default=0)
print(json.dumps({"status": status, "out": out.decode(), "raw": err.decode(), "left": "\n".join(lines), "drawn": len(times), "most": most}))
