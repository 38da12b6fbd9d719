"""Uses whatever files it has inherited beside its three pipes."""
import os

from agent import serve


def attack():
    own = {0, 1, 2}
    found = [int(name) for name in os.listdir("/proc/self/fd")]
    stolen = []
    for number in found:
        try:
            if number not in own and os.readlink(f"/proc/self/fd/{number}").endswith("inherited.txt"):
                stolen.append(number)
        except OSError:
            pass
    return bool(stolen)


serve(attack)
