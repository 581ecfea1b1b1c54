# A Python extension's way: the interpreter is not OpenMP, what it loads is; from threads too.
import ctypes
import sys
import threading

library = ctypes.CDLL(sys.argv[1])
library.plugin_sum.restype = ctypes.c_long
print(library.plugin_sum(1000), library.plugin_threads())
results = []
threads = [threading.Thread(target=lambda: results.append(library.plugin_sum(500))) for _ in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(results)
