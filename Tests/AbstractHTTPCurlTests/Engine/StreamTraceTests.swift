import Testing

@testable import AbstractHTTPCurl

@Suite struct StreamTraceTests {
    @Test(arguments: [
        ("[HTTP/2] [1] OPENED stream for https://localhost/\n", StreamTrace.Event.opened, 1),
        ("[HTTP/2] [17] <- FRAME[DATA, len=4, eos=1, padlen=0]\n", .received(bytes: 4, isLast: true), 17),
        ("[HTTP/2] [1] <- FRAME[DATA, len=16384, eos=0, padlen=84]\n", .received(bytes: 16_300, isLast: false), 1),
        ("[HTTP/2] [3] <- FRAME[HEADERS, len=17, hend=1, eos=1]\n", .received(bytes: 0, isLast: true), 3),
        ("[HTTP/2] [1] -> FRAME[HEADERS, len=52, hend=1, eos=1]\n", .sentEnd, 1),
        ("[HTTP/2] [5] -> FRAME[DATA, len=0, eos=1, padlen=0]\n", .sentEnd, 5),
        ("[HTTP/2] [3] <- FRAME[RST_STREAM, len=4, flags=0, error=0]\n", .reset, 3),
        ("[HTTP/2] [3] <- FRAME[RST_STREAM, len=4, flags=0, error=7]\n", .refused, 3),
        ("[HTTP/2] [3] <- FRAME[RST_STREAM, len=4, flags=0, error=77]\n", .reset, 3),
        ("[HTTP/2] [0] <- FRAME[GOAWAY, error=0, reason='', last_stream=5]\n", .wentAway, 5),
        ("[HTTP/2] [0] <- FRAME[GOAWAY, error=0, reason=', last_stream=9]', last_stream=5]\n", .wentAway, 5),
    ])
    func traceLineHasEventAndStream(line: String, event: StreamTrace.Event, stream: Int) throws {
        let trace = try #require(StreamTrace(Array(line.utf8)))

        #expect(trace.event == event && trace.stream == stream)
    }

    @Test(arguments: [
        "", "[", "[HTTP/2] [", "[HTTP/2] [1", "[HTTP/2] [1]", "[HTTP/2] [x] OPENED stream", "[HTTP/2] query ALPN",
        "[HTTP/2] [1] <- FRAME[DATA, len=4, eos=0", "[HTTP/2] [1] <- FRAME[HEADERS, len=17, hend=1, eos=0]",
        "[HTTP/2] [1] -> FRAME[HEADERS, len=52, hend=1, eos=0]",
        "[HTTP/2] [0] <- FRAME[SETTINGS, ack=1]", "[HTTP/2] [0] <- FRAME[GOAWAY, error=0, reason='cut off",
        "[HTTP/2] [0] <- FRAME[GOAWAY, error=0, reason='', last_stream=]",
        "[HTTP/2] [0] -> FRAME[GOAWAY, error=0, reason='', last_stream=5]", "[HTTP/2] [1] header: x: RST_STREAM eos=1",
        "[HTTP/2] [99999999999999999999] OPENED stream", "Connection #0 to host localhost left intact",
    ])
    func otherLinesAreIgnored(line: String) {
        #expect(StreamTrace(Array(line.utf8)) == nil)
    }
}
