"""Reaches a service of this machine through its socket in the file system or by its abstract name."""
import socket
import sys

from agent import serve


def attack():
    with socket.socket(socket.AF_UNIX) as connection:
        name = sys.argv[1]
        connection.connect("\0" + name[1:] if name.startswith("@") else name)
        connection.sendall(b"secret")
    return True


serve(attack)
