import Foundation
import Testing

@testable import AbstractHTTP

/// Which exchanges wait for a connection.
@Suite struct ConnectionSlotsTests {
    let host = Origin(URL(filePath: "/"))

    @Test func requestsWaitInOrderForAFreeSlot() {
        var slots = ConnectionSlots<Int, Origin>(perHost: 2)

        let isConnected = (1...5).map { slots.begin($0, with: host) }
        let next = (1...5).map { slots.end($0, with: host) }
        let isConnectedAfterwards = slots.begin(6, with: host)

        #expect(isConnected == [true, true, false, false, false])
        #expect(next == [3, 4, 5, nil, nil])
        #expect(isConnectedAfterwards)
    }

    @Test func endedRequestLeavesTheQueue() {
        var slots = ConnectionSlots<Int, Origin>(perHost: 1)
        for id in 1...3 { _ = slots.begin(id, with: host) }

        let next = [2, 1, 3].map { slots.end($0, with: host) }

        #expect(next == [nil, 3, nil])
    }

    @Test func requestThatLeftALongQueueIsSkipped() {
        var slots = ConnectionSlots<Int, Origin>(perHost: 1)
        for id in 0..<1_000 { _ = slots.begin(id, with: host) }

        for id in 1..<999 { _ = slots.end(id, with: host) }

        #expect(slots.end(0, with: host) == 999)
        #expect(slots.end(999, with: host) == nil)
        #expect([slots.begin(1_000, with: host), slots.begin(1_001, with: host)] == [true, false])
    }

    @Test func liftedLimitReleasesWaitingRequests() {
        var slots = ConnectionSlots<Int, Origin>(perHost: 1)
        for id in 1...3 { _ = slots.begin(id, with: host) }

        #expect(slots.lift(host) == [2, 3])
        let isConnected = slots.begin(4, with: host)
        #expect(isConnected)
        #expect((1...4).map { slots.end($0, with: host) } == [nil, nil, nil, nil])
        #expect((5...9).map { slots.begin($0, with: host) } == Array(repeating: true, count: 5))
    }

    @Test func unusedHostsWithoutALimitAreForgotten() {
        var slots = ConnectionSlots<Int, Int>(perHost: 1)

        for host in 0..<200 {
            _ = slots.begin(1, with: host)
            _ = slots.lift(host)
            _ = slots.end(1, with: host)
        }

        #expect(slots.lines.count <= 64)
    }

    @Test(arguments: [
        ("http://a.example/", "http://A.example:80/b?c", false),
        ("http://a.example/", "https://a.example/", true),
        ("http://a.example/", "http://b.example/", true),
        ("http://a.example/", "http://a.example:8080/", true),
    ])
    func eachOriginHasItsOwnSlots(first: String, second: String, isFree: Bool) throws {
        var slots = ConnectionSlots<Int, Origin>(perHost: 1)
        let origins = [Origin(try #require(URL(string: first))), Origin(try #require(URL(string: second)))]

        let isConnected = [slots.begin(1, with: origins[0]), slots.begin(2, with: origins[1])]

        #expect(isConnected == [true, isFree])
    }
}
