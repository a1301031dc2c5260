import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// Which codings are decoded, and how a decoder handles bytes in any pieces.
@Suite struct ContentCodingTests {
    private let blocks = BlockPool()

    init() throws {
        try Libcurl.load()
    }

    @Test(arguments: [
        (["gzip"], [ContentCoding.gzip]), (["X-GZIP"], [.gzip]), (["gzip, br"], [.br, .gzip]),
        (["deflate", "gzip"], [.gzip, .deflate]), ([" gzip ,, identity"], [.gzip]), (["identity"], []), ([""], []),
        (["foo"], []), (["gzip, foo"], []), (["foo", "gzip"], []), (["gzip;q=1"], []), (["gzip gzip"], [.gzip]),
    ])
    func codingsAreDecodedInReverseOrder(values: [String], codings: [ContentCoding]) throws {
        let headers = HTTPHeaders(values.map { .init(name: "Content-Encoding", value: $0) })

        #expect(try ContentCoding.codings(of: headers) == codings)
    }

    @Test func moreThanFiveCodingsAreMalformed() throws {
        let headers: HTTPHeaders = ["Content-Encoding": Array(repeating: "gzip", count: 6).joined(separator: ",")]

        let error = #expect(throws: TransportError.self) { try ContentCoding.codings(of: headers) }

        #expect(error?.kind == .malformedResponse)
    }

    @Test(arguments: Fixture.all) func aBodyIsDecodedFromPiecesOfAnySize(fixture: Fixture) throws {
        for size in [1, 2, 7, 1_000] {
            #expect(try decode(fixture.encoded, fixture.coding, pieces: size) == fixture.decoded)
        }
    }

