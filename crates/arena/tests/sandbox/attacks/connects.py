"""Sends what it found to a server on this machine."""
import socket
import sys

from agent import serve


def attack():
    with socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=2) as connection:
        connection.sendall(b"secret")
    return True


serve(attack)
