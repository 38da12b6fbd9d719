"""Burns CPU time in children that it does not wait for, each below the limit of a process, and sleeps meanwhile."""
import os
import signal
import time

from agent import serve


def attack():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in range(60):
        if os.fork() == 0:
            began = time.process_time()
            while time.process_time() < began + 0.7:
                pass
            os._exit(0)
        time.sleep(0.8)
    return True


serve(attack)
