"""An HTTP/2 server over TLS whose responses break off. It needs the package h2.

Usage: http2_faults.py PORT CERTIFICATE KEY

The path says how a response ends: /whole, /early (whole, and the rest of the request is refused), /reset-no-error,
/reset-internal-error, /close and /goaway, each after the body "part". /late before one of these has it end when the
client has acknowledged a PING that follows that body, and /no-head without a head.
"""
import socket
import ssl
import struct
import sys
import threading

import h2.config
import h2.connection
import h2.errors
import h2.events


def end(connection, stream, path):
    """Ends the response. Returns whether the connection stays open."""
    if path in ("/whole", "/early"):
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
    if path.startswith("/no-head"):
        return end(connection, stream, path.removeprefix("/no-head"))
    connection.send_headers(stream, [(":status", "200"), ("content-type", "text/plain")])
    connection.send_data(stream, b"part")
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
    try:
        goes_on = True
        while goes_on and (data := peer.recv(65536)):
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    path = dict(event.headers)[b":path"].decode()
                    goes_on = respond(connection, event.stream_id, path, late_ends) and goes_on
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
