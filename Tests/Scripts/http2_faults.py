"""An HTTP/2 server over TLS whose responses break off. It needs the package h2.

Usage: http2_faults.py PORT CERTIFICATE KEY

The path says how a response ends: /whole, /early (whole, and the rest of the request is refused), /reset-no-error,
/reset-internal-error, /close and /goaway, each after the body "part". /late before one of these has it end when the
client has acknowledged a PING that follows that body, and /no-head without a head. /trailers ends with trailers, and /open never ends.

/early/STATUS/FIELD gets a whole response with that status, which has a Content-Length if FIELD is "length", as soon as the head
of the request has arrived. The body is then read only if FIELD is "reads". The stream is then reset, without an error, if FIELD is
"reset".

Some requests are not processed: the first one for each path that begins with /refused/ gets REFUSED_STREAM, and the
first two for /refused-twice/. The first one for each path that begins with /unprocessed gets a GOAWAY that excludes it. After
the response to /idle/goaway/ID, /idle/late-goaway/ID, and /idle/close/ID, the connection goes away or is closed, and
/after/ID is answered when that has happened. /processed is answered after the whole request.
"""
import collections
import socket
import ssl
import struct
import sys
import threading
import time

import h2.config
import h2.connection
import h2.errors
import h2.events
import hyperframe.frame

counts, lock = collections.Counter(), threading.Lock()
ended = collections.defaultdict(threading.Event)
processed_at_the_end = ("/refused", "/unprocessed", "/idle/", "/after/", "/processed")


def goaway(last):
    """A GOAWAY that does not end the connection for the package h2."""
    return hyperframe.frame.GoAwayFrame(0, last_stream_id=last).serialize()


def unprocessed(connection, stream, path):
    """Refuses the request if the path says so. Returns the bytes to send after that, or None to process it."""
    with lock:
        counts[path] += 1
        count = counts[path]
    if path.startswith("/refused") and count <= (2 if path.startswith("/refused-twice/") else 1):
        connection.reset_stream(stream, h2.errors.ErrorCodes.REFUSED_STREAM)
        return b""
    if path.startswith("/unprocessed") and count == 1:
        return goaway(0)
    return None


def idle(connection, stream, peer, path):
    """Responds, and then ends the idle connection. Returns whether it stays open."""
    how, name = path.split("/")[2:]
    connection.send_headers(stream, [(":status", "200")])
    connection.send_data(stream, b"part", end_stream=True)
    data = connection.data_to_send()
    peer.sendall(data + goaway(stream) if how == "goaway" else data)
    if how == "late-goaway":
        time.sleep(0.05)  # The client has to read the response first.
        peer.sendall(goaway(stream))
    elif how == "close":
        try:
            peer.settimeout(0)
            peer.unwrap()  # Sends close_notify, and does not wait for that of the client.
        except OSError:
            pass
        peer.close()
    ended[name].set()
    return how != "close"


def process(connection, stream, peer, path, late_ends):
    """Handles a whole request. Returns whether the connection stays open, and whether it takes no more requests."""
    if path.startswith("/idle/"):
        stays_open = idle(connection, stream, peer, path)
        return stays_open, "goaway/" in path
    if path.startswith("/after/"):
        ended[path.split("/")[2]].wait(60)
    rest = unprocessed(connection, stream, path)
    if rest is None:
        respond(connection, stream, "/whole", late_ends)
    elif rest:
        peer.sendall(connection.data_to_send() + rest)
    return not rest, False


def end(connection, stream, path):
    """Ends the response. Returns whether the connection stays open."""
    if path == "/trailers":
        connection.send_headers(stream, [("x-checksum", "abc"), ("set-cookie", "a=b")], end_stream=True)
    elif path in ("/whole", "/early"):
        connection.end_stream(stream)
        if path == "/early":
            connection.reset_stream(stream, h2.errors.ErrorCodes.NO_ERROR)
    elif path == "/reset-no-error":
        connection.reset_stream(stream, h2.errors.ErrorCodes.NO_ERROR)
    elif path == "/reset-internal-error":
        connection.reset_stream(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)
    elif path == "/goaway":
        connection.close_connection(h2.errors.ErrorCodes.INTERNAL_ERROR)
    return path not in ("/close", "/goaway")


def respond(connection, stream, path, late_ends):
    """Responds, and adds the end of a late response to `late_ends`. Returns whether the connection stays open."""
    late = path.startswith("/late")
    path = path.removeprefix("/late")
    if path.startswith("/early/"):
        status, kind = path.split("/")[2:]
        connection.send_headers(stream, [(":status", status)] + [("content-length", "4")] * (kind == "length"))
        if kind != "empty":
            connection.send_data(stream, b"part")
        connection.end_stream(stream)
        if kind == "reset":
            connection.reset_stream(stream, h2.errors.ErrorCodes.NO_ERROR)
        return True
    if path.startswith("/no-head"):
        return end(connection, stream, path.removeprefix("/no-head"))
    connection.send_headers(stream, [(":status", "200"), ("content-type", "text/plain")])
    connection.send_data(stream, b"part")
    if path == "/open":
        return True
    if late:
        # A client that acknowledges the PING has read the body before it.
        ping = struct.pack(">Q", stream)
        late_ends[ping] = (stream, path)
        connection.ping(ping)
        return True
    return end(connection, stream, path)


def serve(peer):
    connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
    connection.initiate_connection()
    peer.sendall(connection.data_to_send())
    late_ends = {}
    paths = {}
    is_away = False
    try:
        goes_on = True
        while goes_on and (data := peer.recv(65536)):
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    path = paths[event.stream_id] = dict(event.headers)[b":path"].decode()
                    if is_away or path.startswith(processed_at_the_end):
                        continue
                    goes_on = respond(connection, event.stream_id, path, late_ends) and goes_on
                elif isinstance(event, h2.events.DataReceived):
                    if paths[event.stream_id].startswith("/early/") and not paths[event.stream_id].endswith("/reads"):
                        # Other streams share the window of the connection.
                        connection.increment_flow_control_window(event.flow_controlled_length)
                        continue
                    try:
                        connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    except h2.exceptions.H2Error:
                        pass
                elif isinstance(event, h2.events.StreamEnded) and not is_away:
                    path = paths[event.stream_id]
                    if path.startswith(processed_at_the_end):
                        goes_on, is_away = process(connection, event.stream_id, peer, path, late_ends)
                elif isinstance(event, h2.events.PingAckReceived):
                    goes_on = end(connection, *late_ends.pop(event.ping_data)) and goes_on
            peer.sendall(connection.data_to_send())
        # Unread data would turn the close into a reset.
        peer.unwrap()
        while not goes_on and peer.recv(65536):
            pass
    except (OSError, ValueError, h2.exceptions.ProtocolError):
        pass
    finally:
        peer.close()


def handshake(client, context):
    try:
        peer = context.wrap_socket(client, server_side=True)
    except OSError:
        return client.close()
    serve(peer)


def main():
    port, certificate, key = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", port), backlog=100)
    while True:
        client, _ = listener.accept()
        threading.Thread(target=handshake, args=(client, context), daemon=True).start()


main()