    @Test(arguments: Fixture.all) func everyPrefixIsTruncated(fixture: Fixture) {
        for count in 1..<fixture.encoded.count {
            let error = #expect(throws: TransportError.self) {
                try decode(fixture.encoded.prefix(count), fixture.coding, pieces: 10)
            }
            guard case .cutOff = error?.kind else {
                Issue.record("\(fixture.coding), \(count) bytes: \(String(describing: error))")
                continue
            }
        }
    }

    @Test func emptyInputDecodesToNoBytes() throws {
        for coding in ContentCoding.allCases { #expect(try decode(Data(), coding, pieces: 1) == Data()) }
    }

    @Test(arguments: Fixture.all) func trailingBytesAreMalformed(fixture: Fixture) {
        let error = #expect(throws: TransportError.self) {
            try decode(fixture.encoded + Data("more bytes".utf8), fixture.coding, pieces: 5)
        }

        #expect(error?.kind == .malformedResponse)
    }

    @Test func knownPaddingIsIgnored() throws {
        for (fixture, padding) in [(Fixture.all[0], Data(count: 512)), (Fixture.all[2], Data([1, 2, 3, 4]))] {
            #expect(try decode(fixture.encoded + padding, fixture.coding, pieces: 3) == fixture.decoded)
        }
    }

    @Test(arguments: Fixture.all) func mutatedBytesNeverTrap(fixture: Fixture) {
        var random = SplitMix64(seed: 27)
        for _ in 0..<500 {
            var bytes = fixture.encoded
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                _ = try decode(bytes, fixture.coding, pieces: 9)
            } catch {
                #expect(error is TransportError)
            }
        }
    }

    #if os(Linux)
        /// The windows of these bodies take more than 2 MiB.
        @Test func aWindowThatDoesNotFitInMemoryIsNotMalformed() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                // The limit also applies to the stack of a new thread, so all threads must already exist.
                await ContentCodingTests.startThreadsOfThePool()
                // Load the decoders with libcurl now, and not when memory is short.
                try Libcurl.load()
                // A frame with a window of 8 MiB (RFC 8878, section 3.1.1.1.2).
                let frame = Data([0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x68, 0x02, 0x00, 0x10, 0x00])
                for (coding, start) in [(ContentCoding.br, try Bomb.brotliStart), (.zstd, frame)] {
                    var decoder = BodyDecoder(coding)
                    decoder.append(start)
                    let blocks = BlockPool()
                    var unlimited = rlimit()
                    let resource = __rlimit_resource_t(RLIMIT_DATA.rawValue)
                    getrlimit(resource, &unlimited)
                    var limit = rlimit(
                        rlim_cur: try ContentCodingTests.dataSize() + (2 << 20), rlim_max: unlimited.rlim_max)
                    setrlimit(resource, &limit)
                    var failure: TransportError?
                    do throws(TransportError) {
                        while case .output(let block) = try decoder.next(blocks) { blocks.give(block) }
                    } catch {
                        failure = error
                    }
                    setrlimit(resource, &unlimited)
                    check(failure?.kind == .outOfResources, "\(coding): \(String(describing: failure))")
                    check(failure?.message == "no memory to decode the body", "\(coding): \(failure?.message ?? "")")
                }
            }
            #expect(child?.complaint == nil)
        }

        /// Returns when the pool of the tasks has all of its threads.
        static func startThreadsOfThePool() async {
            let (count, running) = (ProcessInfo.processInfo.activeProcessorCount, LockedValue(0))
            // The pool of a process that may not use every processor has fewer threads.
            let deadline = ContinuousClock.now + .seconds(10)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        running.withLock { $0 += 1 }
                        while running.withLock({ $0 }) < count, .now < deadline { sched_yield() }
                    }
                }
            }
        }

        /// The size of this process's writable memory in bytes.
        static func dataSize() throws -> rlim_t {
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[5]
            return (rlim_t(pages) ?? 0) * rlim_t(sysconf(Int32(_SC_PAGESIZE)))
        }
    #endif

    /// A gzip member without content.
    private static let emptyMember = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])

    @Test(arguments: [Data(count: 20), emptyMember]) func inputWithoutOutputIsLimited(piece: Data) throws {
        let pieces = (0..<1_000).reduce(into: Data()) { bytes, _ in bytes += piece }
        var decoder = BodyDecoder(.gzip)
        decoder.append(Self.emptyMember)

        let error = #expect(throws: TransportError.self) {
            for _ in 0..<1_000 {
                decoder.append(pieces)
                var step: BodyDecoder.Step
                repeat { step = try decoder.next(blocks) } while step.goesOn
                guard case .needsInput = step else { return }
            }
        }

        #expect(error?.kind == .malformedResponse)
    }

    /// Each of them needs a decompressor. The task can let others run after each step.
    @Test(arguments: [(ContentCoding.gzip, emptyMember), (.zstd, Data([0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0]))])
    func stepDecodesFewMembers(coding: ContentCoding, member: Data) throws {
        var decoder = BodyDecoder(coding)
        decoder.append((0..<160).reduce(into: Data()) { bytes, _ in bytes += member })

        var steps = 0
        while try decoder.next(blocks).goesOn { steps += 1 }

        #expect(steps == 10)
    }

    @Test func decodingStopsWhenTheTransferIsCanceled() async throws {
        let transfer = try Transfer(
            Request(url: #require(URL(string: "http://example.com/"))), ExchangeContext(), blocks)
        let source = CancelingSource(transfer, piece: Self.emptyMember)
        let body = DecodedBody(source, .gzip, transfer, blocks)

        await #expect(throws: CancellationError.self) { try await body.next() }

        #expect(source.count.withLock { $0 } == 10)
    }

    /// Cancels its transfer with the tenth chunk.
    private final class CancelingSource: AbortableSource {
        let count = LockedValue(0)
        private let transfer: Transfer
        private let piece: Data

        init(_ transfer: Transfer, piece: Data) {
            self.transfer = transfer
            self.piece = piece
        }

        func next() async throws -> Data? {
            let count = count.withLock { count in
                count += 1
                return count
            }
            if count == 10 { _ = transfer.publish(end: .failure(CancellationError())) }
            return piece
        }

        func nextUnlessAborted() async throws -> Data? { try await next() }
        func stopReadingAhead() {}
        func abort() {}
    }

    private func decode(_ encoded: Data, _ coding: ContentCoding, pieces: Int) throws -> Data {
        var (decoder, rest, decoded) = (BodyDecoder(coding), Data(encoded), Data())
        while true {
            switch try decoder.next(blocks) {
            case .output(let block): decoded += blocks.data(block)
            case .goesOn: continue
            case .end:
                #expect(decoder.byteCount == decoded.count)
                return decoded
            case .needsInput:
                decoder.append(rest.isEmpty ? nil : Data(rest.prefix(pieces)))
                rest = rest.dropFirst(pieces)
            }
        }
    }

    struct Fixture: Sendable, CustomTestStringConvertible {
        let coding: ContentCoding
        let encoded: Data
        let decoded: Data
        let testDescription: String

        init(_ name: String, _ coding: ContentCoding, _ base64: String, _ decoded: String) {
            (testDescription, self.coding, self.decoded) = (name, coding, Data(decoded.utf8))
            encoded = Data(base64Encoded: base64) ?? Data()
        }

        private static let text = "hello, this is compressed once"

        static let all = [
            Fixture("gzip", .gzip, "H4sIAAAAAAACA8tIzcnJ11EoycgsVgCi5PzcgqLU4uLUFIX8vORUAC+xrf0eAAAA", text),
            Fixture("zlib", .deflate, "eNrLSM3JyddRKMnILFYAouT83IKi1OLi1BSF/LzkVACq7gsv", text),
            Fixture("bare deflate", .deflate, "y0jNycnXUSjJyCxWAKLk/NyCotTi4tQUhfy85FQA", text),
            Fixture("br", .br, "Gx0A+I2UqeNbj6GxtWmQMrY3qUgnrWQm2Jy01k8V3wcA", text),
            Fixture("zstd", .zstd, "KLUv/SQe8QAAaGVsbG8sIHRoaXMgaXMgY29tcHJlc3NlZCBvbmNlWVxCaA==", text),
        ]
    }
}

extension BodyDecoder.Step {
    fileprivate var goesOn: Bool {
        if case .goesOn = self { true } else { false }
    }
}
