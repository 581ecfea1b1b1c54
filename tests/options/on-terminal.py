"""on-terminal.py COMMAND...: runs it with stderr on a terminal and stdout in a pipe. Prints a line of JSON: its status, stdout,
what came to the terminal, what is left there, how many lines were drawn, and the most that there may be of ten a second in the
time that it took."""
import json, os, pty, re, select, subprocess, sys, time

begin = time.monotonic()
master, slave = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=slave)
os.close(slave)
files, out, err = [child.stdout.fileno(), master], b"", b""
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
        else:
            out += got
status = child.wait()
# Not by when lines come here: on a busy machine several that were drawn in their time are read at once.
most = 1 + int(10 * (time.monotonic() - begin))
drawn = len(re.findall(rb"\r[^\r\n\x1b]+\x1b\[K", err))

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
print(json.dumps({"status": status, "out": out.decode(), "raw": err.decode(), "left": "\n".join(lines), "drawn": drawn, "most": most}))
