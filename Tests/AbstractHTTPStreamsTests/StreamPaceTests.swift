import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A reader of events sets the pace of its server.
@Suite(.timeLimit(.minutes(5))) struct StreamPaceTests {
    /// A source counts the chunks that are pulled.
    @Test func chunkIsPulledWhenNoEventRemains() async throws {
        let pulled = LockedValue(0)
        let chunks = AsyncStream<Data>(unfolding: {
            pulled.withLock { $0 += 1 }
            return Data("ment\ndata: a\n\ndata: b\n\n: com".utf8)
        })
        var events = ResponseBody(chunks).events().makeAsyncIterator()

        for number in 1...10 {
            _ = try await events.next()
            #expect(pulled.withLock { $0 } == (number + 1) / 2)
        }
    }

    #if os(Linux)
        private static let event = "data: \(String(repeating: "x", count: 1_016))\n\n"
        /// Pieces of 4 KiB.
        private static let piece = Data(String(repeating: event, count: 4).utf8)

        /// The number of bytes that the connector reads in one piece.
        private static let block = 128 << 10

        /// Computes what the client has taken from the bytes that are still in the kernel. The reader has one block,
        /// the connector one more, and libcurl the bytes of one read.
        @Test func libcurlDoesNotReadAheadOfTheReader() async throws {
            let sent = LockedValue(0)
            let server = try endlessServer(counting: sent)
            let config = ConnectionConfig(connector: try Carrier.libcurl.connector())
            let spec = EventSpec(url: server.url)
            var events = try await Connection(spec, config: config).response().makeAsyncIterator()
            var read = 0

            for _ in 0..<6 {
                for _ in 0..<20 {
                    read += try #require(try await events.next()).data.utf8.count + 8
                }
                // The server fills the buffers of the kernel while nobody reads, and waits. Then nothing moves.
                var (taken, last) = (0, (0, KernelQueues()))
                try await until {
                    let now = (sent.withLock { $0 }, try KernelQueues(of: server.port))
                    defer { last = now }
                    taken = now.0 - now.1.unread - now.1.unsent
                    return now == last && now.1.unread > 0 && now.1.unsent > 0
                }
                #expect(taken <= read + 3 * Self.block)
            }
        }

        /// The buffers of the kernel limit how far the server is ahead of the reader.
        @Test func aSlowReaderSlowsTheServerDown() async throws {
            let sent = LockedValue(0)
            let server = try endlessServer(counting: sent)
            let config = ConnectionConfig(connector: try Carrier.libcurl.connector())
            var events = try await Connection(EventSpec(url: server.url), config: config).response()
                .makeAsyncIterator()
            var (read, lead) = (0, 0)

            for goal in stride(from: 1 << 20, through: 32 << 20, by: 1 << 20) {
                // The server gets ahead before the reader takes the next mebibyte.
                await until { sent.withLock { $0 } - read > 64 << 10 }
                while read < goal {
                    read += try #require(try await events.next()).data.utf8.count + 8
                    lead = max(lead, sent.withLock { $0 } - read)
                }
            }

            // The send buffer and the receive buffer have 4 and 6 MiB at most (tcp_wmem, tcp_rmem).
            #expect(lead < 16 << 20)
        }

        private func endlessServer(counting sent: LockedValue<Int>) throws -> LoopbackServer {
            try LoopbackServer { [piece = Self.piece] _ in
                let pieces = AsyncStream<Data>(unfolding: {
                    sent.withLock { $0 += piece.count }
                    return piece
                })
                return LoopbackResponse(
                    headers: ["Content-Type": "text/event-stream"], body: .stream(length: 1 << 40, pieces))
            }
        }
    #endif
}

private struct EventSpec: ConnectionSpec {
    typealias ResponseModel = EventStream<ServerSentEvent>
    let url: String
    var request: HTTP { HTTP(url) }
}

#if os(Linux)
    /// The bytes of a connection to a local server that are still in the kernel.
    private struct KernelQueues: Equatable {
        /// The bytes that the server has sent and that are not acknowledged.
        private(set) var unsent = 0
        /// The bytes that have arrived and that the client has not taken.
        private(set) var unread = 0

        init() {}

        /// Reads the queues of the sockets of a port on 127.0.0.1.
        ///
        /// The file has a line for each socket of the machine, so only those with the port become strings.
        init(of port: Int) throws {
            // `Data(contentsOf:)` ends after the first pages of a file whose size is not known.
            let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/net/tcp"))
            var data = Data()
            while let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty { data += piece }
            let address = Data(String(format: "0100007F:%04X", port).utf8)
            var position = data.startIndex
            while let match = data.range(of: address, in: position..<data.endIndex) {
                let start = data[..<match.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? data.startIndex
                let end = data[match.upperBound...].firstIndex(of: 0x0A) ?? data.endIndex
                position = end
                let fields = String(decoding: data[start..<end], as: UTF8.self).split(separator: " ")
                // Established connections only.
                guard fields.count > 4, fields[3] == "01" else { continue }
                let queues = fields[4].split(separator: ":").map { Int($0, radix: 16) ?? 0 }
                if fields[1].utf8.elementsEqual(address) { unsent += queues[0] }
                if fields[2].utf8.elementsEqual(address) { unread += queues[1] }
            }
        }
    }
#endif
