"""A server that breaks its connections in every way. Each response names its request in X-Id.

Usage: storm_server.py PORT PORT_FILE [CERTIFICATE KEY]

With the port 0, the system chooses one. The port is written to PORT_FILE. The first part of the path says what happens:
see `respond`. /report tells what a client must never do. The server ends after ten minutes.
"""
import collections
import gzip
import json
import os
import random
import re
import socket
import ssl
import struct
import sys
import threading
import time

BOMB = gzip.compress(bytes(16 << 20))
UNSOLICITED = b"HTTP/1.1 200 OK\r\nX-Id: unsolicited\r\nContent-Length: 6\r\n\r\npoison"
counts, posts, lock = collections.Counter(), collections.Counter(), threading.Lock()


def message(path, body=None, fields=b"", status=b"200 OK"):
    body = path if body is None else body
    return b"HTTP/1.1 %s\r\nX-Id: %s\r\n%sContent-Length: %d\r\n\r\n%s" % (status, path, fields, len(body), body)


def chunked(path, chunks):
    head = b"HTTP/1.1 200 OK\r\nX-Id: %s\r\nTransfer-Encoding: chunked\r\n\r\n" % path
    return head + b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"


class Connection:
    def __init__(self, peer):
        self.peer = peer
        self.rest = b""

    def read(self):
        data = self.peer.recv(65536)
        if not data:
            raise ConnectionError
        self.rest += data

    def head(self):
        while b"\r\n\r\n" not in self.rest:
            self.read()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        return head

    def body(self, length):
        """Reads a body, which the client fills with zeros. Anything else in it is another request."""
        while length > 0:
            if not self.rest:
                self.read()
            part, self.rest = self.rest[:length], self.rest[length:]
            if part.strip(b"\0"):
                with lock:
                    counts["smuggled"] += 1
                raise ConnectionError
            length -= len(part)

    def reset(self):
        self.peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise ConnectionError

    def respond(self, path, length):
        kind = path.split(b"/")[1]
        if kind == b"early":  # The response comes before the body.
            self.peer.sendall(message(path))
            return self.body(length)
        self.body(length)
        if kind == b"extra":  # A response that nobody asked for comes together with the end of the response.
            self.peer.sendall(message(path) + UNSOLICITED)
        elif kind == b"extra-chunked":
            self.peer.sendall(chunked(path, [path]) + UNSOLICITED * 3)
        elif kind == b"extra-large":  # With TLS, they share a record.
            self.peer.sendall(message(path, b"x" * 100_000) + UNSOLICITED)
        elif kind == b"timeout":
            self.peer.sendall(message(path) + b"HTTP/1.1 408 Request Timeout\r\nX-Id: unsolicited\r\nConnection: close\r\n\r\n")
            raise ConnectionError
        elif kind == b"close":
            self.peer.sendall(message(path))
            raise ConnectionError
        elif kind == b"reset":
            self.peer.sendall(message(path))
            self.reset()
        elif kind == b"half":
            self.peer.sendall(message(path)[:-1])
            raise ConnectionError
        elif kind == b"none":
            self.reset()
        elif kind == b"silent":
            while True:
                self.read()
        elif kind == b"bomb":
            self.peer.sendall(message(path, BOMB, b"Content-Encoding: gzip\r\n"))
        elif kind == b"folded":
            self.peer.sendall(b"HTTP/1.1 200 OK\r\n folded: x\r\nContent-Length: 0\r\n\r\n")
        elif kind == b"empty":
            self.peer.sendall(b"HTTP/1.1 204 No Content\r\nX-Id: %s\r\n\r\n" % path)
        elif kind == b"chunked":
            self.peer.sendall(chunked(path, [path, b"x" * 5_000]))
        elif kind in (b"ends", b"cut-off", b"cut-off-identity"):  # The body ends with the connection.
            coding = b"Transfer-Encoding: identity\r\n" if kind == b"cut-off-identity" else b""
            self.peer.sendall(b"HTTP/1.1 200 OK\r\nX-Id: %s\r\n%s\r\npart" % (path, coding))
            if kind == b"ends":
                self.peer.unwrap()
            raise ConnectionError
        elif kind == b"late":
            time.sleep(random.uniform(0.003, 0.007))
            self.peer.sendall(message(path))
        elif kind.startswith(b"dies"):  # The connection ends about 5 ms after the response if it is not used again.
            self.peer.sendall(message(path))
            self.peer.settimeout(random.uniform(0.003, 0.007))
            try:
                self.read()
            except TimeoutError:
                if kind == b"dies-reset":
                    self.reset()
                raise
            self.peer.settimeout(None)
        else:
            self.peer.sendall(message(path))

    def serve(self):
        while True:
            head = self.head()
            method, path = head.split(b" ", 2)[:2]
            if path == b"/report":
                with lock:
                    report = {"smuggled": counts["smuggled"], "repeated": sum(n > 1 for n in posts.values())}
                self.peer.sendall(message(path, json.dumps(report).encode()))
                continue
            if method == b"POST":
                with lock:
                    posts[path] += 1
            length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
            self.respond(path, int(length[1]) if length else 0)


def run(client, context):
    try:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if context:
            client = context.wrap_socket(client, server_side=True)
        Connection(client).serve()
    except (OSError, ValueError):
        pass
    finally:
        client.close()


def main():
    listener = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=500)
    context = None
    if len(sys.argv) > 3:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[3], sys.argv[4])
    with open(sys.argv[2] + ".new", "w") as file:
        file.write(str(listener.getsockname()[1]))
    os.rename(sys.argv[2] + ".new", sys.argv[2])
    try:
        print("ready", flush=True)
    except OSError:
        pass
    timer = threading.Timer(600, os._exit, [0])
    timer.daemon = True
    timer.start()
    while True:
        client, _ = listener.accept()
        threading.Thread(target=run, args=(client, context), daemon=True).start()


main()
