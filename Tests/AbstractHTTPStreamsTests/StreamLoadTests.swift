import AbstractHTTP
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

#if os(Linux)
    /// A long stream of events, in a separate process.
    @Suite(.load, .timeLimit(.minutes(5))) struct StreamLoadTests {
        /// The reader takes a few events, waits until the server is far ahead, and reads the rest.
        @Test func stalledReaderUsesBoundedMemory() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let (piece, count) = (
                    Data(String(repeating: "data: \(String(repeating: "x", count: 1_016))\n\n", count: 64).utf8), 4_096
                )
                let made = LockedValue(0)
                let server = try LoopbackServer { _ in
                    let pieces = AsyncStream<Data>(unfolding: {
                        made.withLock { made in
                            made += 1
                            return made > count ? nil : piece
                        }
                    })
                    return LoopbackResponse(body: .stream(length: count * piece.count, pieces))
                }
                let stream = try await HTTP(server.url)
                    .asStream(config: ConnectionConfig(connector: TestConnector.make())).response()
                var events = stream.body.events().makeAsyncIterator()
                for _ in 0..<64 { _ = try await events.next() }
                let before = Resources.resetPeak()

                // URLSession takes everything. Over libcurl, the server waits for the reader (see `StreamPaceTests`).
                if !TestConnector.isCurl { await until { made.withLock { $0 } > count } }

                var number = 64
                while try await events.next() != nil { number += 1 }
                check(number == 64 * count, "\(number) of \(64 * count) events came")
                let limit = TestConnector.isCurl ? 12 << 20 : 48 << 20
                check(Resources.peak - before < limit, "memory has grown by \((Resources.peak - before) >> 20) MiB")
            }
            #expect(child?.complaint == nil)
        }
    }
#endif
