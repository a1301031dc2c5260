"""Serves event streams on a free port of 127.0.0.1, which it prints.

Each stream has an event every 50 ms for the number of seconds of the argument. The data of an event is the time at
which it was written, in nanoseconds of the monotonic clock.
"""
import asyncio
import sys
import time

PERIOD = 0.05
COUNT = int(float(sys.argv[1]) / PERIOD)


async def serve(reader, writer):
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
    start = asyncio.get_running_loop().time()
    for number in range(1, COUNT + 1):
        await asyncio.sleep(start + number * PERIOD - asyncio.get_running_loop().time())
        writer.write(b"id: %d\ndata: %d\n\n" % (number, time.monotonic_ns()))
    await writer.drain()
    writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=2000)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
