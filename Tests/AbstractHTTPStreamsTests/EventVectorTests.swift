import AbstractHTTP
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The published cases of `text/event-stream`, cut into chunks in many ways.
@Suite(.enabled(if: SharedMaterial.has("vectors/sse")), .timeLimit(.minutes(5))) struct EventVectorTests {
    fileprivate struct Vector: Decodable, CustomStringConvertible {
        struct Event: Decodable {
            let event: String
            let data: String
            let lastEventID: String
        }

        let id: String
        let chunks: [String]
        let events: [Event]
        let lastEventID: String
        let retry: Int?

        var description: String { id }
        var bytes: Data { Data(chunks.joined().utf8) }
        var expected: Parsed {
            Parsed(
                events: events.map { ServerSentEvent(type: $0.event, data: $0.data, lastEventID: $0.lastEventID) },
                lastEventID: lastEventID, retry: retry.map { .milliseconds($0) })
        }
    }

    fileprivate struct Parsed: Equatable {
        var events: [ServerSentEvent] = []
        var lastEventID = ""
        var retry: Duration?
    }

    fileprivate static func vectors() throws -> [Vector] {
        try SharedMaterial.vectors("sse/wpt-format", of: Vector.self)
            + SharedMaterial.vectors("sse/eventsource-parser", of: Vector.self)
    }

    @Test func everyStreamMatchesItsPublishedEvents() throws {
        let vectors = try Self.vectors()
        #expect(vectors.count == 48)
        for vector in vectors {
            #expect(try Self.parse(vector.chunks.map { Data($0.utf8) }) == vector.expected, "\(vector)")
            #expect(try Self.parse([vector.bytes]) == vector.expected, "\(vector)")
            #expect(try Self.parse(vector.bytes.map { Data([$0]) }) == vector.expected, "\(vector)")
        }
    }

    @Test func everySplitInTwoGivesTheSameEvents() throws {
        for vector in try Self.vectors() {
            let (bytes, expected) = (vector.bytes, vector.expected)
            for cut in 0...bytes.count where try Self.parse([bytes.prefix(cut), bytes.dropFirst(cut)]) != expected {
                Issue.record("\(vector) cut at \(cut)")
            }
        }
    }

    fileprivate static func parse(_ chunks: [Data]) throws -> Parsed {
        var reading = Reading()
        for chunk in chunks { try reading.append(chunk) }
        return reading.parsed
    }

    /// The state after reading a part of a stream. A copy continues from the same position.
    fileprivate struct Reading {
        private var parser = EventParser()
        private var events: [ServerSentEvent] = []

        mutating func append(_ chunk: Data) throws {
            parser.append(chunk)
            while let event = try parser.next() { events.append(event) }
        }

        var parsed: Parsed {
            Parsed(events: events, lastEventID: parser.lastEventID, retry: parser.reconnectionTime)
        }
    }
}

/// The same for every way to cut a stream in three, and for up to 100,000 random ways. Next to other tests, this would
/// keep the threads busy for seconds.
@Suite(.load, .enabled(if: SharedMaterial.has("vectors/sse")), .timeLimit(.minutes(5)))
struct EventVectorLoadTests {
    /// Longer streams have so many splits in three that they take minutes. They are tried only if the variable has the
    /// value `whole`.
    private static let lengthOfThreeSplits = LoadTests.isWhole ? Int.max : 200

    @Test func everySplitInThreeGivesTheSameEvents() throws {
        for vector in try EventVectorTests.vectors() where vector.bytes.count <= Self.lengthOfThreeSplits {
            let (bytes, expected) = (vector.bytes, vector.expected)
            for first in 0...bytes.count {
                var head = EventVectorTests.Reading()
                try head.append(bytes.prefix(first))
                let rest = Data(bytes.dropFirst(first))
                for second in 0...rest.count {
                    var reading = head
                    try reading.append(rest.prefix(second))
                    try reading.append(rest.dropFirst(second))
                    if reading.parsed != expected { Issue.record("\(vector) cut at \(first) and \(first + second)") }
                }
            }
        }
    }

    @Test func randomSplitsGiveTheSameEvents() throws {
        var random = SplitMix64(seed: 33)
        let vectors = try EventVectorTests.vectors().map { ($0, $0.bytes, $0.expected) }
        for _ in 0..<LoadTests.part(of: 100_000) {
            let (vector, bytes, expected) = try #require(vectors.randomElement(using: &random))
            let largest = Int.random(in: 1...max(2, bytes.count), using: &random)
            var (chunks, rest): ([Data], Data) = ([], bytes)
            while !rest.isEmpty {
                let count = Int.random(in: 1...largest, using: &random)
                chunks.append(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            if try EventVectorTests.parse(chunks) != expected { Issue.record("\(vector) in \(chunks.map(\.count))") }
        }
    }
}
