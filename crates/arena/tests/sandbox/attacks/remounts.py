"""Makes its folder writable again, with and without a user namespace of its own."""
import ctypes
import os

from agent import serve

REMOUNT, BIND = 32, 4096
NEW_USER, NEW_MOUNTS = 0x10000000, 0x00020000
libc = ctypes.CDLL(None, use_errno=True)


def attack():
    folder = os.path.dirname(os.path.abspath(__file__)).encode()
    for flags in (0, NEW_USER | NEW_MOUNTS):
        if flags:
            libc.unshare(flags)
        libc.mount(b"none", folder, None, REMOUNT | BIND, None)
        try:
            open(os.path.join(folder.decode(), "remounted"), "w").close()
            return True
        except OSError:
            pass
    return False


serve(attack)
